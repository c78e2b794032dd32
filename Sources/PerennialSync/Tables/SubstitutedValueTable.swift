import Perennial
import PerennialRecords
import PerennialReplication

/// The values that rows show instead of those that their properties cannot have, in their table.
///
/// An assignment of the value that the row shows is no edit.
final class SubstitutedValueTable {
  private let texts: RecordTexts<[String: SubstitutedValue]>
  private let table: SparseTable

  init(_ sync: SyncTransaction) {
    texts = RecordTexts(sync: sync, table: SyncTables.substituted, column: "fields")
    table = SparseTable(SyncTables.substituted, sync)
  }

  /// Forgets what was read of the table, because it was cleared.
  func clear() { table.forget() }

  func values(of name: RecordName) throws -> [String: SubstitutedValue] {
    try table.isEmpty ? [:] : texts.value(of: name) ?? [:]
  }

  /// Notes the values of a row that was written; none if it shows all.
  func note(_ values: [String: SubstitutedValue], of name: RecordName) throws {
    if try values.isEmpty && table.isEmpty { return }
    try texts.write(values.isEmpty ? nil : values, of: name)
    if !values.isEmpty { table.noteRow() }
  }

  /// Takes the values of an object to its new name.
  func rename(_ name: RecordName, to other: RecordName) throws {
    try table.rename(name, to: other)
  }
}
