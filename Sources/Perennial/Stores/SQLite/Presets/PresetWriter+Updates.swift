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
    /// What shows by a rule of the app; nil if the user's value does.
    package let answer: SQLValue?
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
    try advance()
    guard let difference = try difference(draft) else { return nil }
    var refresh = PresetRefresh()
    var stamps = difference.stamps
    let isEdited = !stamps.cells.isEmpty
    let edited = Set(keepingEdits ? stamps.cells.keys.map(\.self) : [])
    var wanted = difference.group
    if !edited.isEmpty || fields != nil || wanted.hasRequiredReferences {
      wanted = PropertyGroup(
        wanted.properties.filter { property in
          if edited.contains(property.name) { return false }
          // What a required reference leads to may not be there; then the former stays.
          let isVoid = property.isRequiredReference && draft.model.toOne(property.index).rowID == 0
          return !isVoid && fields?.contains(property.name) ?? true
        })
    }
    refresh.refusal = try write(draft, wanted, difference)
    if refresh.refusal == nil { refresh.written = wanted.names }
    if keepingEdits {
      for field in edited.sorted() {
        guard let cell = stamps.cells[field], let settled = try settle(field, of: draft, cell)
        else {
          refresh.kept.append(field)
          continue
        }
        stamps.cells[field] = settled.cell
        if let conflict = settled.conflict { refresh.conflicts.append(conflict) }
        if settled.isWritten { refresh.written.append(field) }
        if settled.cell.mine == nil { refresh.kept.append(field) }
      }
    } else if isEdited {
      stamps.cells = stamps.cells.filter { !(fields?.contains($0.key) ?? true) }
    }
    if difference.bearsOtherName || isEdited && stamps.cells != difference.stamps.cells {
      try set(stamps, of: draft)
    }
    return refresh
  }

  /// Writes some of a catalog's values to a preset's row.
  ///
  /// - Returns: Why that was refused: another object has a value that must be unique.
  private func write(
    _ draft: PresetDraft, _ group: PropertyGroup, _ difference: PresetDifference
  ) throws -> SwiftDataError? {
    if group.properties.isEmpty { return nil }
    let (table, mask) = (difference.table.table, group.mask)
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
    for property in group.properties where property.isToOne {
      news.redirect(
        from: difference.targets[property.index] ?? 0,
        to: draft.model.toOne(property.index).rowID, property, table)
    }
    return nil
  }

  /// Writes what a preset's row says of itself.
  private func set(_ stamps: FieldStamps, of draft: PresetDraft) throws {
    let table = try graph.table(of: type(of: draft.model))
    try write(PresetMark(name: draft.name, stamps: stamps), to: draft.key, of: table)
    // Who shows what is edited looks again.
    news.update(draft.key, .all, table)
  }

  func write(_ mark: PresetMark, to key: Int64, of table: GraphTable) throws {
    let statement = try connection.statement(
      """
      UPDATE \(SQLName.quoted(table.layout.tableName)) SET \(SQLName.preset) = ? WHERE _pk = ?
      """)
    try connection.run(statement) { binder in
      binder.bind(verbatim: mark.text)
      binder.bind(key)
    }
  }
}
