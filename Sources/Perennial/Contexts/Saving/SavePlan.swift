import PerennialRuntime

/// The rows that one save writes: the new, changed and deleted objects of a context, as they were at the
/// beginning of the save.
struct SavePlan {
  /// The change of one object.
  ///
  /// It references the object without retaining it, because a save visits each change several times, and
  /// the object is often not in the processor's cache. The plan holds the objects, and the graph holds its
  /// tables.
  struct Change {
    unowned(unsafe) let model: any PersistentModel
    unowned(unsafe) let table: EntityTable
    let header: UnsafeMutablePointer<_Model.Header>
    var mask: PropertyMask
    /// The object's key. For an upsert, this becomes the key of the existing row.
    fileprivate(set) var rowID: Int64

    /// Creates the change of a new object that belongs to no context.
    init(inserting model: any PersistentModel, of table: EntityTable) {
      self.init(model: model, table: table, header: model._$header, mask: .all)
    }

    fileprivate init(
      model: any PersistentModel, table: EntityTable,
      header: UnsafeMutablePointer<_Model.Header>, mask: PropertyMask
    ) {
      (self.model, self.table, self.header) = (model, table, header)
      (self.mask, rowID) = (mask, header.pointee.rowID)
    }

    /// Prefetches the object into the processor's cache.
    @inline(__always)
    func prefetch() {
      perennial_prefetch_object(Unmanaged.passUnretained(model as AnyObject).toOpaque())
    }

    /// Returns the object's order keys in the collections that are inverses of its to-one relationships.
    func places(_ mask: PropertyMask) -> [Int64] {
      table.entity.positions.lazy.filter { mask.contains(property: $0.index) }.map {
        model.toOne($0.index).position
      }
    }
  }

  private let models: [[any PersistentModel]]
  private(set) var inserted: [Change] = []
  var updated: [Change] = []
  private(set) var deleted: [Change] = []
  private(set) var links: [PendingChanges.Link: PendingChanges.LinkChange]
  private(set) var places: [PendingChanges.Collection: Int64]
  private(set) var touched: [PendingChanges.Collection]
  /// Objects whose changes are not written, because the store's values stay, with the properties in
  /// question.
  private(set) var yielded: [Change] = []
  /// Objects that are not deleted, because they were changed elsewhere.
  private(set) var revived: [Change] = []
  /// Changed objects that were deleted elsewhere.
  private(set) var gone: [Change] = []

  init(_ graph: ObjectGraph) {
    func changes(
      _ models: [any PersistentModel],
      _ state: ModelState,
      without other: ModelState = []
    ) -> [Change] {
      var changes: [Change] = []
      changes.reserveCapacity(models.count)
      for model in models {
        let header = model._$header
        guard let table = header.pointee.table, table.graph === graph,
          header.pointee.state.contains(state), header.pointee.state.isDisjoint(with: other)
        else { continue }
        changes.append(
          Change(
            model: model,
            table: table,
            header: header,
            mask: header.pointee.dirty
          )
        )
      }
      return changes
    }
    graph.pending.tidy()
    models = [graph.pending.inserted, graph.pending.changed, graph.pending.deleted]
    inserted = changes(graph.pending.inserted, .inserted)
    updated = Self.inKeyOrder(changes(graph.pending.changed, .changed, without: .deleted))
    deleted = Self.inKeyOrder(changes(graph.pending.deleted, .deleted))
    links = graph.pending.links
    places = graph.pending.places
    touched = Array(graph.pending.touched)
  }

  /// Creates the plan for new objects that belong to no context; see ``BatchInsertion``.
  init(inserting models: [any PersistentModel], of tables: [EntityTable]) {
    self.models = [models]
    inserted = zip(models, tables).map { Change(inserting: $0, of: $1) }
    (links, places, touched) = ([:], [:], [])
  }

  /// Returns changes in the order of the rows in the file.
  ///
  /// The pages that SQLite has read for one row serve the next row too, and rows of one table use one
  /// statement.
  private static func inKeyOrder(_ changes: [Change]) -> [Change] {
    func precedes(_ first: Change, _ second: Change) -> Bool {
      (first.table.index, first.rowID) < (second.table.index, second.rowID)
    }
    let isSorted = zip(changes, changes.dropFirst()).allSatisfy { !precedes($1, $0) }
    return isSorted ? changes : changes.sorted(by: precedes)
  }

