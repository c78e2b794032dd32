/// The rows that one save writes: the new, changed and deleted objects of a context, as they were at the
/// beginning of the save.
struct SavePlan {
  private let models: [[any PersistentModel]]
  /// The changes to write. They do not retain the objects, which the plan holds.
  var rows = RowChanges()
  private(set) var touched: [ObjectCollection] = []
  /// Objects whose changes are not written, because the store's values stay, with the properties in
  /// question.
  private(set) var yielded: [RowChange] = []
  /// Objects that are not deleted, because they were changed elsewhere.
  private(set) var kept: [RowChange] = []
  /// Changed objects that were deleted elsewhere.
  private(set) var gone: [RowChange] = []

  init(_ graph: ObjectGraph) {
    func changes(
      _ models: [any PersistentModel],
      _ state: ModelState,
      without other: ModelState = []
    ) -> [RowChange] {
      var changes: [RowChange] = []
      changes.reserveCapacity(models.count)
      for model in models {
        let header = model._$header
        guard let table = header.pointee.table, table.graph === graph,
          header.pointee.state.contains(state), header.pointee.state.isDisjoint(with: other)
        else { continue }
        changes.append(
          RowChange(model, of: table.coordinated, header: header, mask: header.pointee.dirty))
      }
      return changes
    }
    graph.pending.tidy()
    models = [graph.pending.inserted, graph.pending.changed, graph.pending.deleted]
    rows.inserted = changes(graph.pending.inserted, .inserted)
    rows.updated = Self.inKeyOrder(changes(graph.pending.changed, .changed, without: .deleted))
    rows.deleted = Self.inKeyOrder(changes(graph.pending.deleted, .deleted))
    rows.links = graph.pending.links
    rows.places = graph.pending.places
    touched = Array(graph.pending.touched)
  }

  /// Creates the plan for new objects that belong to no context; see ``BatchInsertion``.
  init(inserting models: [any PersistentModel], of tables: [EntityTable]) {
    self.models = [models]
    rows.inserted = zip(models, tables).map { RowChange(inserting: $0, of: $1.coordinated) }
  }

  /// Returns changes in the order of the rows in the file.
  ///
  /// The pages that SQLite has read for one row serve the next row too, and rows of one table use one
  /// statement.
  private static func inKeyOrder(_ changes: [RowChange]) -> [RowChange] {
    func precedes(_ first: RowChange, _ second: RowChange) -> Bool {
      (first.number, first.rowID) < (second.number, second.rowID)
    }
    let isSorted = zip(changes, changes.dropFirst()).allSatisfy { !precedes($1, $0) }
    return isSorted ? changes : changes.sorted(by: precedes)
  }

  /// Returns the part of the plan that concerns one store.
  func part(of store: Int, _ graph: ObjectGraph) -> SavePlan {
    if graph.coordinator.stores.count == 1 { return self }
    func holds(_ collection: ObjectCollection) -> Bool {
      graph.coordinator.entities[Int(collection.table)].store == store
    }
    var part = self
    part.rows.inserted = rows.inserted.filter { $0.coordinated.store == store }
    part.rows.updated = rows.updated.filter { $0.coordinated.store == store }
    part.rows.deleted = rows.deleted.filter { $0.coordinated.store == store }
    part.rows.links = rows.links.filter {
      graph.coordinator.entities.store(ofLinks: $0.key.table) == store
    }
    part.rows.places = rows.places.filter { holds($0.key) }
    part.touched = touched.filter(holds)
    return part
  }

  // MARK: Conflicts

  /// Keeps the store's values of properties of a changed object.
  mutating func yield(_ number: Int, _ mask: PropertyMask) {
    var change = rows.updated[number]
    let rest = change.mask.subtracting(mask)
    change.mask = mask
    yielded.append(change)
    rows.updated[number].mask = rest
    if !rest.isEmpty { return }
    rows.updated.remove(at: number)
    rows.removeLinks { $0.source == change.rowID || $0.target == change.rowID }
  }

  func hasYielded(_ rowID: Int64, _ property: PropertyLayout) -> Bool {
    rowID != 0
      && yielded.contains { $0.rowID == rowID && $0.mask.contains(property: property.index) }
  }

  /// Keeps objects that were to be deleted, and discards the pending changes of their links.
  mutating func keepDeleted(_ rowIDs: Set<Int64>) {
    if rowIDs.isEmpty { return }
    kept += rows.deleted.filter { rowIDs.contains($0.rowID) }
    rows.deleted.removeAll { rowIDs.contains($0.rowID) }
    rows.removeLinks { rowIDs.contains($0.source) || rowIDs.contains($0.target) }
  }

  /// Removes changed objects whose rows no longer exist from the plan.
  mutating func forget(_ rowIDs: Set<Int64>) {
    if rowIDs.isEmpty { return }
    gone += rows.updated.filter { rowIDs.contains($0.rowID) }
    rows.updated.removeAll { rowIDs.contains($0.rowID) }
    rows.removeLinks { rowIDs.contains($0.source) || rowIDs.contains($0.target) }
  }
}
