#if SealedSync
public import Foundation
import PerennialRecords
import PerennialReplication

extension StoreSync {
  /// The sealed values of the store and their keys; nil if the hub was registered without sealing.
  public var sealing: SealedData? { session.map { SealedData(self, $0) } }
}

/// The sealed values of a store, and the key that they have in the account.
///
/// ```swift
/// let phrase = RecoveryPhrase()
/// print("Write this down: \(phrase.text)")
/// try await container.sync?.sealing?.createKey(recoveredBy: phrase)
/// ```
///
/// Each function exchanges changes with the hub first, and throws ``SyncError`` if that is not possible,
/// ``SealedDataError``, or ``CredentialError`` if the device cannot store its secrets.
public struct SealedData: Sendable {
  /// The use of the key on this device.
  public enum State: Sendable {
    /// The account has no key, as far as this device knows. Changes of sealed attributes wait.
    case noKey
    /// The account has a key, and the device does not.
    case locked
    /// The device seals and opens values.
    case ready
  }

  /// A device that has a key of the account, or has requested one.
  public struct Device: Equatable, Sendable, Identifiable {
    /// The random name of the device.
    public let id: String
    /// The name that the user has given to the device.
    public let name: String
    /// `true` if the device has a key of the account. It proves that to devices that have the same key.
    public let hasKey: Bool
    /// `true` for this device.
    public let isCurrent: Bool
  }

  private let sync: StoreSync
  private let session: SealingSession

  init(_ sync: StoreSync, _ session: SealingSession) { (self.sync, self.session) = (sync, session) }

  /// The use of the key on this device, without a request to the hub.
  public var state: State {
    get async throws {
      if session.hasKey { return .ready }
      try session.reload()
      if session.hasKey { return .ready }
      return try await keyRecord().recovery == nil ? .noKey : .locked
    }
  }

  // MARK: The key

  /// Creates the key of the account. All sealed attributes are sent again with it.
  ///
  /// The key is used as soon as the hub has it for the recovery phrase. If the function throws an error of the network,
  /// that happens later, and the phrase is valid.
  ///
  /// ```swift
  /// guard let sealing = container.sync?.sealing, try await sealing.state == .noKey else { return }
  /// let phrase = RecoveryPhrase()
  /// print("Write this down: \(phrase.text)")
  /// try await sealing.createKey(recoveredBy: phrase)
  /// ```
  ///
  /// - Parameter phrase: A new phrase, which the user has written down.
  /// - Throws: ``SealedDataError/keyExists``.
  public func createKey(recoveredBy phrase: RecoveryPhrase) async throws {
    try await exchange()
    let record = try await keyRecord()
    guard record.recovery == nil else { throw SealedDataError.keyExists }
    try await publish(phrase) { _ in [:] }
  }

  /// Takes the key of the account by its recovery phrase. The values that waited for it are shown.
  ///
  /// ```swift
  /// try await container.sync?.sealing?.unlock(with: RecoveryPhrase(code))
  /// ```
  ///
  /// - Throws: ``SealedDataError/wrongPhrase``; ``SealedDataError/noKey``.
  public func unlock(with phrase: RecoveryPhrase) async throws {
    try await exchange()
    guard let recovery = try await keyRecord().recovery else { throw SealedDataError.noKey }
    let zone = session.zone
    let key = try await sync.queue.run { try recovery.open(with: phrase, zone: zone) }
    try session.update { $0.add(key) }
    try await useKeys()
  }

