// What shows of a field that the user has written and that the catalog says otherwise than then.
//
// The three values are kept with the stamp, so that each version finds its answer from what the user
// wrote, and not from the answer of the version before.

extension PresetWriter {
  /// Looks at a field that the user has written, and writes what is to show of it.
  ///
  /// - Returns: The cell that the stamps have from now on; the conflict, if the catalog says something
  ///   new; and whether something else shows than before. Nil if nothing is known of it.
  func settle(
    _ field: String, of draft: PresetDraft, _ cell: FieldStamps.Cell
  ) throws -> (cell: FieldStamps.Cell, conflict: PresetRefresh.Conflict?, isWritten: Bool)? {
    let table = try graph.table(of: type(of: draft.model))
    guard let property = table.layout.property(named: field), let column = property.columnName,
      // What is in files is not kept with the stamp; and what is the user's from the beginning is no
      // catalog's business.
      !property.isExternal, userProperties[table.layout.entityName]?.contains(field) != true
    else { return nil }
    let name = SQLName.quoted(table.layout.tableName)
    var stored = SQLValue.null
    try connection.rows(
      "SELECT \(SQLName.quoted(column)) FROM \(name) WHERE _pk = ?", [.integer(draft.key)]
    ) { stored = $0.value() }
    let theirs = try theirs(property, of: draft)
    let mine = cell.mine ?? stored
    func isTheirs(_ value: SQLValue?) throws -> Bool {
      guard let value else { return false }
      return try value == theirs.here
        || table.areSame(value, theirs.said, property, on: connection)
    }
    let agrees = try isTheirs(mine)
    let isNew = try !agrees && !isTheirs(cell.theirs ?? cell.base)
    var settled = cell
    settled.theirs = try isTheirs(cell.base) ? nil : theirs.said
    var shown = mine
    if let base = cell.base, settled.theirs != nil, !agrees {
      shown = try answer(base, mine, theirs.said, property, of: table.layout) ?? mine
    }
    settled.mine = shown == mine ? nil : mine
    let isWritten = try !table.areSame(shown, stored, property, on: connection)
    if isWritten {
      try write(shown, to: column, of: draft, table)
      news.update(draft.key, property.mask, table)
    }
    let conflict = PresetRefresh.Conflict(
      field: field, base: cell.base, mine: mine, theirs: theirs.said,
      answer: shown == mine ? nil : shown)
    return (settled, isNew ? conflict : nil, isWritten)
  }

  /// What a rule of the app says; nil if there is none.
  private func answer(
    _ base: SQLValue, _ mine: SQLValue, _ theirs: SQLValue, _ property: PropertyLayout,
    of layout: ModelLayout
  ) throws -> SQLValue? {
    guard let rule = rules[layout.entityName]?[property.name] else { return nil }
    let values = try [base, mine, theirs].map { try value($0, property, of: layout) }
    guard let answer = rule.decide(values[0], values[1], values[2]) else { return nil }
    return try property.columnValue(answer)
  }

  private func value(
    _ value: SQLValue, _ property: PropertyLayout, of layout: ModelLayout
  ) throws -> Any {
    let statement = try connection.statement("SELECT ?")
    statement.isBusy = true
    defer { statement.reset() }
    var binder = _Binder(statement)
    binder.bind(exactly: value)
    guard try connection.step(statement) else { return Any?.none as Any }
    var row = _Row(statement.pointer)
    return try layout.value(of: property, from: &row) ?? (Any?.none as Any)
  }

  private func write(
    _ value: SQLValue, to column: String, of draft: PresetDraft, _ table: GraphTable
  ) throws {
    let statement = try connection.statement(
      """
      UPDATE \(SQLName.quoted(table.layout.tableName)) SET \(SQLName.quoted(column)) = ? \
      WHERE _pk = ?
      """)
    try connection.run(statement) { binder in
      binder.bind(exactly: value)
      binder.bind(draft.key)
    }
  }

  /// What a catalog says of a property, and what that is in this store, where a preset that it refers
  /// to may be missing, or have another object in its place.
  private func theirs(
    _ property: PropertyLayout, of draft: PresetDraft
  ) throws -> (said: SQLValue, here: SQLValue) {
    guard property.isToOne else {
      let value = try draft.model.sqlValue(property)
      return (value, value)
    }
    func reference(_ key: Int64) -> SQLValue { key == 0 ? .null : .integer(key) }
    let state = draft.model.toOne(property.index)
    let target = state.model as? any PersistentModel
    return (reference(target?._$header.pointee.rowID ?? state.rowID), reference(state.rowID))
  }
}
