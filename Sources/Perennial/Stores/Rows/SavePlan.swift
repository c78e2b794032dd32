/// The rows that one save writes: the new, changed and deleted objects of a context, as they were at the
/// beginning of the save.
struct SavePlan {
  private let models: [[any PersistentModel]]
  /// The changes to write. They do not retain the objects, which the plan holds.
  var rows = RowChanges()
  private(set) var touched: [ObjectCollection] = []
  /// Objects whose changes are not written, because the store's values stay, with the properties in
  /// question.
  private(set) var yielded: [SaveChange] = []
  /// Objects that are not deleted, because they were changed elsewhere.
  private(set) var kept: [SaveChange] = []
  /// Changed objects that were deleted elsewhere.
  private(set) var gone: [SaveChange] = []

  /// Creates a plan.
  ///
  /// - Parameters:
  ///   - models: The objects of the changes.
  ///   - touched: The collections whose owners the save does not write.
  init(
    _ models: [[any PersistentModel]], _ rows: RowChanges, touched: [ObjectCollection] = []
  ) {
    (self.models, self.rows, self.touched) = (models, rows, touched)
  }

  /// Returns the part of the plan that concerns one store.
  func part(of store: Int, _ entities: StoreEntities) -> SavePlan {
    func holds(_ collection: ObjectCollection) -> Bool {
      entities[Int(collection.table)].store == store
    }
    var part = self
    part.rows.inserted = rows.inserted.filter { $0.containerEntity.store == store }
    part.rows.updated = rows.updated.filter { $0.containerEntity.store == store }
    part.rows.deleted = rows.deleted.filter { $0.containerEntity.store == store }
    part.rows.links = rows.links.filter { entities.store(ofLinks: $0.key.table) == store }
    part.rows.orderKeys = rows.orderKeys.filter { holds($0.key) }
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
