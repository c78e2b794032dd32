import Foundation
import PerennialSQLite

extension Connection {
  /// `true` if the last statement has failed because a row would break a constraint, or has a value of another type
  /// than its column.
  package var hasRefusedRow: Bool { sqlite3_errcode(handle) & 0xFF == SQLITE_CONSTRAINT }

  /// Runs a block as a part of the connection's transaction that can be rolled back by itself.
  ///
  /// - Parameter body: Returns `false`, or throws, to roll the part back.
  package func part(_ body: () throws -> Bool) throws {
    let part = try Transaction(.savepoint, on: self)
    defer { part.end() }
    let isKept: Bool
    do {
      isKept = try body()
    } catch {
      try part.rollback()
      throw error
    }
    if isKept { try part.commit() } else { try part.rollback() }
  }
}

extension PropertyLayout {
  /// `true` if a value of the column's type need not be one of the property's type: a smaller integer, a UUID.
  package var isChecked: Bool {
    column != nil && !isJSON && !isExternal && attribute?.isTransformable != true
      && valueType != Int.self && valueType != Int64.self && valueType != String.self
      && valueType != Double.self && valueType != Date.self && valueType != Data.self
  }

  /// Returns `true` if the property can have the value of a column.
  package func fits(_ value: SQLValue, on connection: Connection) throws -> Bool {
    func open<S: _Storage.Slot>(_ type: S.Type) throws -> Bool {
      let fits = try connection.first("SELECT ?", [value]) { row in
        _ = S(&row)
        defer { row.failure = nil }
        return row.failure == nil
      }
      return fits ?? true
    }
    return try open(slot)
  }
}

extension StoreTransaction {
  /// Logs an event that the user should know of.
  package func warn(_ message: @autoclosure () -> String) { Log.container.warning(message()) }
}
