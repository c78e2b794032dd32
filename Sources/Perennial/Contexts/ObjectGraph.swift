/// The objects of a context: who they are, what they lead to, and what is to be saved.
///
/// `ModelContext` is its face. Objects refer to the graph and not to the context, so the graph lives
/// as long as any of them: an object that outlives its context still reads, loads what it had not
/// loaded, and takes values. Objects of a main context get another one; see ``ContextLegacy``.
final class ObjectGraph {
  let coordinator: StoreCoordinator
  let tables: [GraphTable]
  let inbox = Inbox()
  weak var context: ModelContext?
  var pending = PendingChanges()
  /// Whether the context has gone. What changes now is kept in the objects and never saved.
  private(set) var isClosed = false
  /// Whether somebody is woken when others save.
  var hasExecutor = false
  /// The main actor, if the context was made there and was not used elsewhere.
  var home: ContextHome?
  /// What a main context leaves to the next one; nil for other contexts, which have none.
  var legacy: ContextLegacy?
  /// Whether the graph waits for another main context.
  var isOrphan = false
  /// Whether the context that has gone is being settled.
  var isSettling = false
  /// Whether changes wait for the next use of the context to be saved.
  var awaitsAutosave = false
  /// Whether collections may be loaded, which could keep objects alive in circles.
  var mayHoldCircles = false
  private var watch: StoreWatch?
  /// New identities of objects that became existing rows when they were saved (upserts).
  @exclusivity(unchecked) var aliases: [Int64: Int64] = [:]
  /// The objects that were loaded ahead last; see ``batch(_:of:table:)``.
  var recent = RecentObjects()
  /// Inserted objects whose relationships are still to be followed.
  var waiting: [any PersistentModel] = []
  var isWiring = false
  /// The table that an identifier was last looked up in.
  // Not counted: it is one of `tables`.
  @exclusivity(unchecked) var lastLocated: Unmanaged<GraphTable>?
  /// The context as custom stores see it.
  var editingState = EditingState() {
    didSet {
      if oldValue.id != editingState.id { endState(oldValue) }
    }
  }
  /// How many transactions of the context are running, one inside the other.
  var transactionDepth = 0
  /// The live queries of the context, while there are any.
  @exclusivity(unchecked) var feed: ResultsFeed?
  /// Records changes to be undone, if the context was ever given an undo manager.
  @exclusivity(unchecked) var recorder: UndoRecorder?
  /// What could not be read, while somebody wants to know; see ``throwingUnreadable(_:)``.
  var unreadable: UnreadableValues?
  /// How many rows were left out of results because a value cannot be represented.
  var leftOutRows = 0
  var mergePolicy = MergePolicy.mergeByPropertyObjectTrump {
    didSet { keepsSnapshots = mergePolicy.comparesSnapshots }
  }
  /// Whether it is remembered what properties were before they were changed.
  private(set) var keepsSnapshots = false
  /// Whether objects follow when others save.
  var mergesAutomatically = true
  /// What others have saved, while they do not.
  private var heldNews: [ChangeSet] = []
  private var connections: [Connection?]
  private(set) var isReadingNews = false
  /// How many times a predicate was evaluated for an unsaved object, for tests that count it.
  var evaluations = 0
  /// How many saves of others were merged.
  private(set) var newsRead = 0

  init(_ coordinator: StoreCoordinator) {
    self.coordinator = coordinator
    watch = coordinator.watch
    let links = coordinator.links
    // The classes of a hierarchy have their objects in one map.
    let maps = links.indices.map { links[$0].root == $0 ? IdentityMap() : nil }
    tables = coordinator.entities.enumerated().map { number, entity in
      GraphTable(entity, index: number, map: maps[links[number].root] ?? IdentityMap())
    }
    connections = Array(repeating: nil, count: coordinator.stores.count)
    for (table, links) in zip(tables, coordinator.links) { table.join(self, by: links) }
    coordinator.bus.add(inbox)
  }

  deinit {
    coordinator.bus.remove(inbox)
    returnConnections()
    if !isClosed { endState(editingState) }
  }

  private func endState(_ state: EditingState) {
    for store in coordinator.stores { store.source?.end(state) }
  }

  /// Whether there is a context, which lets go of what the graph holds when it ends.
  var hasContext: Bool { !isClosed && !isOrphan }

  /// Ends the context's part. Objects that somebody holds stay readable.
  func close() {
    isClosed = true
    watch = nil
    recorder?.end()
    endState(editingState)
    coordinator.bus.remove(inbox)
    detachAll(pending.insertedModels)
    pending = PendingChanges()
    recent = RecentObjects()
    // Loaded collections could keep objects alive in circles.
    unloadCollections()
    if tables.allSatisfy({ $0.map.count == 0 }) { returnConnections() }
  }

  /// Lets go of all loaded collections. They are loaded again when they are next read.
  func unloadCollections() {
    for table in tables {
      let collections = table.layout.relationships.filter(\.value.property.isToMany)
      if collections.isEmpty { continue }
      for model in table.objects {
        for index in collections.keys { model.unloadMembers(index) }
      }
    }
  }

  func unloadCollections(of model: any PersistentModel) {
    for property in table(of: model).layout.properties where property.isToMany {
      model.unloadMembers(property.index)
    }
  }

  // MARK: Connections

  /// The connection that this graph reads a store by.
  func connection(_ store: Int) throws -> Connection {
    if let connection = connections[store] { return connection }
    let connection = try coordinator.stores[store].lendReader()
    connections[store] = connection
    return connection
  }

  private func returnConnections() {
    for (number, connection) in connections.enumerated() {
      if let connection { coordinator.stores[number].takeBack(connection) }
      connections[number] = nil
    }
  }

