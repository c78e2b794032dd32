import PerennialRecords

// Resolves edited fields whose value in the catalog has changed since the edit.
//
// The three values are kept with the stamp. So each catalog version is merged with the value that the user
// wrote, and not with the result of the version before.

extension PresetWriter {
  /// Resolves an edited field and writes the resulting value.
  ///
  /// - Returns: The new cell for the stamps; the conflict, if the catalog has a new value that differs from
  ///   the user's; and `true` if the row's value has changed. Nil if the field is not resolved here.
  func settle(
    _ field: String, of draft: CatalogPreset, _ cell: FieldStamps.Cell
  ) throws -> (cell: FieldStamps.Cell, conflict: PresetRefresh.Conflict?, isWritten: Bool)? {
    let table = try graph.table(of: type(of: draft.model))
    guard let property = table.layout.property(named: field), let column = property.columnName,
      // Values in files are not kept with the stamp. User properties are never written by a catalog.
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
        || table.entity.areSame(value, theirs.said, property, on: connection)
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
    let isWritten = try !table.entity.areSame(shown, stored, property, on: connection)
    if isWritten {
      try write(shown, to: column, of: draft, table)
      news.update(draft.key, property.mask, table)
    }
    let conflict = (
      PresetConflict<SQLValue?>(field: field, base: cell.base, mine: mine, theirs: theirs.said),
      shown == mine ? nil : shown
    )
    return (settled, isNew ? conflict : nil, isWritten)
  }

  /// Returns the result of the app's rule for the field; nil if there is no rule, or if the result is of
  /// another type.
  private func answer(
    _ base: SQLValue, _ mine: SQLValue, _ theirs: SQLValue, _ property: PropertyLayout,
    of layout: ModelLayout
  ) throws -> SQLValue? {
    guard let rule = rules[layout.entityName]?[property.name] else { return nil }
    let values = try [base, mine, theirs].map { try value($0, property, of: layout) }
    return try property.columnValue(
      rule(
        PresetConflict(field: property.name, base: values[0], mine: values[1], theirs: values[2])))
  }

  private func value(
    _ value: SQLValue, _ property: PropertyLayout, of layout: ModelLayout
  ) throws -> Any {
    let statement = try connection.statement("SELECT ?")
    statement.isBusy = true
    defer { statement.reset() }
    var binder = _Storage.Binder(statement)
    binder.bind(exactly: value)
    guard try connection.step(statement) else { return Any?.none as Any }
    var row = _Storage.Row(statement.pointer)
    return try layout.value(of: property, from: &row) ?? (Any?.none as Any)
  }

  private func write(
    _ value: SQLValue, to column: String, of draft: CatalogPreset, _ table: EntityTable
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

  /// Returns the catalog's value of a property, and the value that it has in this store. They differ if a
  /// referenced preset is missing, or if another object stands in for it.
  private func theirs(
    _ property: PropertyLayout, of draft: CatalogPreset
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