  /// Replaces the key and the recovery phrase of the account, for example after the loss of a device.
  ///
  /// The other devices receive the new key, except the excluded ones. All values are sealed again in the background.
  /// Former keys are kept, encrypted with the new one, for values that devices without a connection send later.
  ///
  /// ```swift
  /// guard let sealing = container.sync?.sealing else { return }
  /// let lost = try await sealing.devices().filter { $0.name == "Lost phone" }
  /// let phrase = RecoveryPhrase()
  /// print("Write this down: \(phrase.text)")
  /// try await sealing.rotateKey(recoveredBy: phrase, excluding: lost)
  /// ```
  ///
  /// - Parameters:
  ///   - phrase: A new phrase, which the user has written down. The former one opens nothing any more.
  ///   - devices: The devices that do not get the new key. Revoke their tokens, too.
  /// - Throws: ``SealedDataError/locked``.
  public func rotateKey(
    recoveredBy phrase: RecoveryPhrase, excluding devices: [Device] = []
  ) async throws {
    try await exchange()
    guard let former = session.current else { throw SealedDataError.locked }
    let (record, zone, keys) = (try await keyRecord(), session.zone, session.keys)
    let own = session.ring.device
    let excluded = Set(devices.map(\.id))
    try await publish(phrase) { key in
      var fields = [
        KeyRecord.Field.former(former.identifier): try KeyRecord.value(
          KeyRecord.Former(former, by: key, zone: zone))
      ]
      for (device, entry) in record.devices where device != own {
        guard !excluded.contains(device) else {
          fields[KeyRecord.Field.device(device)] = .null
          fields[KeyRecord.Field.grant(device)] = .null
          continue
        }
        guard let common = keys.first(where: { entry.isProved(by: $0, device: device, zone: zone) })
        else { continue }
        fields[KeyRecord.Field.grant(device)] = try KeyRecord.value(
          KeyRecord.Grant(
            key, to: device, entry, secret: common.proofs, by: common.identifier, zone: zone))
      }
      return fields
    }
  }

  // MARK: Devices

  /// Returns the devices that have a key, or have requested one, by name.
  ///
  /// ```swift
  /// for device in try await container.sync?.sealing?.devices() ?? [] where !device.hasKey {
  ///   print("\(device.name) waits for the key.")
  /// }
  /// ```
  public func devices() async throws -> [Device] {
    try await exchange()
    let (own, keys, zone) = (session.ring.device, session.keys, session.zone)
    return try await keyRecord().devices.map { device, entry in
      Device(
        id: device, name: entry.name,
        hasKey: keys.contains { entry.isProved(by: $0, device: device, zone: zone) },
        isCurrent: device == own)
    }.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
  }

  /// Requests the key from the other devices of the account.
  ///
  /// ```swift
  /// let code = try await container.sync?.sealing?.requestKey(deviceName: "Ann's tablet")
  /// print("Type \(code?.text ?? "") on a device that has the key.")
  /// ```
  ///
  /// - Parameter name: The name by which the user recognises this device.
  /// - Returns: The code that the user types on a device with the key. The hub does not get it.
  public func requestKey(deviceName name: String) async throws -> DeviceCode {
    try await exchange()
    let code = DeviceCode()
    try session.update { ring in
      ring.code = code.secret
      ring.name = name
    }
    let ring = session.ring
    let entry = try KeyRecord.value(KeyRecord.Device(of: ring, code: code, zone: session.zone))
    try await write([KeyRecord.Field.device(ring.device): entry])
    return code
  }

  /// Gives the key to the device that shows a code. The user confirms that by typing the code.
  ///
  /// ```swift
  /// let device = try await container.sync?.sealing?.grantKey(to: DeviceCode(code))
  /// ```
  ///
  /// - Returns: The device.
  /// - Throws: ``SealedDataError/locked``; ``SealedDataError/unknownCode``.
  @discardableResult
  public func grantKey(to code: DeviceCode) async throws -> Device {
    try await exchange()
    guard let key = session.current else { throw SealedDataError.locked }
    let zone = session.zone
    let devices = try await keyRecord().devices
    guard
      let (device, entry) = devices.first(where: {
        $1.isProved(by: code, device: $0, zone: zone)
      })
    else { throw SealedDataError.unknownCode }
    let grant = try KeyRecord.Grant(
      key, to: device, entry, secret: code.key(zone: zone), by: nil, zone: zone)
    try await write([KeyRecord.Field.grant(device): try KeyRecord.value(grant)])
    return Device(id: device, name: entry.name, hasKey: true, isCurrent: false)
  }

  // MARK: Files

