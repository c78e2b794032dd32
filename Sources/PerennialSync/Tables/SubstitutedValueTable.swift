import Perennial
import PerennialRecords
import PerennialReplication

/// The values that rows show instead of those that their properties cannot have, in their table.
///
/// An assignment of the value that the row shows is no edit.
final class SubstitutedValueTable {
  private let texts: RecordTexts<[String: SubstitutedValue]>
  /// `true` if there are such values; nil before it was read.
  private var isKnown: Bool?

  init(_ sync: SyncTransaction) {
    texts = RecordTexts(sync: sync, table: SyncTables.substituted, column: "fields")
  }

  /// Forgets what was read of the table, because it was cleared.
  func clear() { isKnown = nil }

  func values(of name: RecordName) throws -> [String: SubstitutedValue] {
    try hasValues ? texts.value(of: name) ?? [:] : [:]
  }

  /// Notes the values of a row that was written; none if it shows all.
  func note(_ values: [String: SubstitutedValue], of name: RecordName) throws {
    guard try !values.isEmpty || hasValues else { return }
    try texts.write(values.isEmpty ? nil : values, of: name)
    if !values.isEmpty { isKnown = true }
  }

  /// Takes the values of an object to its new name.
  func rename(_ name: RecordName, to other: RecordName) throws {
    let values = try values(of: name)
    if values.isEmpty { return }
    try texts.write(nil, of: name)
    try texts.write(values, of: other)
  }

  private var hasValues: Bool {
    get throws {
      if let known = isKnown { return known }
      let has = try !texts.sync.connection.integers(
        "SELECT 1 FROM \(SyncTables.substituted) LIMIT 1"
      ).isEmpty
      isKnown = has
      return has
    }
  }
}
