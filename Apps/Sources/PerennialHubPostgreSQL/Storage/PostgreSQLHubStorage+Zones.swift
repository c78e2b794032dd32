import Foundation
public import PerennialHub
public import PerennialRecords

extension PostgreSQLHubStorage {
  public func zone(_ key: ZoneKey) async throws -> Zone {
    try await transaction(.reading) { [incarnation] transaction in
      let rows = try transaction.finish([
        .init(.readAccount, .integer(key.account)),
        .init(.readZone, .integer(key.account), .text(key.name)),
      ])
      return try Self.head(account: rows[0], zone: rows[1], incarnation).zone
    }
  }

  public func contents(of account: Account.ID) async throws -> (zones: [String], records: Int) {
    try await transaction(.reading) { transaction in
      let rows = try transaction.finish([
        .init(.readZoneNames, .integer(account)), .init(.countRecords, .integer(account)),
      ])
      return ((0..<rows[0].count).map { rows[0].text($0, 0) }, Int(rows[1].integer(0, 0)))
    }
  }

  public func page(
    of key: ZoneKey, after token: SyncToken?, upTo limit: PageLimit
  ) async throws -> StoredPage {
    try await transaction(.reading) { [incarnation] transaction in
      // The rows travel with the head, which then says whether the position is valid.
      let rows = try transaction.finish([
        .init(.readAccount, .integer(key.account)),
        .init(.readZone, .integer(key.account), .text(key.name)),
        .init(
          .readPage, .integer(key.account), .text(key.name), .integer(token?.sequence ?? 0),
          .integer(Int64(limit.records) + 1)),
      ])
      let zone = try Self.head(account: rows[0], zone: rows[1], incarnation).zone
      let start = try zone.start(after: token)
      var row = 0
      return StoredPage(of: zone, after: start, upTo: limit) {
        if row == rows[2].count { return nil }
        defer { row += 1 }
        return RecordRow(rows[2], row)
      }
    }
  }

  public func update<Reply: Sendable>(
    _ key: ZoneKey, reading names: [RecordName], mentioning assets: Set<RecordAsset>,
    at time: Int64,
    decide: @escaping @Sendable (StoredZone) throws -> ZoneUpdate<Reply>
  ) async throws -> ZoneUpdate<Reply> {
    try await transaction(.writing) { [incarnation] transaction in
      let (account, zone) = (PostgreSQLValue.integer(key.account), PostgreSQLValue.text(key.name))
      let rows = try transaction.run(
        Self.lock(key) + [
          .init(.readRecords, [account, zone, .texts(names.map(\.rawValue))]),
          .init(.readAssets, [account, zone, .texts(assets.map(\.checksum))]),
        ])
      try Self.checkWritable(rows[0], in: transaction)
      let head = try Self.head(account: rows[0], zone: rows[2], incarnation)
      let sizes = Dictionary(
        (0..<rows[4].count).map { (rows[4].text($0, 0), rows[4].integer($0, 1)) },
        uniquingKeysWith: { first, _ in first })
      let missing = assets.filter { sizes[$0.checksum] != Int64($0.byteCount) }
      let update = try decide(
        StoredZone(
          zone: head.zone, exists: rows[1].changes == 0, records: Self.records(rows[3]),
          missing: missing, account: head.account))
      if !update.changes.isEmpty {
        _ = try transaction.finish(Self.writes(of: update, to: key, at: time))
      }
      return update
    }
  }

