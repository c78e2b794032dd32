import Foundation
import Hummingbird
import PerennialRecords

/// The operations on records.
struct WebRecordRoutes: Sendable {
  let storage: any ZoneStorage
  let assets: AssetFolder
  let zones: WebZones
  let addresses: WebAddresses
  let clock: HubClock
  /// The clock of the stamps that the hub gives to what clients of the protocol write.
  private let stampClock: StampClock

  init(
    storage: any ZoneStorage, assets: AssetFolder, zones: WebZones, addresses: WebAddresses,
    clock: @escaping HubClock
  ) {
    (self.storage, self.assets) = (storage, assets)
    (self.zones, self.addresses, self.clock) = (zones, addresses, clock)
    stampClock = StampClock(device: .random(), wallClock: clock)
  }

  func addRoutes(to routes: WebRoutes) {
    routes.add("records/modify", for: .write) { try await modify($0) }
    routes.add("records/lookup") { try await lookup($0) }
  }

  // MARK: Modifying

  private func modify(_ call: WebCall) async throws -> JSONValue {
    try call.checkWriting()
    let (database, body) = (call.database, call.body)
    let zone = try database.zone(in: body)
    let modification = try RecordModification(
      body, of: zone, clock: stampClock, hubTime: clock())
    let form = try await RecordForm(of: call, in: zone, addresses: addresses)
    let key = database.key(of: zone)
    let assets = modification.assets
    // A file without an entry, and one that is removed after this look, have no entry in the transaction either.
    let lost = assets.filter {
      !self.assets.contains($0.checksum, bytes: Int64($0.byteCount), of: key)
    }
    let update = try await storage.update(
      key, reading: modification.names, mentioning: assets, at: modification.hubTime
    ) { stored in
      try ZoneUpdate(modification, on: stored, without: lost)
    }
    if !update.changes.isEmpty { zones.signal(key, head: update.zone.token) }
    call.context.notes.note { notes in
      notes.records = update.changes.count
      notes.refusals = update.reply.compactMap(\.error?.code.rawValue)
    }
    return .object([
      "records": .list(
        update.reply.map { outcome in
          switch outcome {
          case .saved(let view, let keys): form.wanting(keys).json(of: view)
          case .deleted(let name): form.deletion(of: name)
          case .failed(let name, let error): RecordForm.error(error, of: name.rawValue)
          }
        })
    ])
  }

  // MARK: Looking up

  private func lookup(_ call: WebCall) async throws -> JSONValue {
    let body = call.body
    let zone = try call.database.zone(in: body)
    let form = try await RecordForm(of: call, in: zone, addresses: addresses)
    let wanted = try body.required("records", body.objects)
    guard wanted.count <= WebLimits.records else {
      throw WebError.badRequest(
        "The request has \(wanted.count) records; \(WebLimits.records) are allowed.")
    }
    let names = try wanted.map { RecordName(try $0.required("recordName", $0.text)) }
    _ = try await zones.head(of: zone, in: call.database)
    let key = call.database.key(of: zone)
    let stored = try await storage.records([.manifest] + names.filter(\.isValid), of: key)
    let resets = try stored[.manifest].map { try RecordCoding.record(in: $0.body) }
    let records = try zip(names, wanted).map { name, object in
      let view = try stored[name].map { try RecordView($0, resets: resets) }
      guard let view, view.isVisible else {
        return RecordForm.error(
          WebError(.notFound, "The record \(name.rawValue) does not exist."), of: name.rawValue)
      }
      return form.wanting(try object.texts("desiredKeys")).json(of: view)
    }
    call.context.notes.note { $0.records = records.count }
    return .object(["records": .list(records)])
  }
}
