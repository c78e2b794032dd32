import PerennialRuntime

/// What one save writes: the objects of a context by what happened to them, as they were when the
/// save began.
struct SavePlan {
  /// What is to be written of one object.
  ///
  /// It refers to the object without holding it, because a save looks at each change several
  /// times, and an object is far from the last one in memory. The plan holds the objects, and the
  /// graph its tables.
  struct Change {
    unowned(unsafe) let model: any PersistentModel
    unowned(unsafe) let table: GraphTable
    let header: UnsafeMutablePointer<_ModelHeader>
    var mask: PropertyMask
    /// The object's key; that of an existing row once the object turned out to be that.
    fileprivate(set) var rowID: Int64

    /// A new object that belongs to no context.
    init(inserting model: any PersistentModel, of table: GraphTable) {
      self.init(model: model, table: table, header: model._$header, mask: .all)
    }

    fileprivate init(
      model: any PersistentModel, table: GraphTable,
      header: UnsafeMutablePointer<_ModelHeader>, mask: PropertyMask
    ) {
      (self.model, self.table, self.header) = (model, table, header)
      (self.mask, rowID) = (mask, header.pointee.rowID)
    }

    /// Has the processor load the object.
    @inline(__always)
    func prefetch() {
      perennial_prefetch_object(Unmanaged.passUnretained(model as AnyObject).toOpaque())
    }

    /// The object's places in the collections that its to-one relationships lead to.
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
  /// What is not written, because the store's values stay: objects, and the properties of which that
  /// is so.
  private(set) var yielded: [Change] = []
  /// Objects that are not deleted, because others have changed them.
  private(set) var revived: [Change] = []
  /// Changed objects that others have deleted.
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

  /// New objects that belong to no context; see ``BatchInsertion``.
  init(inserting models: [any PersistentModel], of tables: [GraphTable]) {
    self.models = [models]
    inserted = zip(models, tables).map { Change(inserting: $0, of: $1) }
    (links, places, touched) = ([:], [:], [])
  }

  /// Changes of rows in the order of the file: what SQLite and the processor have just loaded for one
  /// row serves the next one too, and rows of one table have one statement.
  private static func inKeyOrder(_ changes: [Change]) -> [Change] {
    func precedes(_ first: Change, _ second: Change) -> Bool {
      (first.table.index, first.rowID) < (second.table.index, second.rowID)
    }
    let isSorted = zip(changes, changes.dropFirst()).allSatisfy { !precedes($1, $0) }
    return isSorted ? changes : changes.sorted(by: precedes)
  }

  /// The places that the save gives, from the first to the last as they were given.
  ///
  /// Others may have saved places since. The save moves all of its own behind them, in their
  /// order, as they already are in this context's collections.
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

  /// New objects turned out to be existing rows.
  mutating func replaceKeys(_ aliases: [Int64: Int64]) {
    for index in inserted.indices {
      if let existing = aliases[inserted[index].rowID] { inserted[index].rowID = existing }
    }
  }

  /// The keys of new objects that were written as rows of their own.
  ///
  /// - Parameter aliases: The keys of the rows that others turned out to be.
  func insertedRows(_ aliases: [Int64: Int64]) -> Set<Int64> {
    Set(inserted.lazy.map(\.rowID).filter { aliases[$0] == nil })
  }

  var isEmpty: Bool {
    inserted.isEmpty && updated.isEmpty && deleted.isEmpty && links.isEmpty
      && places.isEmpty
  }

  /// The part of a plan that concerns one store.
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

  /// Leaves properties of a changed object as the store has them.
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

  /// Leaves objects that were to be deleted, and their links.
  mutating func revive(_ rowIDs: Set<Int64>) {
    if rowIDs.isEmpty { return }
    revived += deleted.filter { rowIDs.contains($0.rowID) }
    deleted.removeAll { rowIDs.contains($0.rowID) }
    forgetLinks { rowIDs.contains($0.source) || rowIDs.contains($0.target) }
  }

  /// Leaves out changed objects that have no row any more.
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
