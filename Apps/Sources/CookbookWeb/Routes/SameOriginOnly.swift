import HTTPTypes
import Hummingbird

/// Refuses changes that a page of another site asks for behind the cook's back.
///
/// Browsers say where a request comes from; programs that say nothing are let through.
struct SameOriginOnly<Context: RequestContext>: RouterMiddleware {
  func handle(
    _ request: Request,
    context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    if request.method != .get && request.method != .head && isForeign(request) {
      throw HTTPError(.forbidden, message: "Changes can only be made from the book's own pages.")
    }
    return try await next(request, context)
  }

  private func isForeign(_ request: Request) -> Bool {
    if let site = request.headers[.secFetchSite] { return site == "cross-site" }
    guard let origin = request.headers[.origin], let host = request.head.authority else {
      return false
    }
    return origin != "http://\(host)" && origin != "https://\(host)"
  }
}

extension HTTPField.Name {
  static let secFetchSite = HTTPField.Name("Sec-Fetch-Site") ?? .origin
}
