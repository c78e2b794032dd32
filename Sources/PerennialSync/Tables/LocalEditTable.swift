import Perennial
import PerennialRecords
import PerennialReplication

/// The changes of records that the hub has not acknowledged, in their table.
final class LocalEditTable: ReplicaEdits {
  private let sync: SyncTransaction
  private let connection: Connection
  private let texts: RecordTexts<LocalEdits>

  init(_ sync: SyncTransaction) {
    (self.sync, connection) = (sync, sync.connection)
    texts = RecordTexts(sync: sync, table: SyncTables.edits, column: "edits")
  }

  /// Returns the changes of a record; nil if it has none.
  func edits(of name: RecordName) throws -> LocalEdits? {
    try texts.value(of: name)
  }

  /// Writes or, with nil, removes the changes of a record.
  func write(_ edits: LocalEdits?, of name: RecordName) throws {
    try texts.write(edits, of: name)
  }

  /// The names of records with changes, after the name ?1.
  private static let edited = """
    SELECT name FROM \(SyncTables.edits) WHERE name > ?1 UNION \
    SELECT name FROM \(SyncTables.records) WHERE name > ?1 \
    AND (is_offered = 1 OR stash IS NOT NULL) ORDER BY name LIMIT ?2
    """

  /// Returns the names of records with changes, after a name, in ascending order.
  func editedNames(after name: RecordName?, limit: Int) throws -> [RecordName] {
    var names: [RecordName] = []
    let after = SQLValue.text(name?.rawValue ?? "")
    try connection.rows(Self.edited, [after, .integer(Int64(limit))]) {
      names.append(RecordName($0.string()))
    }
    return names
  }

  /// Returns the numbers of these records, up to a limit.
  func unsentCount(limit: Int) throws -> UnsentCount {
    var count = UnsentCount(of: 0, refused: 0, limit: limit)
    try connection.rows(
      """
      SELECT count(*), count(refusal) FROM (\(Self.edited)) AS edited \
      LEFT JOIN \(SyncTables.records) AS records ON records.name = edited.name
      """, [.text(""), .integer(Int64(limit) + 1)]
    ) { row in
      count = UnsentCount(of: Int(row.int64()), refused: Int(row.int64()), limit: limit)
    }
    return count
  }

  /// Returns `true` if the store has knowledge or unsent changes of a record.
  func isListed(_ name: RecordName) throws -> Bool {
    try isListed(name, in: SyncTables.records) || isListed(name, in: SyncTables.edits)
  }

  private func isListed(_ name: RecordName, in table: String) throws -> Bool {
    try connection.hasRow("SELECT 1 FROM \(table) WHERE name = ?", [.text(name.rawValue)])
  }

  /// Changes the name in the unsent links of other records.
  func renameLinks(to name: RecordName, _ other: RecordName) throws {
    let sources = try connection.map(
      "SELECT name FROM \(SyncTables.edits) WHERE instr(edits, ?) > 0", [.text(name.rawValue)]
    ) { RecordName($0.string()) }
    for source in sources {
      guard var edits = try edits(of: source) else { continue }
      edits.rename(name, to: other)
      try write(edits, of: source)
    }
  }
}