  /// The order keys that the save writes, from the first to the last in the order of their creation.
  ///
  /// Other saves may have written order keys since. The save moves all of its own keys after these, in
  /// their order, which is their order in this context's collections already.
  var givenPlaces: ClosedRange<Int64>? {
    var first = Int64.max
    var last = Int64.min
    func add(_ place: Int64?) {
      guard let place, place != 0 else { return }
      first = min(first, place)
      last = max(last, place)
    }
    let placed = { (change: Change) in !change.table.entity.positions.isEmpty }
    for change in inserted where placed(change) { for place in change.places(.all) { add(place) } }
    for change in updated where placed(change) {
      for place in change.places(change.mask) { add(place) }
    }
    for change in links.values {
      add(change.position)
      add(change.inversePosition)
    }
    for place in places.values { add(place) }
    return first <= last ? first...last : nil
  }

  /// Replaces the keys of new objects that turned out to be existing rows.
  mutating func replaceKeys(_ aliases: [Int64: Int64]) {
    for index in inserted.indices {
      if let existing = aliases[inserted[index].rowID] { inserted[index].rowID = existing }
    }
  }

  /// Returns the keys of new objects that were written as rows of their own.
  ///
  /// - Parameter aliases: The keys of existing rows, by the keys of the new objects that turned out to be
  ///   them.
  func insertedRows(_ aliases: [Int64: Int64]) -> Set<Int64> {
    Set(inserted.lazy.map(\.rowID).filter { aliases[$0] == nil })
  }

  var isEmpty: Bool {
    inserted.isEmpty && updated.isEmpty && deleted.isEmpty && links.isEmpty
      && places.isEmpty
  }

  /// Returns the part of the plan that concerns one store.
  func part(of store: Int, _ graph: ObjectGraph) -> SavePlan {
    if graph.coordinator.stores.count == 1 { return self }
    func holds(_ collection: PendingChanges.Collection) -> Bool {
      graph.tables[Int(collection.table)].store == store
    }
    var part = self
    part.inserted = inserted.filter { $0.table.store == store }
    part.updated = updated.filter { $0.table.store == store }
    part.deleted = deleted.filter { $0.table.store == store }
    part.links = links.filter { graph.coordinator.store(ofLinks: $0.key.table) == store }
    part.places = places.filter { holds($0.key) }
    part.touched = touched.filter(holds)
    return part
  }

  // MARK: Conflicts

  /// Keeps the store's values of properties of a changed object.
  mutating func yield(_ number: Int, _ mask: PropertyMask) {
    var change = updated[number]
    let rest = change.mask.subtracting(mask)
    change.mask = mask
    yielded.append(change)
    updated[number].mask = rest
    if !rest.isEmpty { return }
    updated.remove(at: number)
    forgetLinks { $0.source == change.rowID || $0.target == change.rowID }
  }

  func hasYielded(_ rowID: Int64, _ property: PropertyLayout) -> Bool {
    rowID != 0
      && yielded.contains { $0.rowID == rowID && $0.mask.contains(property: property.index) }
  }

  /// Keeps objects that were to be deleted, and discards the pending changes of their links.
  mutating func revive(_ rowIDs: Set<Int64>) {
    if rowIDs.isEmpty { return }
    revived += deleted.filter { rowIDs.contains($0.rowID) }
    deleted.removeAll { rowIDs.contains($0.rowID) }
    forgetLinks { rowIDs.contains($0.source) || rowIDs.contains($0.target) }
  }

  /// Removes changed objects whose rows no longer exist from the plan.
  mutating func forget(_ rowIDs: Set<Int64>) {
    if rowIDs.isEmpty { return }
    gone += updated.filter { rowIDs.contains($0.rowID) }
    updated.removeAll { rowIDs.contains($0.rowID) }
    forgetLinks { rowIDs.contains($0.source) || rowIDs.contains($0.target) }
  }

  private mutating func forgetLinks(where isMeant: (PendingChanges.Link) -> Bool) {
    links = links.filter { !isMeant($0.key) }
  }
}
