extension PresetWriter {
  /// Returns the key of the row that has a preset's unique values and so stands in for it; nil if there is
  /// none.
  package func standIn(for draft: CatalogPreset) throws -> Int64? {
    let table = try graph.table(of: type(of: draft.model))
    if table.layout.uniquenessConstraints.isEmpty { return nil }
    rows.beginPart()
    return try rows.row(collidingWith: RowChange(inserting: draft.model, of: table.coordinated))
  }
}