  /// Returns the keys of this device, encrypted with a phrase: a copy for a safe.
  ///
  /// ```swift
  /// let phrase = RecoveryPhrase()
  /// let copy = try await container.sync?.sealing?.exportKeys(protectedBy: phrase)
  /// try copy?.write(to: directory.appending(path: "kitchen.keys"))
  /// ```
  ///
  /// - Parameter phrase: A new phrase for this copy.
  /// - Throws: ``SealedDataError/locked``.
  public func exportKeys(protectedBy phrase: RecoveryPhrase) async throws -> Data {
    guard session.hasKey else { throw SealedDataError.locked }
    let (entries, zone, account) = (session.ring.entries, session.zone, try account())
    let rounds = sync.recoveryRounds
    return try await sync.queue.run {
      try JSONEncoder().encode(
        KeyExport(entries, phrase: phrase, rounds: rounds, zone: zone, account: account))
    }
  }

  /// Takes the keys of a copy. The values that waited for them are shown.
  ///
  /// ```swift
  /// let copy = try Data(contentsOf: directory.appending(path: "kitchen.keys"))
  /// try await container.sync?.sealing?.importKeys(copy, protectedBy: RecoveryPhrase(code))
  /// ```
  ///
  /// - Throws: ``SealedDataError/wrongPhrase``; ``SealedDataError/invalidKeys(_:)``, also for a copy of another account
  ///   or zone.
  public func importKeys(_ copy: Data, protectedBy phrase: RecoveryPhrase) async throws {
    let (zone, account) = (session.zone, try account())
    let entries = try await sync.queue.run {
      try KeyExport.entries(in: copy, phrase: phrase, zone: zone, account: account)
    }
    try session.update { ring in
      for entry in entries {
        ring.add(SealingKey(entry.identifier, secret: entry.secret, zone: zone))
      }
    }
    try await useKeys()
  }

  // MARK: -

  private func account() throws -> String {
    guard let name = try sync.account.credentials?.account else {
      throw SyncError.paused(.signedOut)
    }
    return name
  }

  /// Exchanges changes. Records that the hub has refused do not hinder the use of keys.
  private func exchange() async throws {
    do { try await sync.synchronize() } catch SyncError.refused {}
    try session.reload()
  }

  private func keyRecord() async throws -> KeyRecord {
    try await sync.queue.run { [storage = sync.storage] in
      try storage.reading { try $0.store.sealing.keyRecord }
    }
  }

  /// Writes fields of the zone's record of keys, and sends them.
  private func write(_ fields: [String: RecordValue]) async throws {
    try await sync.queue.run { [storage = sync.storage] in
      try storage.transaction { try $0.store.sealing.writeKeys(fields) }
    }
    await sync.engine.noteLocalChange()
    try await exchange()
  }

  /// Takes what the keys of this device open.
  private func useKeys() async throws {
    try await sync.queue.run { [storage = sync.storage] in
      try storage.transaction { $0.store.recordTable.isKeyRecordWritten = true }
    }
    await sync.engine.noteLocalChange()
    try await exchange()
  }

  /// Makes a key, and uses it when the hub has it.
  private func publish(
    _ phrase: RecoveryPhrase, with others: (SealingKey) throws -> [String: RecordValue]
  ) async throws {
    let (zone, rounds) = (session.zone, sync.recoveryRounds)
    let generation = session.current?.identifier.generation ?? 0
    guard generation < .max else {
      throw SealedDataError.invalidKeys("The key has the last generation.")
    }
    let key = SealingKey(generation: generation + 1, zone: zone)
    let recovery = try await sync.queue.run {
      try KeyRecord.Recovery(key, phrase: phrase, rounds: rounds, zone: zone)
    }
    var fields = try others(key)
    fields[KeyRecord.Field.recovery] = try KeyRecord.value(recovery)
    try session.update { $0.pending = KeyRing.Entry(key, isOwn: true) }
    try await write(fields)
    // Another device has replaced the key at the same time.
    if session.current?.identifier != key.identifier { throw SealedDataError.keyExists }
    try await exchange()
  }
}

extension RecordSealing {
  /// The zone's record of keys, as this device knows it.
  fileprivate var keyRecord: KeyRecord {
    get throws {
      guard let keys = try recordTable.tracked(.sealingKeys) else {
        return KeyRecord(RecordState())
      }
      return KeyRecord(keys.acknowledged.state.joined(with: keys.detachedChanges))
    }
  }
}
#endif
