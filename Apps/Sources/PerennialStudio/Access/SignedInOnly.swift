import HTTPTypes
import HardenedHTTP
import Hummingbird
import NIOCore

/// Answers only browsers that were signed in by the address that is printed at the start.
struct SignedInOnly<Context: ConnectionRequestContext>: RouterMiddleware {
  let access: StudioAccess

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    // The pages of errors need their style.
    if request.uri.path.hasPrefix("/assets/") { return try await next(request, context) }
    let name = StudioAccess.cookieName(port: context.localAddress?.port ?? 0)
    let isSignedIn = request.cookies[name].map { access.isSession($0.value) } ?? false
    let token = FormFields(queryOf: request)["token"]
    if !token.isEmpty, request.uri.path == "/" {
      if isSignedIn { return .redirect(to: "/", type: .normal) }
      guard let session = access.signIn(token) else { throw AccessError.usedToken }
      var response = Response.redirect(to: "/", type: .normal)
      response.headers[.setCookie] = "\(name)=\(session); Path=/; HttpOnly; SameSite=Strict"
      response.headers[.cacheControl] = "no-store"
      return response
    }
    guard isSignedIn else { throw AccessError.notSignedIn }
    return try await next(request, context)
  }
}

/// A reason why a browser may not use the studio.
enum AccessError: Error {
  case notSignedIn
  case usedToken
}
