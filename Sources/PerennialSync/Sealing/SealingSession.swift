#if SealedSync
import Foundation
import Logging
import PerennialRecords
import Synchronization

/// The keys that a device has for a zone while its store is synced.
final class SealingSession: Sendable {
  private struct State {
    var account: String?
    var ring = KeyRing()
    var keys: [SealingKey.Identifier: SealingKey] = [:]
    var current: SealingKey?
    var list = ""

    mutating func use(_ ring: KeyRing, zone: String) {
      self.ring = ring
      keys = [:]
      for entry in ring.entries {
        keys[entry.identifier] = SealingKey(entry.identifier, secret: entry.secret, zone: zone)
      }
      current = keys.keys.max().flatMap { keys[$0] }
      list = keys.keys.sorted().map(\.description).joined(separator: ",")
    }
  }

  let zone: String
  private let hub: SyncHub
  private let state = Mutex(State())

  /// Reads the keys of the account that the device is signed in to. Keys that cannot be read are reported by
  /// ``SealedData``.
  init(_ hub: SyncHub, zone: String) {
    (self.hub, self.zone) = (hub, zone)
    refresh()
  }

  /// The keys, the greatest first.
  var keys: [SealingKey] {
    state.withLock { $0.keys.values.sorted { $0.identifier > $1.identifier } }
  }

  /// The key that values are sealed with.
  var current: SealingKey? { state.withLock { $0.current } }

  var ring: KeyRing { state.withLock { $0.ring } }

  // MARK: The device's secrets

  /// Reads the keys again, after the account of the device has changed.
  func reload() throws {
    let account = try hub.credentials.credentials(for: hub.url)?.account
    let ring = try account.map(stored)
    state.withLock { state in
      state.account = account
      state.use((ring ?? nil) ?? KeyRing(), zone: zone)
    }
  }

  private func stored(for account: String) throws -> KeyRing? {
    guard let data = try hub.credentials.secret(named: name(of: account), for: hub.url) else {
      return nil
    }
    do { return try JSONDecoder().decode(KeyRing.self, from: data) } catch {
      throw SealedDataError.invalidKeys("The keys of this device are damaged: \(error)")
    }
  }

  private func name(of account: String) -> String { "sealing \(zone) \(account)" }

  /// Changes the secrets of the device, and stores them before they are used.
  func update(_ change: (inout KeyRing) throws -> Void) throws {
    try state.withLock { state in
      guard let account = state.account else { throw SyncError.paused(.signedOut) }
      var ring = state.ring
      try change(&ring)
      if ring == state.ring { return }
      try hub.credentials.store(
        secret: JSONEncoder().encode(ring), named: name(of: account), for: hub.url)
      state.use(ring, zone: zone)
    }
  }

  /// Forgets the keys of this device.
  func forget() throws {
    try state.withLock { state in
      guard let account = state.account else { return }
      try hub.credentials.store(secret: nil, named: name(of: account), for: hub.url)
      state.account = nil
      state.use(KeyRing(), zone: zone)
    }
  }
}

extension SealingSession: ValueSealer {
  func refresh() {
    do { try reload() } catch {
      Logger(label: "perennial.sync").warning(
        "the keys of sealed values cannot be read: \(error.localizedDescription)")
    }
  }

  var keyList: String { state.withLock { $0.list } }

  var hasKey: Bool { current != nil }

  var madeCurrentKey: Bool {
    state.withLock { state in
      state.ring.entries.contains { $0.isOwn && $0.identifier == state.current?.identifier }
    }
  }

  func seal(_ value: RecordValue, in field: SealedField, at stamp: Stamp) throws -> Data {
    guard let current else { throw SealedValueError.noKey }
    return try current.seal(value, in: field, at: stamp)
  }

  func open(
    _ sealed: Data, in field: SealedField
  ) throws(SealedValueError) -> (value: RecordValue, isCurrent: Bool) {
    let identifier = try SealingKey.identifier(of: sealed)
    let (key, current) = state.withLock { ($0.keys[identifier], $0.current) }
    guard current != nil else { throw .noKey }
    guard let key else { throw .unknownKey("\(identifier)") }
    return (try key.open(sealed, in: field), identifier == current?.identifier)
  }

  func takeKeys(
    from known: RecordState<RecordValue>, onHub acknowledged: RecordState<RecordValue>
  ) throws -> [String: RecordValue] {
    guard state.withLock({ $0.account != nil }) else { return [:] }
    let record = KeyRecord(known)
    try confirm(KeyRecord(acknowledged))
    try takeGrant(of: record)
    try takeFormers(of: record)
    return try missing(in: record)
  }

  /// Begins to use the pending key, once the hub has it for the recovery phrase.
  private func confirm(_ onHub: KeyRecord) throws {
    guard let recovery = onHub.recovery else { return }
    try update { ring in
      if ring.pending?.identifier == recovery.key { ring.confirmPending() }
    }
  }

  /// Takes the key that another device has encrypted for this one.
  private func takeGrant(of record: KeyRecord) throws {
    try update { ring in
      guard let grant = record.grant(to: ring.device),
        !ring.entries.contains(where: { $0.identifier == grant.key })
      else { return }
      if let by = grant.by {
        guard let entry = ring.entries.first(where: { $0.identifier == by }) else { return }
        let former = SealingKey(by, secret: entry.secret, zone: zone)
        guard let key = grant.open(ring, secret: former.proofs, zone: zone) else { return }
        ring.add(key)
      } else if let code = ring.code {
        let secret = DeviceCode(secret: code).key(zone: zone)
        guard let key = grant.open(ring, secret: secret, zone: zone) else { return }
        ring.add(key)
        ring.code = nil
      }
    }
  }

  /// Takes the former keys that the device's keys open, and those that these open.
  private func takeFormers(of record: KeyRecord) throws {
    try update { ring in
      var isNew = true
      while isNew {
        isNew = false
        for identifier in record.formers
        where !ring.entries.contains(where: { $0.identifier == identifier }) {
          guard let former = record.former(identifier),
            let entry = ring.entries.first(where: { $0.identifier == former.by }),
            let key = former.open(
              identifier, with: SealingKey(former.by, secret: entry.secret, zone: zone),
              zone: zone)
          else { continue }
          ring.add(key)
          isNew = true
        }
      }
    }
  }

  /// Returns the fields that the record lacks: the entry of this device, and keys that only this device has.
  private func missing(in record: KeyRecord) throws -> [String: RecordValue] {
    let (ring, keys, current) = state.withLock { ($0.ring, $0.keys, $0.current) }
    guard let current else { return [:] }
    var fields: [String: RecordValue] = [:]
    if record.device(ring.device)?.key != current.identifier {
      fields[KeyRecord.Field.device(ring.device)] = try KeyRecord.value(
        KeyRecord.Device(of: ring, key: current, zone: zone))
    }
    guard let recovery = record.recovery.flatMap({ keys[$0.key] }) else { return fields }
    for (identifier, key) in keys
    where identifier != recovery.identifier && record.former(identifier) == nil {
      fields[KeyRecord.Field.former(identifier)] = try KeyRecord.value(
        KeyRecord.Former(key, by: recovery, zone: zone))
    }
    return fields
  }
}
#endif
