@testable import Perennial

extension SQLiteStore {
  /// Runs a block in a transaction of the connection that writes, past all contexts and the history.
  func write<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    let transaction = StoreTransaction(self, number: 0, entities: StoreEntities([self])) { false }
    defer { transaction.end() }
    do {
      try transaction.begin(.rows, .user, keepsHistory: false)
      let result = try body(transaction.connection)
      try transaction.commit(author: nil)
      return result
    } catch {
      transaction.rollback()
      throw error
    }
  }
}
