import HTTPTypes
public import Hummingbird

/// Tells browsers to load nothing from elsewhere, to run no script but the server's own, and to tell other sites nothing
/// of its pages.
///
/// With the policy `no-referrer`, Chromium sends forms with `Origin: null`, and ``SameOriginOnly`` would refuse the
/// server's own.
public struct SecurityHeaders<Context: RequestContext>: RouterMiddleware {
  private let policy: String

  /// - Parameter policy: The Content-Security-Policy.
  public init(
    policy: String =
      "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
  ) {
    self.policy = policy
  }

  public func handle(
    _ request: Request,
    context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    response.headers[.contentSecurityPolicy] = policy
    response.headers[.xContentTypeOptions] = "nosniff"
    response.headers[.crossOriginResourcePolicy] = "same-origin"
    response.headers[.referrerPolicy] = "same-origin"
    return response
  }
}

extension HTTPField.Name {
  fileprivate static let referrerPolicy = HTTPField.Name("Referrer-Policy") ?? .xContentTypeOptions
}
