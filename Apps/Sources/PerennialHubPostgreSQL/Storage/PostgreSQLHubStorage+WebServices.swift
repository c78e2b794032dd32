public import Foundation
public import PerennialHub
import PerennialRecords

extension PostgreSQLHubStorage {
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