  /// The number of statements that the graph's connections have run.
  var executions: Int { connections.reduce(0) { $0 + ($1?.executions ?? 0) } }

  // MARK: Tables and identities

  func table(of type: any PersistentModel.Type) throws -> GraphTable {
    if let index = coordinator.index(of: type) { return tables[index] }
    throw SwiftDataError.unknownSchema.because(
      "\(String(reflecting: type)) is not in the container's schema, which has \(knownEntities)")
  }

  /// The entities' names, for a message.
  var knownEntities: String {
    tables.isEmpty ? "no models" : tables.map(\.layout.entityName).joined(separator: ", ")
  }

  func table(of model: any PersistentModel) -> GraphTable {
    if let table = model._$header.pointee.table, table.graph === self { return table }
    return coordinator.index(of: type(of: model)).map { tables[$0] } ?? tables[0]
  }

  // MARK: Changes

  /// A property of an object is about to change.
  ///
  /// - Parameter isPartner: Whether it changes because another object's relationship does.
  func noteChange(of model: any PersistentModel, _ index: Int, isPartner: Bool = false) {
    let header = model._$header
    if let recorder { recorder.noteChange(model, index, isPartner: isPartner) }
    if keepsSnapshots { keepSnapshot(of: model, PropertyMask(property: index)) }
    if header.pointee.extras?.unrepresented != nil {
      noteTransition(of: model) { model.forgetUnrepresented(index) }
    }
    header.pointee.dirty.insert(PropertyMask(property: index))
    if home != nil { reviewHome() }
    if let feed { feed.noteChange(of: model, PropertyMask(property: index)) }
    // Behind what may run code of the program, for which the value is still the former one.
    pending.index?.noteChange(of: model, PropertyMask(property: index))
    let state = header.pointee.state
    if isClosed || !state.isDisjoint(with: [.inserted, .changed, .deleted]) {
      if isOrphan { scheduleAutosave() }
      return
    }
    header.pointee.state.insert(.changed)
    pending.changed.append(model)
    scheduleAutosave()
  }

  /// Records what a call that cannot throw was refused for.
  func refuse(_ error: SwiftDataError) {
    Log.context.error("\(error)")
    pending.refusals.append(error)
  }

  /// Takes new objects out of the graph. They keep their values, and hold what their references
  /// lead to themselves from now on.
  func detachAll(_ models: [any PersistentModel]) {
    // All of them first take hold: once they are out, nobody finds them any more.
    for model in models { holdTargets(of: model) }
    for model in models { detach(model) }
  }

  func holdTargets(of model: any PersistentModel) {
    let table = table(of: model)
    for property in table.entity.references {
      var state = model.toOne(property.index)
      guard state.rowID != 0, state.model == nil else { continue }
      state.model = table.destinations[property.index]?.find(state.rowID)
      model.setToOne(property.index, state)
    }
  }

  func detach(_ model: any PersistentModel) {
    let header = model._$header
    let table = table(of: model)
    header.pointee.state.subtract([.inserted, .changed, .deleted, .saved, .stale])
    header.pointee.dirty = []
    header.pointee.leave()
    table.map.remove(header.pointee.rowID)
  }

  /// An object's row is gone: the object keeps its last values and belongs nowhere.
  func bury(_ model: any PersistentModel) {
    let header = model._$header
    let table = table(of: model)
    extras(of: header).formerStore = coordinator.stores[table.store].identifier
    if table.keys != nil {
      extras(of: header).formerIdentifier = table.identifier(header.pointee.rowID)
    }
    header.pointee.state.subtract([.inserted, .changed, .deleted, .saved, .stale])
    header.pointee.state.insert(.gone)
    header.pointee.dirty = []
    header.pointee.leave()
    table.map.remove(header.pointee.rowID)
  }

  // MARK: News

  /// Has the observers of an object hear of the saves of others, if nobody wakes this graph: when
  /// the object gets its first observer, joins the graph, or becomes another row.
  func keepInformed(_ model: some PersistentModel) {
    let header = model._$header
    guard let observation = header.pointee.extras?.registrar else { return }
    header.pointee.table?.isObserved = true
    guard !hasExecutor, mergesAutomatically else { return }
    coordinator.observations.add(observation, header.pointee.rowID, of: self)
  }

  /// Looks for what others have saved to the stores' files, outside of this container too, and merges
  /// it.
  func catchUp() throws {
    for (number, store) in coordinator.stores.enumerated()
    where store.sharedHistory != nil {
      try coordinator.catchUp(store, on: connection(number))
    }
    readNews()
  }

  /// Whether all has been told that other containers have committed to a store. They are not asked
  /// to tell; that runs observers.
  func isAbreast(of store: Int) -> Bool {
    guard let history = coordinator.stores[store].history else { return true }
    guard let connection = try? connection(store) else { return false }
    return connection.exclusively { (try? history.isAbreast(on: connection)) == true }
  }

  /// Merges what others have saved since the last time.
  func readNews() {
    if home != nil { reviewHome() }
    guard inbox.hasNews, !isReadingNews else { return }
    if mergesAutomatically { merge(inbox.takeAll()) } else { hold(inbox.takeAll()) }
  }

  private func merge(_ events: [ChangeSet]) {
    isReadingNews = true
    defer { isReadingNews = false }
    newsRead += events.count
    for event in events { merge(event) }
  }

  /// Keeps news for later. Of very much nothing is kept but that it was much.
  private func hold(_ events: [ChangeSet]) {
    heldNews += events
    if heldNews.count <= 256 { return }
    heldNews = [.unspecified]
  }

  /// Merges what was kept for later.
  func mergeHeldNews() {
    let events = heldNews
    heldNews = []
    merge(events)
  }
}