  /// Returns the records in the rows of `readRecords`.
  static func records(_ rows: PostgreSQLRows) -> [RecordName: RecordRow] {
    Dictionary(
      (0..<rows.count).map { (RecordName(rows.text($0, 3)), RecordRow(rows, $0)) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns the statements that write an update.
  private static func writes<Reply>(
    of update: ZoneUpdate<Reply>, to key: ZoneKey, at time: Int64
  ) -> [PostgreSQLConnection.Query] {
    let (account, zone) = (PostgreSQLValue.integer(key.account), PostgreSQLValue.text(key.name))
    var queries = update.changes.map { change in
      let record = change.record
      return PostgreSQLConnection.Query(
        .writeRecord, account, zone, .text(record.name.rawValue), .integer(change.sequence),
        .text(record.type), record.created.map { .text($0.description) } ?? .null, .integer(time),
        .integer(record.isForgettable ? 1 : 0), .bytes(change.body))
    }
    queries.append(
      .init(.writeZone, account, zone, .integer(update.zone.sequence), .integer(update.zone.floor)))
    if update.growth != 0 { queries.append(.init(.growAccount, account, .integer(update.growth))) }
    for asset in update.dropped {
      queries.append(.init(.useAsset, account, zone, .text(asset.checksum), .integer(time)))
    }
    return queries
  }

  public func forgetDeletions(of account: Account.ID, before time: Int64) async throws -> Int {
    var count = 0
    for zone in try await contents(of: account).zones {
      let key = ZoneKey(account: account, name: zone)
      count += try await transaction(.writing) { transaction in
        let (account, zone) = (PostgreSQLValue.integer(account), PostgreSQLValue.text(zone))
        let rows = try transaction.run(
          Self.lock(key) + [.init(.readForgettable, account, zone, .integer(time))])
        try Self.checkWritable(rows[0], in: transaction)
        let found = rows[3]
        let count = Int(found.integer(0, 0))
        if count == 0 { return 0 }
        _ = try transaction.finish([
          .init(.deleteForgettable, account, zone, .integer(time)),
          .init(.raiseFloor, account, zone, .integer(found.integer(0, 1))),
          .init(.growAccount, account, .integer(-found.integer(0, 2))),
        ])
        return count
      }
    }
    return count
  }

  public func records(
    _ names: [RecordName], of key: ZoneKey
  ) async throws -> [RecordName: RecordRow] {
    try await transaction(.reading) { transaction in
      Self.records(
        try transaction.finish(
          .readRecords, .integer(key.account), .text(key.name), .texts(names.map(\.rawValue))))
    }
  }

  public func records(
    ofType type: String, in key: ZoneKey, after name: RecordName?, upTo count: Int
  ) async throws -> [(name: RecordName, record: RecordRow)] {
    try await transaction(.reading) { transaction in
      let rows = try transaction.finish(
        .shared(.readRecordsOfType), .integer(key.account), .text(key.name),
        .text(name?.rawValue ?? ""), .text(type), .integer(Int64(count)))
      return (0..<rows.count).map { (RecordName(rows.text($0, 3)), RecordRow(rows, $0)) }
    }
  }

  public func zones(of account: Account.ID) async throws -> [String: Zone] {
    try await transaction(.reading) { [incarnation] transaction in
      let rows = try transaction.finish([
        .init(.readAccount, .integer(account)), .init(.readZones, .integer(account)),
      ])
      guard rows[0].count == 1 else { throw HubError.removedAccount }
      let owner = try Account(rows[0], 0)
      let zones = (0..<rows[1].count).map { row in
        (
          rows[1].text(row, 0),
          owner.zone(
            incarnation, sequence: rows[1].integer(row, 1), floor: rows[1].integer(row, 2))
        )
      }
      return Dictionary(zones, uniquingKeysWith: { first, _ in first })
    }
  }

  public func addZone(_ key: ZoneKey, at time: Int64) async throws {
    try await transaction(.writing) { transaction in
      let rows = try transaction.finish([
        .init(.holdAccount, [.integer(key.account)]),
        .init(
          .insertZone, .integer(key.account), .text(key.name),
          .integer(Zone.firstSequence(at: time))),
      ])
      guard rows[0].count == 1 else { throw HubError.removedAccount }
    }
  }

  public func removeZone(_ key: ZoneKey) async throws -> Bool {
    try await transaction(.writing) { transaction in
      let (account, zone) = (PostgreSQLValue.integer(key.account), PostgreSQLValue.text(key.name))
      let rows = try transaction.run([
        .init(.holdAccount, [account]), .init(.lockZone, [account, zone]),
        .init(.sumRecords, account, zone),
        .init(.readUnusedAssets, account, zone, .integer(.max)),
      ])
      guard rows[0].count == 1 else { throw HubError.removedAccount }
      guard rows[1].count == 1 else { return false }
      let bytes = (0..<rows[3].count).reduce(rows[2].integer(0, 1)) {
        $0 + StoredAsset(rows[3], $1).bytes
      }
      _ = try transaction.finish([
        .init(.deleteZoneRecords, account, zone), .init(.deleteZoneAssets, account, zone),
        .init(.deleteZone, account, zone), .init(.growAccount, account, .integer(-bytes)),
      ])
      return true
    }
  }

  // MARK: Accounts and heads

  /// Checks that a transaction may write to an account that it holds, and opens the account if it was read-only for a
  /// time that is over.
  ///
  /// - Throws: As `Account.checkWritable(at:)`; `HubError/Code/unauthorized` if the account was removed.
  @discardableResult
  static func checkWritable(
    _ accounts: PostgreSQLRows, in transaction: PostgreSQLTransaction
  ) throws -> Account {
    guard accounts.count == 1 else { throw HubError.removedAccount }
    var account = try Account(accounts, 0)
    if try account.checkWritable() {
      account.state = .open
      let open = account.state.columns
      _ = try transaction.run(
        .shared(.setAccountState), .integer(account.id), .integer(open.kind), .integer(open.value))
    }
    return account
  }

  /// Returns the statements that lock a zone: the rows of its account are the result of the first one, and the head
  /// that of the third one.
  ///
  /// The account is held first, so that its removal and a write to one of its zones wait for each other in one order.
  static func lock(_ key: ZoneKey) -> [PostgreSQLConnection.Query] {
    let (account, zone) = (PostgreSQLValue.integer(key.account), PostgreSQLValue.text(key.name))
    return [
      .init(.holdAccount, [account]), .init(.makeZone, [account, zone]),
      .init(.lockZone, [account, zone]),
    ]
  }

  /// Returns the head of a zone and its account.
  ///
  /// - Throws: `HubError/Code/unauthorized` if the account was removed since the request was let in.
  static func head(
    account accounts: PostgreSQLRows, zone zones: PostgreSQLRows, _ incarnation: Int64
  ) throws -> (zone: Zone, account: Account) {
    guard accounts.count == 1 else { throw HubError.removedAccount }
    let account = try Account(accounts, 0)
    if zones.count == 0 { return (account.zone(incarnation), account) }
    return (
      account.zone(incarnation, sequence: zones.integer(0, 0), floor: zones.integer(0, 1)), account
    )
  }
}

extension RecordRow {
  /// Reads the columns `body`, `sequence` and `changed`.
  init(_ rows: PostgreSQLRows, _ row: Int) {
    self.init(
      body: rows.data(row, 0), sequence: rows.integer(row, 1), changed: rows.integer(row, 2))
  }
}
