import Foundation
import GRDB
public import PerennialRecords

extension SQLiteHubStorage {
  public func zone(_ key: ZoneKey) async throws -> Zone {
    try await read { [incarnation] in try Self.head(of: key, in: $0, incarnation).zone }
  }

  public func contents(of account: Account.ID) async throws -> (zones: [String], records: Int) {
    try await read { database in
      let zones = try database.rows(.readZoneNames, account) { $0[0] as String }
      return (zones, try database.row(.countRecords, account) { $0[0] as Int } ?? 0)
    }
  }

  public func page(
    of key: ZoneKey, after token: SyncToken?, upTo limit: PageLimit
  ) async throws -> StoredPage {
    try await read { [incarnation] database in
      let zone = try Self.head(of: key, in: database, incarnation).zone
      let start = try zone.start(after: token)
      let rows = try Row.fetchCursor(
        database.cachedStatement(sql: Statement.readPage.sql),
        arguments: [key.account, key.name, start.sequence, limit.records + 1])
      return try StoredPage(of: zone, after: start, upTo: limit) {
        try rows.next().map { RecordRow($0) }
      }
    }
  }

  public func update<Reply: Sendable>(
    _ key: ZoneKey, reading names: [RecordName], mentioning assets: Set<RecordAsset>,
    at time: Int64,
    decide: @escaping @Sendable (StoredZone) throws -> ZoneUpdate<Reply>
  ) async throws -> ZoneUpdate<Reply> {
    try await write { [incarnation] database in
      try Self.checkWritable(key.account, in: database)
      let (zone, account, exists) = try Self.head(of: key, in: database, incarnation)
      let records = try Self.records(names, of: key, in: database)
      let missing = try assets.filter { asset in
        try database.row(
          .readAsset, key.account, key.name, asset.checksum, as: StoredAsset.init
        )?.bytes != Int64(asset.byteCount)
      }
      let update = try decide(
        StoredZone(
          zone: zone, exists: exists, records: records, missing: missing, account: account))
      if !update.changes.isEmpty { try Self.apply(update, to: key, in: database, at: time) }
      return update
    }
  }

  static func records(
    _ names: [RecordName], of key: ZoneKey, in database: Database
  ) throws -> [RecordName: RecordRow] {
    var records: [RecordName: RecordRow] = [:]
    for name in names where records[name] == nil {
      records[name] = try database.row(
        .readRecord, key.account, key.name, name.rawValue, as: RecordRow.init)
    }
    return records
  }

  private static func apply<Reply>(
    _ update: ZoneUpdate<Reply>, to key: ZoneKey, in database: Database, at time: Int64
  ) throws {
    for change in update.changes {
      let record = change.record
      try database.run(
        .writeRecord, key.account, key.name, record.name.rawValue, change.sequence, record.type,
        record.created?.description, time, record.isForgettable, change.body)
    }
    try database.run(
      .writeZone, key.account, key.name, update.zone.sequence, update.zone.floor)
    if update.growth != 0 { try database.run(.growAccount, key.account, update.growth) }
    for asset in update.dropped {
      try database.run(.useAsset, key.account, key.name, asset.checksum, time)
    }
    try database.run(.countChanges, Int64(update.changes.count))
  }

  /// Returns the head of a zone and its account, and `true` if the zone exists.
  ///
  /// - Throws: `HubError/Code/unauthorized` if the account was removed since the request was let in.
  static func head(
    of key: ZoneKey, in database: Database, _ incarnation: Int64
  ) throws -> (zone: Zone, account: Account, exists: Bool) {
    guard let account = try database.row(.readAccount, key.account, as: Account.init) else {
      throw HubError.removedAccount
    }
    let zone = try database.row(.readZone, key.account, key.name) { row in
      account.zone(incarnation, sequence: row[0], floor: row[1])
    }
    return (zone ?? account.zone(incarnation), account, zone != nil)
  }

  /// Checks that a transaction may write to an account, and opens the account if it was read-only for a time that is
  /// over.
  ///
  /// - Throws: As `Account.checkWritable(at:)`; `HubError/Code/unauthorized` if the account was removed.
  @discardableResult
  static func checkWritable(_ id: Account.ID, in database: Database) throws -> Account {
    guard var account = try database.row(.readAccount, id, as: Account.init) else {
      throw HubError.removedAccount
    }
    if try account.checkWritable() {
      account.state = .open
      let open = account.state.columns
      try database.run(.setAccountState, id, open.kind, open.value)
    }
    return account
  }

  public func forgetDeletions(of account: Account.ID, before time: Int64) async throws -> Int {
    var count = 0
    for zone in try await contents(of: account).zones {
      count += try await write { database in
        try Self.checkWritable(account, in: database)
        let found = try database.row(.readForgettable, account, zone, time) { row in
          (count: row[0] as Int, floor: row[1] as Int64, bytes: row[2] as Int64)
        }
        guard let found, found.count > 0 else { return 0 }
        try database.run(.deleteForgettable, account, zone, time)
        try database.run(.raiseFloor, account, zone, found.floor)
        try database.run(.growAccount, account, -found.bytes)
        return found.count
      }
    }
    return count
  }

  public func records(
    _ names: [RecordName], of key: ZoneKey
  ) async throws -> [RecordName: RecordRow] {
    try await read { try Self.records(names, of: key, in: $0) }
  }

  public func records(
    ofType type: String, in key: ZoneKey, after name: RecordName?, upTo count: Int
  ) async throws -> [(name: RecordName, record: RecordRow)] {
    try await read { database in
      try database.rows(
        .readRecordsOfType, key.account, key.name, name?.rawValue ?? "", type, count
      ) { (RecordName($0[3]), RecordRow($0)) }
    }
  }

  public func zones(of account: Account.ID) async throws -> [String: Zone] {
    try await read { [incarnation] database in
      guard let account = try database.row(.readAccount, account, as: Account.init) else {
        throw HubError.removedAccount
      }
      let zones = try database.rows(.readZones, account.id) { row in
        (row[0] as String, account.zone(incarnation, sequence: row[1], floor: row[2]))
      }
      return Dictionary(zones, uniquingKeysWith: { first, _ in first })
    }
  }

  public func addZone(_ key: ZoneKey, at time: Int64) async throws {
    try await write { [incarnation] database in
      _ = try Self.head(of: key, in: database, incarnation)
      try database.run(.insertZone, key.account, key.name, Zone.firstSequence(at: time))
    }
  }

  public func removeZone(_ key: ZoneKey) async throws -> Bool {
    try await write { [incarnation] database in
      guard try Self.head(of: key, in: database, incarnation).exists else { return false }
      let records = try database.row(.sumRecords, key.account, key.name) { $0[1] as Int64 }
      let assets = try database.rows(
        .readUnusedAssets, key.account, key.name, Int64.max, as: StoredAsset.init)
      for statement in [Statement.deleteZoneRecords, .deleteZoneAssets, .deleteZone] {
        try database.run(statement, key.account, key.name)
      }
      try database.run(
        .growAccount, key.account, -assets.reduce(records ?? 0) { $0 + $1.bytes })
      return true
    }
  }
}
