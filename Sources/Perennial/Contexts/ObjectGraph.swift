/// The objects of a context: their identities, their relationships, and their pending changes.
///
/// `ModelContext` is the public interface of the graph. Objects reference the graph and not the context, so
/// the graph lives as long as any of them. An object that outlives its context can still read and assign
/// properties, and load relationships. Objects of a main context get another context; see
/// ``MainContextHandover``.
final class ObjectGraph: ModelGraph {
  let coordinator: StoreCoordinator
  let tables: [EntityTable]
  let inbox = Inbox()
  weak var context: ModelContext?
  var pending = PendingChanges()
  /// `true` if the context has ended. Later changes are kept in the objects and never saved.
  private(set) var isClosed = false
  /// `true` if an executor is notified of remote changes.
  var hasExecutor = false
  /// The main actor, if the context was created there and was not used elsewhere.
  var mainActorBinding: MainActorBinding?
  /// The state that a main context leaves to its successor; nil for other contexts.
  var handover: MainContextHandover?
  /// `true` if the main context was released and has no successor yet.
  var isOrphan = false
  /// `true` while the graph of a released context is being settled.
  var isSettling = false
  /// `true` if changes wait for the next use of the context to be saved.
  var awaitsAutosave = false
  /// `true` if collections may be loaded, which could form reference cycles.
  var mayHoldCircles = false
  /// The collections that the program is changing in place, the latest last.
  @exclusivity(unchecked) var lentCollections: [LentCollection] = []
  private var watch: StoreWatch?
  /// The keys of existing rows, by the former keys of new objects that turned out to be them (upserts).
  @exclusivity(unchecked) var aliases: [Int64: Int64] = [:]
  /// The objects that were recently loaded through relationships.
  var recent = RecentObjects()
  /// Inserted objects whose relationships are still to be followed.
  var waiting: [any PersistentModel] = []
  var isWiring = false
  /// The table in which the last identifier was looked up.
  // Not retained: it is one of `tables`.
  @exclusivity(unchecked) var lastLocated: Unmanaged<EntityTable>?
  /// The identity of the context in its requests to stores.
  var editingState = EditingState() {
    didSet {
      if oldValue.id != editingState.id { endState(oldValue) }
    }
  }
  /// The number of nested transactions of the context.
  var transactionDepth = 0
  /// The live queries of the context; nil if there are none.
  @exclusivity(unchecked) var liveQueries: (any LiveResults)?
  /// The recorder of changes for undo; nil if the context never had an undo manager.
  @exclusivity(unchecked) var recorder: (any ChangeRecorder)?
  var reading: StoreReader.State
  var mergePolicy = MergePolicy.mergeByPropertyObjectTrump {
    didSet { keepsSnapshots = mergePolicy.comparesSnapshots }
  }
  /// `true` if the original values of changed properties are kept.
  private(set) var keepsSnapshots = false
  var merging = RemoteChanges.State()
  /// The number of predicate evaluations for unsaved objects, for tests.
  var evaluations = 0

  init(_ coordinator: StoreCoordinator) {
    self.coordinator = coordinator
    watch = coordinator.watch
    reading = StoreReader.State(stores: coordinator.stores)
    // The classes of a hierarchy share one identity map.
    let entities = coordinator.entities.all
    let maps = entities.map { $0.isRoot ? IdentityMap() : nil }
    let remoteChanges = inbox.flag
    tables = entities.map { entity in
      EntityTable(
        entity, map: maps[entity.links.root] ?? IdentityMap(), remoteChanges: remoteChanges)
    }
    for table in tables { table.join(self) }
    coordinator.bus.add(inbox)
  }

  deinit {
    coordinator.bus.remove(inbox)
    reading.returnConnections(to: coordinator.stores)
    if !isClosed { endState(editingState) }
  }

  private func endState(_ state: EditingState) {
    for adapter in coordinator.adapters { adapter?.end(state) }
  }

  /// `true` if there is a context. When it ends, collections are unloaded and held objects are released.
  var hasContext: Bool { !isClosed && !isOrphan }

