import HTTPTypes
package import Hummingbird
import NIOCore

/// Answers only browsers that were signed in by the address that is printed at the start.
package struct SignedInOnly<Context: ConnectionRequestContext>: RouterMiddleware {
  private let access: OneTimeAccess
  /// The path of the first page.
  private let root: String
  private let note: @Sendable (_ isSignedIn: Bool, Context) async -> Void

  /// - Parameters:
  ///   - root: The path of the first page, below which the cookie is sent.
  ///   - note: Called after an address was used: with `false` if it was wrong or used before.
  package init(
    access: OneTimeAccess, root: String = "/",
    noting note: @escaping @Sendable (_ isSignedIn: Bool, Context) async -> Void = { _, _ in }
  ) {
    (self.access, self.root, self.note) = (access, root, note)
  }

  package func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    // The pages of errors need their style.
    if request.uri.path.hasPrefix("/assets/") { return try await next(request, context) }
    let name = access.cookieName(port: context.localAddress?.port ?? 0)
    let isSignedIn = request.cookies[name].map { access.isSession($0.value) } ?? false
    let token = FormFields(queryOf: request)["token"]
    if !token.isEmpty, request.uri.path == root {
      if isSignedIn { return .redirect(to: root, type: .normal) }
      let session = access.signIn(token)
      await note(session != nil, context)
      guard let session else { throw AccessError.usedToken }
      var response = Response.redirect(to: root, type: .normal)
      response.headers[.setCookie] = "\(name)=\(session); Path=\(root); HttpOnly; SameSite=Strict"
      response.headers[.cacheControl] = "no-store"
      return response
    }
    guard isSignedIn else { throw AccessError.notSignedIn }
    return try await next(request, context)
  }
}

/// A reason for which a browser may not use the pages.
package enum AccessError: Error {
  case notSignedIn
  case usedToken
}
