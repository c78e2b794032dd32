package import PerennialRecords

// Updates of preset rows to a catalog's new values.

/// The result of updating one preset's row.
package struct PresetRefresh {
  /// An edited field whose value in the catalog has changed, and the value that a rule of the app has
  /// chosen. The base is nil if it is unknown. The chosen value is nil if the user's value stays.
  package typealias Conflict = (values: PresetConflict<SQLValue?>, resolved: SQLValue?)

  /// The fields with new values.
  package var written: [String] = []
  /// The edited fields that kept the user's value.
  package var kept: [String] = []
  package var conflicts: [Conflict] = []
  /// The reason for which some fields could not be written.
  package var refusal: SwiftDataError?
}

extension PresetWriter {
  /// Updates a preset's row to the values of its catalog.
  ///
  /// - Parameters:
  ///   - keepingEdits: `true` if edited fields keep the user's values.
  ///   - fields: The fields to update; nil for all.
  /// - Returns: Nil if the preset has no row.
  package func refresh(
    _ draft: CatalogPreset, keepingEdits: Bool, fields: Set<String>? = nil
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
          // The target of a required reference may be missing; then the former target stays.
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
    } else if isEdited, refresh.refusal == nil {
      stamps.cells = stamps.cells.filter { !(fields?.contains($0.key) ?? true) }
    }
    if difference.bearsOtherName || isEdited && stamps.cells != difference.stamps.cells {
      try set(stamps, of: draft)
    }
    return refresh
  }

  /// Writes some of a catalog's values to a preset's row.
  ///
  /// - Returns: The error if the write was refused because another object has a value that must be unique.
  private func write(
    _ draft: CatalogPreset, _ group: PropertyGroup, _ difference: PresetDifference
  ) throws -> SwiftDataError? {
    if group.properties.isEmpty { return nil }
    let (table, mask) = (difference.table.table, group.mask)
    let change = RowChange(inserting: draft.model, of: table.coordinated)
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

  /// Writes the preset metadata of a row.
  private func set(_ stamps: FieldStamps, of draft: CatalogPreset) throws {
    let table = try graph.table(of: type(of: draft.model))
    try write(
      PresetMetadata(name: draft.name, firstID: draft.firstID, stamps: stamps), to: draft.key,
      of: table)
    // Observers of the edited fields have to be updated.
    news.update(draft.key, .all, table)
  }

  func write(_ mark: PresetMetadata, to key: Int64, of table: EntityTable) throws {
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
