import PerennialSQLite

/// A prepared statement of one connection.
package final class Statement {
  package let pointer: OpaquePointer
  let sql: String
  /// `true` if the statement makes, alters or removes a table, an index, a trigger or a view of a file.
  let changesSchema: Bool
  /// A Boolean value that indicates whether a query steps through the statement.
  package var isBusy = false
  /// The memory of the values that the parameters are bound to.
  let bound = BoundBytes()

  init(_ sql: String, on connection: OpaquePointer, path: String) throws {
    var pointer: OpaquePointer?
    let code = sqlite3_prepare_v3(
      connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, nil)
    guard code == SQLITE_OK, let pointer else {
      throw SQLiteFailure.error(on: connection, path: path, doing: sql)
    }
    self.pointer = pointer
    self.sql = sql
    changesSchema = Self.changesSchema(sql)
  }

  private static func changesSchema(_ sql: String) -> Bool {
    // By bytes: each statement that is prepared is asked, and characters would take as long as SQLite does.
    let text = sql.utf8.drop { $0 <= 0x20 }
    let verb = text.prefix { $0 > 0x20 }
    guard ["CREATE", "ALTER", "DROP"].contains(where: verb.isWord) else { return false }
    for word in text.split(maxSplits: 3, whereSeparator: { $0 <= 0x20 }).dropFirst().prefix(2) {
      if ["TEMP", "TEMPORARY"].contains(where: word.isWord) { return false }
      if word.prefix(5).isWord("TEMP.") { return false }
    }
    return true
  }

  deinit { sqlite3_finalize(pointer) }

  /// Binds all parameters.
  ///
  /// - Throws: ``SwiftDataError/modelValidationFailure`` for a value that SQLite does not take.
  func bind(_ values: [SQLValue]) throws {
    var binder = _Storage.Binder(self)
    for value in values { binder.bind(value) }
    guard let failure = binder.failure else { return }
    reset()
    throw failure.error
  }

  /// Binds keys to the first parameters.
  func bind(keys: some Sequence<Int64>) {
    var parameter: Int32 = 0
    for key in keys {
      parameter += 1
      sqlite3_bind_int64(pointer, parameter, key)
    }
  }

  /// The text of the statement with the values of its parameters; the text without them if SQLite has no memory for it.
  var expandedSQL: String {
    guard let text = sqlite3_expanded_sql(pointer) else { return sql }
    defer { sqlite3_free(text) }
    return String(cString: text)
  }

  /// Ends a run and clears the bindings. The statement can then be run again.
  package func reset() {
    sqlite3_reset(pointer)
    sqlite3_clear_bindings(pointer)
    bound.trim()
    isBusy = false
  }

  /// Ends a run before another one that binds all parameters again.
  func rewind() {
    sqlite3_reset(pointer)
    bound.removeAll()
  }
}

extension Substring.UTF8View {
  /// Returns `true` if the text is a word of capital ASCII letters, in any case.
  fileprivate func isWord(_ word: StaticString) -> Bool {
    count == word.utf8CodeUnitCount
      && zip(self, 0...).allSatisfy { byte, index in
        (0x61...0x7A ~= byte ? byte - 0x20 : byte) == word.utf8Start[index]
      }
  }
}
