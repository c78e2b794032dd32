public import Foundation
import GRDB
public import PerennialRecords

extension SQLiteHubStorage {
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

  // MARK: Keys

  public func add(_ key: WebKey) async throws {
    try await write { database in
      try database.run(
        .insertWebKey, key.account, key.id, key.kind.rawValue, key.name, key.value, key.created)
    }
  }

  public func webKeys(of account: Account.ID) async throws -> [WebKey] {
    try await read { database in
      try database.rows(.readWebKeys, account) { row in
        WebKey.Kind(rawValue: row[2]).map { kind in
          WebKey(
            account: row[0], id: row[1], kind: kind, name: row[3], value: row[4], created: row[5])
        }
      }.compactMap { $0 }
    }
  }

  public func removeWebKey(_ id: String, of account: Account.ID) async throws -> Bool {
    try await write { database in
      try database.run(.deleteWebKey, account, id)
      return database.changesCount > 0
    }
  }

  // MARK: Subscriptions

  public func put(_ subscription: StoredSubscription, of account: Account.ID) async throws {
    try await write { database in
      try database.run(
        .writeSubscription, account, subscription.database, subscription.id, subscription.body)
    }
  }

  public func subscriptions(
    of account: Account.ID, to database: String
  ) async throws -> [StoredSubscription] {
    try await read { connection in
      try connection.rows(.readSubscriptions, account, database) { row in
        StoredSubscription(database: row[0], id: row[1], body: row[2])
      }
    }
  }

  public func removeSubscription(
    _ id: String, of account: Account.ID, to database: String
  ) async throws -> Bool {
    try await write { connection in
      try connection.run(.deleteSubscription, account, database, id)
      return connection.changesCount > 0
    }
  }

  public func secret() async throws -> Data {
    if let secret = try await read({ try $0.row(.readSecret) { $0[0] as Data } }) { return secret }
    return try await write { database in
      try database.run(.insertSecret, HubSecret.random())
      guard let secret = try database.row(.readSecret, as: { $0[0] as Data }) else {
        throw HubStorageError(.fileFailure, "The secret of the hub cannot be written.")
      }
      return secret
    }
  }
}
