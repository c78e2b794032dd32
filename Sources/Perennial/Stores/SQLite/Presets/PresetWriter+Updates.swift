// What a catalog's new values do to the rows of its presets.

/// What became of one preset's row.
package struct PresetRefresh {
  /// A field that the user has written, and that the catalog says otherwise than before.
  package struct Conflict {
    package let field: String
    /// What the catalog said before; nil if that is not known.
    package let base: SQLValue?
    package let mine: SQLValue
    package let theirs: SQLValue
  }

  /// The fields that have new values.
  package var written: [String] = []
  /// The user's fields that stay.
  package var kept: [String] = []
  package var conflicts: [Conflict] = []
  /// Why some fields could not be written.
  package var refusal: SwiftDataError?
}

extension PresetWriter {
  /// Brings a preset's row to what its catalog says.
  ///
  /// - Parameters:
  ///   - keepingEdits: Whether the fields that the user has written stay.
  ///   - fields: The fields that are meant; nil for all.
  /// - Returns: Nil if the preset has no row.
  package func refresh(
    _ draft: PresetDraft, keepingEdits: Bool, fields: Set<String>? = nil
  ) throws -> PresetRefresh? {
    guard let difference = try difference(draft) else { return nil }
    var refresh = PresetRefresh()
    var stamps = difference.stamps
    let isEdited = !stamps.cells.isEmpty
    let edited = Set(keepingEdits ? stamps.cells.keys.map(\.self) : [])
    let wanted = difference.properties.filter { property in
      if edited.contains(property.name) { return false }
      // What a required reference leads to may not be there; then the former stays.
      let isVoid = property.isRequiredReference && draft.model.toOne(property.index).rowID == 0
      return !isVoid && fields?.contains(property.name) ?? true
    }
    refresh.refusal = try write(draft, wanted, difference)
    if refresh.refusal == nil { refresh.written = wanted.map(\.name) }
    if keepingEdits {
      refresh.kept = edited.sorted()
      for field in refresh.kept {
        guard let conflict = try conflict(over: field, of: draft, stamps) else { continue }
        refresh.conflicts.append(conflict)
        stamps.cells[field]?.base = conflict.theirs
      }
    } else if isEdited {
      stamps.cells = stamps.cells.filter { !(fields?.contains($0.key) ?? true) }
    }
    if difference.bearsOtherName || isEdited && stamps.cells != difference.stamps.cells {
      try set(stamps, of: draft)
    }
    return refresh
  }

  /// Whether the catalog has changed a field that the user has written.
  private func conflict(
    over field: String, of draft: PresetDraft, _ stamps: FieldStamps
  ) throws -> PresetRefresh.Conflict? {
    let table = try graph.table(of: type(of: draft.model))
    guard let property = table.layout.property(named: field), let column = property.columnName,
      let cell = stamps.cells[field]
    else { return nil }
    let theirs = try theirs(property, of: draft)
    if cell.base == theirs.said || cell.base == theirs.here { return nil }
    var mine = SQLValue.null
    try connection.rows(
      "SELECT \(SQLName.quoted(column)) FROM \(SQLName.quoted(table.layout.tableName)) WHERE _pk = ?",
      [.integer(draft.key)]
    ) { mine = $0.value() }
    return PresetRefresh.Conflict(field: field, base: cell.base, mine: mine, theirs: theirs.said)
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
    return (
      reference(target?._$header.pointee.rowID ?? state.rowID), reference(state.rowID)
    )
  }

  /// Writes some of a catalog's values to a preset's row.
  ///
  /// - Returns: Why that was refused: another object has a value that must be unique.
  private func write(
    _ draft: PresetDraft, _ properties: [PropertyLayout], _ difference: PresetDifference
  ) throws -> SwiftDataError? {
    if properties.isEmpty { return nil }
    let table = difference.table.table
    let mask = properties.reduce(PropertyMask()) { $0.union($1.mask) }
    let change = SavePlan.Change(inserting: draft.model, of: table)
    rows.beginPart()
    do {
      if let statement = try difference.table.update(mask, on: connection) {
        try rows.update(change, mask, draft.key, by: statement)
      }
    } catch let error as SwiftDataError where error == .modelValidationFailure {
      return error
    }
    try rows.pair(change, mask)
    news.add(rows.consequences)
    news.update(draft.key, mask, table)
    for property in properties where property.isToOne {
      news.redirect(
        from: difference.targets[property.index] ?? 0,
        to: draft.model.toOne(property.index).rowID, property, table)
    }
    return nil
  }

  /// Writes the stamps of a preset, and what its row says of itself.
  private func set(_ stamps: FieldStamps, of draft: PresetDraft) throws {
    let table = try graph.table(of: type(of: draft.model))
    try connection.run(
      """
      UPDATE \(SQLName.quoted(table.layout.tableName)) \
      SET \(SQLName.stamps) = ?, \(SQLName.preset) = ? WHERE _pk = ?
      """, [stamps.text.map(SQLValue.text) ?? .null, .text(draft.name), .integer(draft.key)])
    // Who shows what is edited looks again.
    news.update(draft.key, .all, table)
  }
}
