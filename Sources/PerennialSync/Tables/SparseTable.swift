import Perennial
import PerennialRecords
import PerennialReplication

/// A table that has no rows in most stores. So that nothing is asked for each record, it is read once whether the table
/// has rows.
final class SparseTable {
  private let name: String
  private let connection: Connection
  /// `true` if the table has, or had, rows; nil before it was read.
  private var hasRows: Bool?

  init(_ name: String, _ sync: SyncTransaction) {
    (self.name, connection) = (name, sync.connection)
  }

  /// `true` if the table has no rows.
  var isEmpty: Bool {
    get throws {
      if let hasRows { return !hasRows }
      let found = try connection.hasRow("SELECT 1 FROM \(name) LIMIT 1")
      hasRows = found
      return !found
    }
  }

  /// Notes that a row was inserted.
  func noteRow() { hasRows = true }

  /// Forgets what was read of the table, because it was cleared.
  func forget() { hasRows = nil }

  /// Takes the rows of an object to its new name.
  func rename(_ name: RecordName, to other: RecordName) throws {
    if try isEmpty { return }
    try connection.run(
      "UPDATE OR REPLACE \(self.name) SET name = ? WHERE name = ?",
      [.text(other.rawValue), .text(name.rawValue)])
  }
}

extension SyncTransaction {
  /// Replaces a value that a row shows by the value that it should show, unless the user has edited it.
  ///
  /// - Parameter shown: The value that the row shows, in its JSON form.
  func replace(
    _ shown: String, by value: RecordValue, in field: String, of content: inout RowContent
  ) throws {
    guard let present = content.values[field], try encode(present) == shown else { return }
    content.values[field] = value
  }
}
