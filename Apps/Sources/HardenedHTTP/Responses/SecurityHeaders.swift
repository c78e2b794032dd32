import HTTPTypes
public import Hummingbird

/// Tells browsers to load nothing from elsewhere and to run no script but the server's own.
public struct SecurityHeaders<Context: RequestContext>: RouterMiddleware {
  private let policy: String
  private let referrer: String

  /// - Parameters:
  ///   - policy: The Content-Security-Policy.
  ///   - referrer: The Referrer-Policy.
  public init(
    policy: String =
      "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    referrer: String = "same-origin"
  ) {
    self.policy = policy
    self.referrer = referrer
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
    response.headers[.referrerPolicy] = referrer
    return response
  }
}

extension HTTPField.Name {
  fileprivate static let referrerPolicy = HTTPField.Name("Referrer-Policy") ?? .xContentTypeOptions
}
