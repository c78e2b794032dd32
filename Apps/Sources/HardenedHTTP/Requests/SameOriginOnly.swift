import HTTPTypes
public import Hummingbird

/// Refuses requests that a page of another origin makes, with the status 403.
///
/// Browsers send the origin of a request in `Origin`, and its relation to this server in
/// `Sec-Fetch-Site`. Each must be right if it is present. Another port of the same machine is the same
/// site and another origin, so `same-site` is refused as `cross-site` is. Requests without either field,
/// which programs send, are answered. Links from other sites to a page work.
public struct SameOriginOnly<Context: RequestContext>: RouterMiddleware {
  public init() {}

  public func handle(
    _ request: Request,
    context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    guard isOwn(request) else {
      throw HTTPError(.forbidden, message: "Only the server's own pages can ask for this.")
    }
    return try await next(request, context)
  }

  private func isOwn(_ request: Request) -> Bool {
    if let origin = request.headers[.origin]?.lowercased() {
      guard let host = request.head.authority?.lowercased() else { return false }
      if origin != "http://\(host)" && origin != "https://\(host)" { return false }
    }
    switch request.headers[.secFetchSite] {
    case nil, "same-origin", "none": return true
    default: return isLink(request)
    }
  }

  /// Returns `true` if the request opens a page, and changes nothing.
  private func isLink(_ request: Request) -> Bool {
    (request.method == .get || request.method == .head)
      && request.headers[.secFetchMode] == "navigate"
      && ["document", nil].contains(request.headers[.secFetchDest])
  }
}

extension HTTPField.Name {
  fileprivate static let secFetchSite = HTTPField.Name("Sec-Fetch-Site") ?? .origin
  fileprivate static let secFetchMode = HTTPField.Name("Sec-Fetch-Mode") ?? .origin
  fileprivate static let secFetchDest = HTTPField.Name("Sec-Fetch-Dest") ?? .origin
}
