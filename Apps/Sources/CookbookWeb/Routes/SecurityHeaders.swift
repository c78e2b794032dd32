import HTTPTypes
import Hummingbird

/// Tells browsers to load nothing from elsewhere and to run no script but the book's own.
struct SecurityHeaders<Context: RequestContext>: RouterMiddleware {
  func handle(
    _ request: Request,
    context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    response.headers[.contentSecurityPolicy] =
      "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    response.headers[.xContentTypeOptions] = "nosniff"
    response.headers[.crossOriginResourcePolicy] = "same-origin"
    response.headers[.referrerPolicy] = "same-origin"
    return response
  }
}

extension HTTPField.Name {
  fileprivate static let referrerPolicy = HTTPField.Name("Referrer-Policy") ?? .xContentTypeOptions
}
