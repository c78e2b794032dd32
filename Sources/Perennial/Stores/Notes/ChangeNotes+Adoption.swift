extension ChangeNotes {
  /// Returns `true` if changes are noted.
  static func hasNotes(on connection: Connection) throws -> Bool {
    try exist(on: connection) && connection.hasRow("SELECT 1 FROM \(table) LIMIT 1")
  }

  /// Adds the noted changes that the history does not name yet, and removes the notes, inside a transaction.
  ///
  /// - Throws: ``SwiftDataError/storeFailure`` if a transaction of the history or a description is damaged.
  /// - Complexity: O(*n*) in the number of notes.
  static func adopt(into adoption: inout ChangeAdoption, on connection: Connection) throws {
    guard try exist(on: connection) else { return }
    var (notes, row): ([Note], (entity: String, key: Int64)?) = ([], nil)
    try connection.rows(
      """
      SELECT entity, pk, history, field, target, kind, former FROM \(table) \
      ORDER BY entity, pk, history, field, target
      """
    ) { cursor in
      let next = (entity: cursor.string(), key: cursor.int64())
      if let row, row != next {
        try adoption.add(notes, of: row.entity, row.key)
        notes = []
      }
      row = next
      if let note = Note(&cursor) { notes.append(note) }
    }
    if let row { try adoption.add(notes, of: row.entity, row.key) }
    try clear(on: connection)
  }

  /// A note of a row, a field or a link.
  struct Note {
    /// The number of the history's last transaction before the change.
    let history: Int64
    /// The column; empty for a row or a link.
    let field: String
    /// The object at the end of a link.
    let target: Int64
    let kind: Kind
    /// The former value of a reference.
    let former: Int64?
  }
}

extension ChangeNotes.Note {
  fileprivate init?(_ row: inout _Storage.Row) {
    (history, field, target) = (row.int64(), row.string(), row.int64())
    guard let kind = ChangeNotes.Kind(rawValue: row.string()) else { return nil }
    self.kind = kind
    if case .integer(let key) = row.value() { former = key } else { former = nil }
  }
}
