import CookbookModel
import Foundation
import HTTPTypes
import Hummingbird
import PerennialSync
import HardenedHTTP

/// The JSON interface to the sync with a hub.
struct SyncAPIRoutes: Sendable {
  let book: RecipeBook

  func addRoutes(to router: Router<some RequestContext>) {
    router.get("/api/sync") { _, _ in try state() }
    router.post("/api/sync/sign-in") { request, _ in
      let form = try await request.decoded(as: SignIn.self)
      let sync = try book.hubSync
      try await sync.signIn(code: form.code, deviceName: form.name ?? sync.deviceName)
      return try state()
    }
    router.post("/api/sync/sign-out") { request, _ in
      let data = try DataAtSignOut(FormFields(queryOf: request))
      try await book.hubSync.signOut(deletingRecipes: data == .delete)
      return try state()
    }
    router.post("/api/sync/offline") { request, _ in
      try await book.hubSync.setOffline(try Self.value(request))
      return try state()
    }
    router.post("/api/sync/retry") { _, _ in
      try await book.hubSync.retry()
      return try state()
    }
    router.post("/api/sync/adopt") { _, _ in
      try await book.hubSync.adoptAccount()
      return try state()
    }
    addConflicts(to: router)
    addDevices(to: router)
  }

  private func addConflicts(to router: Router<some RequestContext>) {
    router.get("/api/sync/conflicts") { _, _ in
      try JSONBody(try await book.hubSync.conflicts()).response()
    }
    router.post("/api/sync/conflicts/:conflict") { request, context in
      let side = try BookConflict.Side(FormFields(queryOf: request))
      try await book.hubSync.resolve(context.conflictID(), keeping: side)
      return Response(status: .noContent)
    }
  }

  private func addDevices(to router: Router<some RequestContext>) {
    router.post("/api/sync/code") { _, _ in
      let code = try await book.hubSync.makePairingCode()
      return try JSONBody(Code(code: code.text, expires: code.expires)).response(status: .created)
    }
    router.get("/api/sync/devices") { _, _ in
      try JSONBody(try await book.hubSync.devices().map(Device.init)).response()
    }
    router.delete("/api/sync/devices/:device") { _, context in
      try await book.hubSync.revoke(try context.parameters.require("device"))
      return Response(status: .noContent)
    }
  }

  private func state() throws -> Response { try JSONBody(State(try book.hubSync)).response() }

  private static func value(_ request: Request) throws -> Bool {
    switch FormFields(queryOf: request)["value"] {
    case "1": true
    case "0": false
    default: throw HTTPError(.badRequest, message: "“value” must be 0 or 1.")
    }
  }
}

/// The body of a sign-in.
private struct SignIn: Decodable {
  var code: String
  var name: String?
}

/// The state of the sync, with the hub and the account.
private struct State: Encodable {
  var hub: String
  var account: String?
  var lastContact: Date?
  var status: BookSyncStatus

  init(_ sync: BookSync) {
    hub = sync.address.absoluteString
    account = sync.accountName
    lastContact = sync.lastContact
    status = sync.status
  }
}

private struct Code: Encodable {
  var code: String
  var expires: Date
}

private struct Device: Encodable {
  var id: String
  var name: String
  var created: Date
  var lastSeen: Date
  var isCurrent: Bool

  init(_ device: HubDevice) {
    id = device.id
    name = device.name
    created = device.created
    lastSeen = device.lastSeen
    isCurrent = device.isCurrent
  }
}
