import PerennialRecords

/// The zones of the databases of Web Services.
struct WebZones: Sendable {
  let storage: any ZoneAnnouncements & ZoneStorage
  let listeners: ZoneListeners

  /// Returns the zones of a database, by their names.
  func zones(of database: WebDatabase) async throws -> [(name: String, head: Zone)] {
    var zones: [String: Zone] = [:]
    for (name, head) in try await storage.zones(of: database.account.id) {
      if let zone = database.zone(named: name) { zones[zone] = head }
    }
    for zone in [WebDatabase.defaultZone, WebDatabase.deviceZone] where zones[zone] == nil {
      zones[zone] = try await storage.zone(database.key(of: zone))
    }
    return zones.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Wakes the devices and clients that wait for changes of a zone.
  func signal(_ key: ZoneKey, head: SyncToken) {
    listeners.signal(key, head: head)
    storage.announce(key, head: head)
  }

  /// Returns the head of a zone.
  ///
  /// - Throws: `ZONE_NOT_FOUND`.
  func head(of zone: String, in database: WebDatabase) async throws -> Zone {
    let key = database.key(of: zone)
    let zones = try await storage.zones(of: database.account.id)
    if let head = zones[key.name] { return head }
    guard WebDatabase.isStanding(zone) else { throw WebError.zoneNotFound(zone) }
    return try await storage.zone(key)
  }

  /// Returns the record of the resets of a zone; nil if it has none.
  func resets(of key: ZoneKey) async throws -> Record? {
    let stored = try await storage.records([.manifest], of: key)[.manifest]
    return try stored.map { try RecordCoding.record(in: $0.body) }
  }
}
