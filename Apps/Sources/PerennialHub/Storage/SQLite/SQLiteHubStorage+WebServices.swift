public import Foundation
import GRDB
import PerennialRecords

extension SQLiteHubStorage {
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
