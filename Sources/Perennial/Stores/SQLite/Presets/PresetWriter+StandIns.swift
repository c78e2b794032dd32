extension PresetWriter {
  /// The key of the row that has a preset's unique values, and so is in its place; nil if none has.
  package func standIn(for draft: PresetDraft) throws -> Int64? {
    let table = try graph.table(of: type(of: draft.model))
    guard !table.layout.uniquenessConstraints.isEmpty,
      let change = SavePlan(inserting: [draft.model], of: [table]).inserted.first
    else { return nil }
    rows.beginPart()
    return try rows.row(collidingWith: change)
  }
}
