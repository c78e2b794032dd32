import HTTPTypes
import HardenedHTTP
import Hummingbird
import PerennialRecords

/// The CloudKit Web Services protocol: another form of the requests for the records of the hub.
///
/// Each subject has a type with its routes, such as ``WebRecordRoutes``. They share the functions of this type.
struct WebServices: Sendable {
  let hub: Hub
  /// The key of the addresses that carry permissions.
  let capabilities: CapabilityKey

  init(hub: Hub) {
    self.hub = hub
    capabilities = CapabilityKey(hub.storage)
  }

  // MARK: Routes

  /// Returns `true` for a path of the protocol, whose errors have another form.
  static func serves(_ path: String) -> Bool {
    path.hasPrefix("/database/1/") || path.hasPrefix("/device/1/")
  }

  /// Adds the routes of all subjects.
  ///
  /// - Parameter streams: The limit of the clients that wait for notifications.
  func addRoutes(
    to router: Router<HubRequestContext>, in table: HubRoutes.Table, streams: StreamLimit
  ) {
    let container = "database/1/:container/:environment"
    let assets = WebAssetRoutes(services: self)
    let courier = WebCourierRoutes(services: self, streams: streams)
    let routes = WebRoutes(
      routes: HubRoutes(hub, at: "\(container)/:database", of: router, in: table))
    WebRecordRoutes(services: self).addRoutes(to: routes)
    WebChangeRoutes(services: self).addRoutes(to: routes)
    WebQueryRoutes(services: self).addRoutes(to: routes)
    WebZoneRoutes(services: self).addRoutes(to: routes)
    assets.addRoutes(to: routes)
    WebSubscriptionRoutes(services: self).addRoutes(to: routes)
    WebUserRoutes().addRoutes(to: routes)
    // The documented path of tokens has no database, and the native service answers at the other one.
    for path in ["\(container)/tokens", "device/1/:container/:environment/tokens"] {
      courier.addTokenRoutes(
        to: WebRoutes(routes: HubRoutes(hub, at: path, of: router, in: table)))
    }
    let root = HubRoutes(hub, at: "database/1", of: router, in: table)
    assets.addFileRoutes(to: root)
    courier.addWaitingRoutes(to: root)
  }

  // MARK: Zones

  /// Returns the zones of a database, by their names.
  func zones(of database: WebDatabase) async throws -> [(name: String, head: Zone)] {
    var zones: [String: Zone] = [:]
    for (name, head) in try await hub.storage.zones(of: database.account.id) {
      if let zone = database.zone(named: name) { zones[zone] = head }
    }
    for zone in [WebDatabase.defaultZone, WebDatabase.deviceZone] where zones[zone] == nil {
      zones[zone] = try await hub.storage.zone(database.key(of: zone))
    }
    return zones.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
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

  /// Returns the record of the resets of a zone; nil if it has none.
  func resets(of key: ZoneKey) async throws -> Record? {
    let stored = try await hub.storage.records([.manifest], of: key)[.manifest]
    return try stored.map { try RecordCoding.record(in: $0.body) }
  }

  // MARK: Answers

  /// Returns the form of the records of an answer.
  func form(of call: WebCall, in zone: String) async throws -> RecordForm {
    let body = call.body
    // The page of changes/zone spells the member in its own way.
    let asTexts = try body.flag("numbersAsStrings") ?? body.flag("numberAsStrings")
    return RecordForm(
      database: call.database, zone: zone, keys: try body.texts("desiredKeys").map(Set.init),
      numbersAsStrings: asTexts ?? false, address: try await addresses(of: call, in: zone))
  }

  /// The path of the files of all containers. The query has the permission, so that no log has it.
  static let filePath = "/database/1/assets"

  /// Returns the address of the hub, as the client of a request has reached it.
  func address(in request: Request) -> String {
    let forwarded = HTTPField.Name("X-Forwarded-Proto").flatMap { request.headers[$0] }
    let isSecure =
      hub.options.certificate != nil || hub.options.isBehindProxy || forwarded == "https"
    let authority = request.head.authority ?? "\(hub.options.host):\(hub.options.port)"
    return "\(isSecure ? "https" : "http")://\(authority)"
  }

  /// Returns the function that gives the assets of a zone their addresses.
  func addresses(
    of call: WebCall, in zone: String
  ) async throws -> @Sendable (RecordAsset) -> String? {
    let key = try await capabilities.key()
    let (address, now) = (address(in: call.request), hub.clock())
    let (account, name) = (call.database.account.id, call.database.key(of: zone).name)
    return { asset in
      let capability = Capability(
        kind: .download, account: account, zone: name, subject: asset.checksum,
        bytes: Int64(asset.byteCount), expires: now + Capability.downloadTime)
      return "\(address)\(Self.filePath)?token=\(capability.token(key))"
    }
  }
}
