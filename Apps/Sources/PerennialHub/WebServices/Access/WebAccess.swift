import Foundation
import HTTPTypes
import Hummingbird
import PerennialRecords

/// The access of requests to the databases of Web Services: their credentials, checked.
struct WebAccess: Sendable {
  let storage: any AccountStorage & WebStorage
  let sessions: DeviceSessions
  let wrongCredentials: WrongCredentials
  let clock: HubClock

  /// Returns the database of a request, after its credentials were checked.
  ///
  /// - Parameters:
  ///   - body: The bytes of the body, which a server's signature covers.
  ///   - role: The role that a device needs.
  /// - Throws: ``WebError``, which names the part of the credentials that is wrong; ``Refusal`` for too many wrong ones.
  func database(
    of request: Request, in context: HubRequestContext, body: Data, needing role: HubRole
  ) async throws -> WebDatabase {
    let container = try context.parameters.require("container")
    guard HubName.isZone(container) else {
      throw WebError.badRequest("“\(container)” isn't the identifier of a container.")
    }
    let name = try context.parameters.require("environment")
    guard let environment = WebDatabase.Environment(rawValue: name) else {
      throw WebError.badRequest("The environment “\(name)” is neither development nor production.")
    }
    let scope = try scope(of: context)
    let common = try await storage.account(named: WebDatabase.publicAccount(of: container))
    let caller = try await caller(
      of: request, in: context, body: body, common: common, needing: role)
    return WebDatabase(
      container: container, environment: environment, scope: scope,
      account: try account(of: caller, in: scope, common), caller: caller)
  }

  private func scope(of context: HubRequestContext) throws -> WebDatabase.Scope {
    let name = context.parameters.get("database") ?? WebDatabase.Scope.private.rawValue
    if let scope = WebDatabase.Scope(rawValue: name) { return scope }
    throw WebError.badRequest(
      name == "shared"
        ? "This hub has no shared databases. Use the private or the public one."
        : "The database “\(name)” is neither public nor private.")
  }

  /// Returns the account with the zones that a caller reaches.
  private func account(
    of caller: WebCaller, in scope: WebDatabase.Scope, _ common: Account?
  ) throws(WebError) -> Account {
    switch (scope, caller) {
    case (.private, .device(let session)): return session.account
    case (.private, .app):
      throw WebError(
        .authenticationRequired,
        "The private database belongs to an account. Sign a device in, and send its token as "
          + "ckWebAuthToken.")
    case (.private, .server):
      throw WebError(
        .accessDenied, "A server's key reaches the public database, and no private one.")
    case (.public, _):
      guard let common else {
        throw .badRequest(
          "The container has no public database. The hub's operator makes one with "
            + "“perennial hub web-key”.")
      }
      return common
    }
  }

  private func caller(
    of request: Request, in context: HubRequestContext, body: Data, common: Account?,
    needing role: HubRole
  ) async throws -> WebCaller {
    let query = request.uri.queryParameters
    let token = query["ckWebAuthToken"].map(String.init) ?? DeviceSessions.token(in: request)
    let api = query["ckAPIToken"].map(String.init)
    let signature: RequestSignature?
    do throws(WebError) {
      signature = try RequestSignature(request.headers)
      guard signature == nil || token == nil && api == nil else {
        throw WebError(
          .authenticationFailed, "The request has a signature and a token. Send one of them.")
      }
    } catch { throw try await wrong(error, context) }
    if let signature {
      let key = try await check(signature, of: request, in: context, body: body, common: common)
      return .server(key)
    }
    if let api { try await checkAPIToken(api, in: context, common: common) }
    if let token {
      return .device(try await sessions.session(of: token, in: context, needing: role))
    }
    guard api != nil else {
      throw WebError(
        .authenticationFailed,
        "The request has no credentials. Send ckAPIToken, ckWebAuthToken or a signature.")
    }
    return .app
  }

  private func check(
    _ signature: RequestSignature, of request: Request, in context: HubRequestContext, body: Data,
    common: Account?
  ) async throws -> WebKey {
    let keys = try await webKeys(.serverKey, of: common)
    do throws(WebError) {
      guard let key = keys.first(where: { $0.id == signature.keyID }) else {
        throw WebError(
          .authenticationFailed,
          "\(RequestSignature.keyField) isn't a key of the container. Register it with "
            + "“perennial hub web-key add”.")
      }
      try signature.checkDate(at: clock())
      try signature.check(body, path: request.uri.path, key: key.value)
      context.notes.note { $0.device = String(key.id.prefix(16)) }
      return key
    } catch { throw try await wrong(error, context) }
  }

  private func checkAPIToken(
    _ token: String, in context: HubRequestContext, common: Account?
  ) async throws {
    let digest = SecretDigest(of: token).bytes
    guard try await webKeys(.apiToken, of: common).contains(where: { $0.value == digest }) else {
      throw try await wrong(
        WebError(.authenticationFailed, "ckAPIToken isn't a token of the container."), context)
    }
  }

  private func webKeys(_ kind: WebKey.Kind, of common: Account?) async throws -> [WebKey] {
    guard let common else { return [] }
    return try await storage.webKeys(of: common.id).filter { $0.kind == kind }
  }

  /// Counts wrong credentials, and returns their error.
  ///
  /// - Throws: ``Refusal`` for too many wrong ones.
  private func wrong(_ error: WebError, _ context: HubRequestContext) async throws -> WebError {
    try await wrongCredentials.countToken(in: context, detail: "wrong keys of Web Services")
    return error
  }
}
