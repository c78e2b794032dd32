import Perennial
import PerennialRecords

/// A table with one value in JSON for each record of which there is one.
struct RecordTexts<Value: Codable> {
  let sync: SyncTransaction
  let table: String
  /// The column of the JSON text. The other one is `name`.
  let column: String

  /// Returns the value of a record; nil if there is none.
  func value(of name: RecordName) throws -> Value? {
    try sync.connection.first(
      "SELECT \(column) FROM \(table) WHERE name = ?", [.text(name.rawValue)]
    ) { row in
      try sync.decode(Value.self, row.string(), of: name.rawValue)
    }
  }

  /// Writes or, with nil, removes the value of a record.
  func write(_ value: Value?, of name: RecordName) throws {
    guard let value else {
      return try sync.connection.run(
        "DELETE FROM \(table) WHERE name = ?", [.text(name.rawValue)])
    }
    try sync.connection.run(
      "INSERT OR REPLACE INTO \(table) (name, \(column)) VALUES (?, ?)",
      [.text(name.rawValue), .text(try sync.encode(value))])
  }
}