  /// Ends the graph's use by its context. Objects that are held elsewhere stay readable.
  func close() {
    isClosed = true
    watch = nil
    recorder?.end()
    endState(editingState)
    coordinator.bus.remove(inbox)
    detachAll(pending.insertedModels)
    pending = PendingChanges()
    recent = RecentObjects()
    // Loaded collections could keep objects alive in reference cycles.
    unloadCollections()
    if tables.allSatisfy({ $0.map.count == 0 }) {
      reading.returnConnections(to: coordinator.stores)
    }
  }

  // MARK: Tables and identities

  func table(of type: any PersistentModel.Type) throws -> EntityTable {
    if let index = coordinator.index(of: type) { return tables[index] }
    throw SwiftDataError.unknownSchema.because(
      "\(String(reflecting: type)) is not in the container's schema, which has \(knownEntities)")
  }

  /// The names of the entities, for an error message.
  var knownEntities: String {
    tables.isEmpty ? "no models" : tables.map(\.layout.entityName).joined(separator: ", ")
  }

  func table(of model: any PersistentModel) -> EntityTable {
    if let table = model._$header.pointee.table, table.graph === self { return table }
    return coordinator.index(of: type(of: model)).map { tables[$0] } ?? tables[0]
  }

  /// Returns the source of a table's rows, if its store is a custom one.
  func source(of table: EntityTable) -> (any CustomStoreAdapter)? {
    table.keys == nil ? nil : coordinator.adapters[table.store]
  }

  /// The context in its requests to custom stores.
  var client: StoreClient { StoreClient(coordinator: coordinator, editingState: editingState) }

  /// Returns the tables of the same entity in other stores.
  func tablesElsewhere(of table: EntityTable) -> [EntityTable] {
    let numbers = coordinator.entities.numbersElsewhere
    return numbers.isEmpty ? [] : numbers[Int(table.index)].map { tables[$0] }
  }

  /// Returns the table of an entity in one of the stores.
  func table(named name: String, of store: Int) -> EntityTable? {
    guard let first = coordinator.index(named: name).map({ tables[$0] }) else { return nil }
    return first.store == store ? first : tablesElsewhere(of: first).first { $0.store == store }
  }

  /// Returns the identifier of a stored row, or of the new object with the key.
  func identifier(_ rowID: Int64, _ table: EntityTable) -> PersistentIdentifier {
    if let model = table.find(rowID) { return model.persistentModelID }
    let other = tablesElsewhere(of: table).first { $0.find(rowID) != nil }
    return (other ?? table).identifier(rowID)
  }

  /// Returns the object of an identifier if the graph has it already.
  func registered(_ identifier: PersistentIdentifier) -> AnyObject? {
    // Most identifiers are of the same table as the previous one.
    if let table = lastLocated, aliases.isEmpty,
      let rowID = table._withUnsafeGuaranteedRef({ $0.rowID(of: identifier) })
    {
      return table._withUnsafeGuaranteedRef { $0.map.find(rowID) }
    }
    guard let (table, rowID) = try? locate(identifier) else { return nil }
    if let object = table.find(rowID) { return object }
    return namesakes(of: identifier, table).lazy.compactMap { table, identifier in
      table.keys?.knownRowID(of: identifier).flatMap(table.find)
    }.first
  }

  /// Returns the table and key of an identifier.
  private func locate(_ identifier: PersistentIdentifier) throws -> (EntityTable, Int64) {
    if let last = lastLocated?.takeUnretainedValue(), let rowID = last.rowID(of: identifier) {
      return (last, existingKey(rowID))
    }
    guard let first = coordinator.index(named: identifier.entityName).map({ tables[$0] }) else {
      throw SwiftDataError.unknownSchema.because(
        "there is no entity \(identifier.entityName) in the container's schema", [identifier])
    }
    guard let table = table(of: identifier, first),
      let rowID = table.keys?.rowID(of: identifier) ?? identifier.rowID
    else {
      throw SwiftDataError.unknownSchema.because(
        "the identifier is of another store", [identifier])
    }
    lastLocated = .passUnretained(table)
    return (table, existingKey(rowID))
  }

  /// Returns the key of the row that a former key leads to.
  private func existingKey(_ rowID: Int64) -> Int64 {
    var key = rowID
    // A row that was deleted and inserted again may have turned out to be another row.
    while let existing = aliases[key] { key = existing }
    return key
  }

