extension PresetTables {
  /// Has the stamps of fields follow when a migration gives these other names, or drops them.
  static func renameStamps(_ table: TableMigration, on connection: Connection) throws {
    guard try concern(table.new.table, on: connection) else { return }
    let kept = Dictionary(
      table.columns.compactMap { column in column.kept.map { ($0, column.column.name) } },
      uniquingKeysWith: { first, _ in first })
    var successors: [String: String?] = [:]
    for property in table.old.properties {
      guard let column = property.column?.name else { continue }
      let successor = kept[column].flatMap { column in
        table.new.properties.first { $0.column?.name == column }?.name
      }
      if successor != property.name { successors[property.name] = .some(successor) }
    }
    if successors.isEmpty { return }
    let name = SQLName.quoted(table.new.table)
    var changed: [(key: Int64, mark: PresetMark)] = []
    try connection.rows(
      """
      SELECT _pk, \(SQLName.preset) FROM \(name) WHERE \(PresetMark.isStamped(SQLName.preset))
      """
    ) { row in
      let key = row.int64()
      // What is damaged is left to whoever reads it, and is in nobody's way here.
      guard var mark = try? PresetMark(text: row.string()) else { return }
      let former = mark.stamps
      mark.stamps.cells = [:]
      for (field, cell) in former.cells {
        if let name = successors[field] ?? field { mark.stamps.cells[name] = cell }
      }
      if mark.stamps != former { changed.append((key, mark)) }
    }
    let statement = try connection.statement(
      "UPDATE \(name) SET \(SQLName.preset) = ? WHERE _pk = ?")
    for (key, mark) in changed {
      try connection.run(statement) { binder in
        binder.bind(verbatim: mark.text)
        binder.bind(key)
      }
    }
  }
}
