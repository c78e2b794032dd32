extension SavePlan {
  /// Creates the plan for the pending changes of a context.
  init(_ graph: ObjectGraph) {
    func changes(
      _ models: [any PersistentModel],
      _ state: ModelState,
      without other: ModelState = []
    ) -> [SaveChange] {
      var changes: [SaveChange] = []
      changes.reserveCapacity(models.count)
      for model in models {
        let header = model._$header
        guard let table = header.pointee.table, table.graph === graph,
          header.pointee.state.contains(state), header.pointee.state.isDisjoint(with: other)
        else { continue }
        changes.append(
          SaveChange(model, of: table.containerEntity, header: header, mask: header.pointee.dirty))
      }
      return changes
    }
    graph.pending.tidy()
    let pending = graph.pending
    var rows = RowChanges(links: pending.links, orderKeys: pending.orderKeys)
    rows.inserted = changes(pending.inserted, .inserted)
    rows.updated = Self.inKeyOrder(changes(pending.changed, .changed, without: .deleted))
    rows.deleted = Self.inKeyOrder(changes(pending.deleted, .deleted))
    self.init(
      [pending.inserted, pending.changed, pending.deleted], rows, touched: Array(pending.touched))
  }

  /// Creates the plan for new objects that belong to no context; see ``BatchInsertion``.
  init(inserting models: [any PersistentModel], of tables: [EntityTable]) {
    let changes = zip(models, tables).map { SaveChange(inserting: $0, of: $1.containerEntity) }
    self.init([models], RowChanges(inserted: changes))
  }

  /// Returns changes in the order of the rows in the file.
  ///
  /// The pages that SQLite has read for one row serve the next row too, and rows of one table use one
  /// statement.
  private static func inKeyOrder(_ changes: [SaveChange]) -> [SaveChange] {
    func precedes(_ first: SaveChange, _ second: SaveChange) -> Bool {
      (first.number, first.rowID) < (second.number, second.rowID)
    }
    let isSorted = zip(changes, changes.dropFirst()).allSatisfy { !precedes($1, $0) }
    return isSorted ? changes : changes.sorted(by: precedes)
  }
}
