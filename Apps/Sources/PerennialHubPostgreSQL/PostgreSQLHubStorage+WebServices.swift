public import Foundation
public import PerennialHub
public import PerennialRecords

extension PostgreSQLHubStorage {
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

  // MARK: Keys

  public func add(_ key: WebKey) async throws {
    try await transaction(.writing) { transaction in
      _ = try transaction.finish(
        .shared(.insertWebKey), .integer(key.account), .text(key.id), .text(key.kind.rawValue),
        .text(key.name), .bytes(key.value), .integer(key.created))
    }
  }

  public func webKeys(of account: Account.ID) async throws -> [WebKey] {
    try await transaction(.reading) { transaction in
      let rows = try transaction.finish(.shared(.readWebKeys), .integer(account))
      return (0..<rows.count).compactMap { row in
        WebKey.Kind(rawValue: rows.text(row, 2)).map { kind in
          WebKey(
            account: rows.integer(row, 0), id: rows.text(row, 1), kind: kind,
            name: rows.text(row, 3), value: rows.data(row, 4), created: rows.integer(row, 5))
        }
      }
    }
  }

  public func removeWebKey(_ id: String, of account: Account.ID) async throws -> Bool {
    try await transaction(.writing) { transaction in
      try transaction.finish(.shared(.deleteWebKey), .integer(account), .text(id)).changes > 0
    }
  }

  // MARK: Subscriptions

  public func put(_ subscription: StoredSubscription, of account: Account.ID) async throws {
    try await transaction(.writing) { transaction in
      _ = try transaction.finish(
        .shared(.writeSubscription), .integer(account), .text(subscription.database),
        .text(subscription.id), .bytes(subscription.body))
    }
  }

  public func subscriptions(
    of account: Account.ID, to database: String
  ) async throws -> [StoredSubscription] {
    try await transaction(.reading) { transaction in
      let rows = try transaction.finish(
        .shared(.readSubscriptions), .integer(account), .text(database))
      return (0..<rows.count).map { row in
        StoredSubscription(
          database: rows.text(row, 0), id: rows.text(row, 1), body: rows.data(row, 2))
      }
    }
  }

  public func removeSubscription(
    _ id: String, of account: Account.ID, to database: String
  ) async throws -> Bool {
    try await transaction(.writing) { transaction in
      try transaction.finish(
        .shared(.deleteSubscription), .integer(account), .text(database), .text(id)
      ).changes > 0
    }
  }

  public func secret() async throws -> Data {
    let secret = try await transaction(.reading) { transaction in
      let rows = try transaction.finish([.init(.readSecret)])[0]
      return rows.count == 1 ? rows.data(0, 0) : nil
    }
    if let secret { return secret }
    return try await transaction(.writing) { transaction in
      let rows = try transaction.finish([
        .init(.insertSecret, .bytes(HubSecret.random())), .init(.readSecret),
      ])[1]
      guard rows.count == 1 else {
        throw HubStorageError(.serverFailure, "The secret of the hub cannot be written.")
      }
      return rows.data(0, 0)
    }
  }
}