  /// Records that the key of a new object leads to an existing row from now on.
  func addAlias(_ rowID: Int64, for existing: Int64) {
    aliases[existing] = nil
    aliases[rowID] = existing
  }

  /// Returns the table of the store that an identifier names. An entity may be in several stores.
  ///
  /// - Returns: The first table if the identifier names no store; nil if it names an unknown store.
  private func table(
    of identifier: PersistentIdentifier, _ first: EntityTable
  ) -> EntityTable? {
    guard let store = identifier.storeIdentifier else { return first }
    if store == coordinator.stores[first.store].identifier { return first }
    return tablesElsewhere(of: first).first { coordinator.stores[$0.store].identifier == store }
  }

  /// Returns the object of an identifier, from the identity map or the store; nil if there is no such row,
  /// or if it has a value that cannot be represented.
  func model(for identifier: PersistentIdentifier) throws -> (any PersistentModel)? {
    let (table, rowID) = try locate(identifier)
    if table.layout.isDescribed {
      throw SwiftDataError.unsupportedFeature.because(
        """
        \(identifier.entityName) has no class in this program, so its objects cannot be loaded. Open the store \
        with the program's models
        """, [identifier])
    }
    if let model = try reader.load(table, rowID) { return model }
    for (table, identifier) in namesakes(of: identifier, table) {
      guard let rowID = table.keys?.rowID(of: identifier) else { continue }
      if let model = try reader.load(table, rowID) { return model }
    }
    return nil
  }

  /// Returns the identifiers that an object may have if it is of a subclass of the identifier's entity. A
  /// custom store identifies its objects by the names of their own classes.
  private func namesakes(
    of identifier: PersistentIdentifier, _ table: EntityTable
  ) -> [(EntityTable, PersistentIdentifier)] {
    guard table.keys != nil, !identifier.isTemporary else { return [] }
    return table.members.dropFirst().map { member in
      let name = PersistentIdentifier(
        storeIdentifier: identifier.storeIdentifier, entityName: member.layout.entityName,
        key: identifier.key)
      return (member, name)
    }
  }

  /// Returns an object that represents a row which does not exist.
  func blank(for identifier: PersistentIdentifier) -> any PersistentModel {
    func make<Model: PersistentModel>(_ type: Model.Type) -> any PersistentModel {
      let model = Model(backingData: DetachedBackingData<Model>(for: type))
      if let rowID = identifier.rowID { model._$header.pointee.rowID = rowID }
      extras(of: model._$header).formerStore = identifier.storeIdentifier
      extras(of: model._$header).formerIdentifier = identifier
      model._$header.pointee.state.insert(.gone)
      return model
    }
    if let number = coordinator.index(named: identifier.entityName) {
      return make(tables[number].layout.type)
    }
    Log.context.error("there is no entity \(identifier.entityName); a blank model is returned")
    return make(_UnknownModel.self)
  }

  // MARK: Reading

  /// Reads the rows of the stores.
  var reader: StoreReader { StoreReader(graph: self) }

  /// The number of statements that the graph's connections have run.
  var executions: Int { reading.executions }

  func target(
    of owner: any PersistentModel, property index: Int, rowID: Int64
  ) -> (any PersistentModel)? {
    reader.target(of: owner, property: index, rowID: rowID)
  }

  func loadMembers(of owner: any PersistentModel, _ index: Int) throws {
    try reader.loadMembers(of: owner, index)
  }

  /// Reads the stale properties of an object again.
  ///
  /// If the store cannot be read, the object keeps its old values and stays stale, because a property
  /// getter cannot throw.
  func reload(_ model: any PersistentModel) {
    do {
      try reader.refresh(model)
    } catch {
      Log.context.error("an object could not be refreshed: \(error)")
    }
  }

  var throwsUnreadable: Bool { reading.unreadable != nil }

  func noteUnreadable(_ failure: SwiftDataError) { reading.unreadable?.note(failure) }

  // MARK: Changes

  /// Prepares an assignment by the program; see ``ModelGraph/willSet(_:_:)``.
  func willSet(_ model: any PersistentModel, _ index: Int) {
    if awaitsAutosave { saveWhatIsDue() }
    if inbox.hasRemoteChanges { mergeRemoteChanges() }
    let header = model._$header
    if header.pointee.state.contains(.stale) { reload(model) }
    // A merged change may have deleted the object.
    if header.pointee.belongs(to: self) { noteChange(of: model, index) }
  }

