import Foundation
import HTTPTypes
import HardenedHTTP
import Hummingbird
import PerennialRecords

/// The CloudKit Web Services protocol: another form of the requests for the records of the hub.
struct WebServices: Sendable {
  let hub: Hub
  let streams: StreamLimit
  /// The clock of the stamps that the hub gives to what clients of the protocol write.
  let clock: StampClock
  /// The key of the addresses that carry permissions.
  let capabilities: CapabilityKey
  /// The positions of the clients that wait for notifications.
  let couriers = CourierPositions()

  init(hub: Hub, streams: StreamLimit) {
    (self.hub, self.streams) = (hub, streams)
    clock = StampClock(device: .random(), wallClock: hub.clock)
    capabilities = CapabilityKey(hub.storage)
  }

  /// A request whose credentials were checked.
  struct Call: Sendable {
    let database: WebDatabase
    let body: JSONObject
    let request: Request
    let context: HubRequestContext

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

  typealias Operation = @Sendable (Call) async throws -> JSONValue

  /// Returns `true` for a path of the protocol, whose errors have another form.
  static func serves(_ path: String) -> Bool {
    path.hasPrefix("/database/1/") || path.hasPrefix("/device/1/")
  }

  func addRoutes(to router: Router<HubRequestContext>, in table: HubRoutes.Table) {
    let container = "database/1/:container/:environment"
    let routes = HubRoutes(hub, at: "\(container)/:database", of: router, in: table)
    addRecordRoutes(to: routes)
    addChangeRoutes(to: routes)
    addQueryRoutes(to: routes)
    addZoneRoutes(to: routes)
    addAssetRoutes(to: routes)
    addSubscriptionRoutes(to: routes)
    addUserRoutes(to: routes)
    // The documented path of tokens has no database, and the native service answers at the other one.
    for path in ["\(container)/tokens", "device/1/:container/:environment/tokens"] {
      addTokenRoutes(to: HubRoutes(hub, at: path, of: router, in: table))
    }
    let root = HubRoutes(hub, at: "database/1", of: router, in: table)
    addFileRoutes(to: root)
    addCourierRoutes(to: root)
  }

  /// Adds an operation, which is a POST with JSON.
  ///
  /// - Parameter role: The role that a device needs.
  func add(
    _ path: String, to routes: HubRoutes, for role: HubRole = .read, alsoGet: Bool = false,
    _ operation: @escaping Operation
  ) {
    for method in alsoGet ? [HTTPRequest.Method.post, .get] : [.post] {
      routes.add(method, path, access: .device(role)) { request, context in
        try Answer.json(try await operation(try await call(request, context, needing: role)))
      }
    }
  }

  private func call(
    _ request: Request, _ context: HubRequestContext, needing role: HubRole
  ) async throws -> Call {
    let body = try await request.checkedBody(notes: context.notes)
    let database = try await hub.webDatabase(of: request, context, body: body, needing: role)
    let json: JSONValue
    do {
      json = body.isEmpty ? .object([:]) : try JSONDecoder().decode(JSONValue.self, from: body)
    } catch { throw WebError.badRequest("The body isn't JSON.") }
    return Call(
      database: database, body: try JSONObject(json, at: ""), request: request, context: context)
  }

  /// Wakes the devices and clients that wait for changes of a zone.
  func signal(_ key: ZoneKey, _ head: SyncToken) {
    hub.listeners.signal(key, head: head)
    hub.storage.announce(key, head: head)
  }

  /// Returns the head of a zone.
  ///
  /// - Throws: `ZONE_NOT_FOUND`.
  func head(of zone: String, in database: WebDatabase) async throws -> Zone {
    let key = database.key(of: zone)
    let zones = try await hub.storage.zones(of: database.account.id)
    if let head = zones[key.name] { return head }
    guard WebDatabase.isStanding(zone) else { throw WebError.zoneNotFound(zone) }
    return try await hub.storage.zone(key)
  }

  /// Returns the form of the records of an answer.
  func form(of call: Call, in zone: String) async throws -> RecordForm {
    let body = call.body
    // The page of changes/zone spells the member in its own way.
    let asTexts = try body.flag("numbersAsStrings") ?? body.flag("numberAsStrings")
    return RecordForm(
      database: call.database, zone: zone, keys: try body.texts("desiredKeys").map(Set.init),
      numbersAsStrings: asTexts ?? false, address: try await addresses(of: call, in: zone))
  }

  /// Returns the record of the resets of a zone; nil if it has none.
  func resets(of key: ZoneKey) async throws -> Record? {
    let stored = try await hub.storage.records([.manifest], of: key)[.manifest]
    return try stored.map { try RecordCoding.record(in: $0.body) }
  }
}
