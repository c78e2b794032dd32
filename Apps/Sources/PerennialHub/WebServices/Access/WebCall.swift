import Foundation
import Hummingbird
import PerennialRecords

/// A request whose credentials were checked.
struct WebCall: Sendable {
  let database: WebDatabase
  let body: JSONObject
  let request: Request
  let context: HubRequestContext

  /// Reads a request, and checks its credentials.
  ///
  /// - Parameter role: The role that a device needs.
  init(
    _ request: Request, in context: HubRequestContext, checking access: WebAccess,
    needing role: HubRole
  ) async throws {
    let body = try await request.checkedBody(notes: context.notes)
    database = try await access.database(of: request, in: context, body: body, needing: role)
    let json: JSONValue
    do {
      json = body.isEmpty ? .object([:]) : try JSONDecoder().decode(JSONValue.self, from: body)
    } catch { throw WebError.badRequest("The body isn't JSON.") }
    self.body = try JSONObject(json, at: "")
    (self.request, self.context) = (request, context)
  }

  /// Returns the account of the caller.
  ///
  /// - Throws: `AUTHENTICATION_REQUIRED` for a caller that isn't a device of an account.
  func session() throws(WebError) -> Session {
    guard case .device(let session) = database.caller else {
      throw WebError(
        .authenticationRequired, "The request needs the token of an account's device.")
    }
    return session
  }

  /// - Throws: `ACCESS_DENIED` for a caller that only reads.
  func checkWriting() throws(WebError) {
    switch (database.scope, database.caller) {
    case (.private, _), (_, .server): return
    case (.public, .device(let session)) where session.account.id == database.account.id: return
    case (.public, _):
      throw WebError(
        .accessDenied, "The public database is written by servers with a key. Others read it.")
    }
  }
}