  /// Updates the index of pending changes after observers ran. If one of them has fetched, the index has
  /// the former value again.
  func didNotifyObservers(of model: any PersistentModel, _ index: Int) {
    pending.index?.noteChange(of: model, PropertyMask(property: index))
  }

  /// Records that a property of an object is about to change.
  ///
  /// - Parameter isPartner: `true` if the change of another object's relationship causes this change.
  func noteChange(of model: any PersistentModel, _ index: Int, isPartner: Bool = false) {
    let header = model._$header
    if let recorder { recorder.noteChange(model, index, isPartner: isPartner) }
    if keepsSnapshots { keepSnapshot(of: model, PropertyMask(property: index)) }
    if header.pointee.extras?.unrepresented != nil {
      noteTransition(of: model) { model.forgetUnrepresented(index) }
    }
    header.pointee.dirty.insert(PropertyMask(property: index))
    if pending.order.isTracking, header.pointee.table?.mayUpsert == true {
      pending.order.noteAssignment(of: header.pointee.rowID, index)
    }
    if mainActorBinding != nil { checkMainActorBinding() }
    if let liveQueries { liveQueries.noteChange(of: model, PropertyMask(property: index)) }
    // After the calls that may run code of the program, which still reads the former value.
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

  /// Runs a block that may change whether an object is left out, and updates live results.
  @inline(__always)
  func noteTransition(of model: any PersistentModel, _ body: () throws -> Void) rethrows {
    let wasLeftOut = model._$header.pointee.state.contains(.leftOut)
    try body()
    let isLeftOut = model._$header.pointee.state.contains(.leftOut)
    guard wasLeftOut != isLeftOut, let liveQueries else { return }
    if isLeftOut { liveQueries.didDisappear(of: model) } else { liveQueries.didAppear(of: model) }
  }

  /// Records the error of a call that cannot throw. The next save throws it.
  func refuse(_ error: SwiftDataError) {
    Log.context.error("\(error)")
    pending.refusals.append(error)
  }

  // MARK: Remote changes

  /// Registers the observers of an object for remote changes, if no executor is notified of them.
  ///
  /// Called when the object gets its first observer, joins the graph, or becomes another row.
  func observeRemoteChanges(of model: any PersistentModel) {
    let header = model._$header
    guard let observation = header.pointee.extras?.registrar else { return }
    header.pointee.table?.isObserved = true
    guard !hasExecutor, merging.isAutomatic else { return }
    coordinator.observations.add(observation, header.pointee.rowID, of: inbox)
  }

  /// Merges remote changes into the graph's objects.
  var remoteChanges: RemoteChanges { RemoteChanges(graph: self) }

  func mergeRemoteChanges() {
    if mainActorBinding != nil || inbox.hasRemoteChanges { remoteChanges.receive() }
  }

  /// Updates the live queries of this context for changes by this context and others.
  func updateResults() {
    remoteChanges.receive(forResults: true)
    liveQueries?.bringUpToDate()
  }

  /// Marks properties of an object to be read again on their next use.
  func markStale(_ model: any PersistentModel, _ mask: PropertyMask) {
    let header = model._$header
    let extras = extras(of: header)
    extras.stale.formUnion(mask)
    header.pointee.state.insert(.stale)
    pending.index?.noteChange(of: model, mask)
  }

  /// Stores the values of properties that are about to be changed for the first time.
  func keepSnapshot(of model: any PersistentModel, _ mask: PropertyMask) {
    let header = model._$header
    if isClosed || header.pointee.state.contains(.inserted) { return }
    let table = table(of: model)
    for property in table.entity.columns
    where property.columnName != nil && mask.contains(property: property.index)
      && !header.pointee.dirty.contains(property: property.index)
    {
      do {
        pending.snapshots[header.pointee.rowID, default: [:]][property.index] =
          try model.sqlValue(property)
      } catch {
        // Without the original value, the merge policy cannot detect remote changes to the property.
        refuse(.of(error, else: .modelValidationFailure))
      }
    }
  }
}
