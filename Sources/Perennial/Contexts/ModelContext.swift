/// An object that fetches, inserts, deletes and saves the objects of a program.
///
/// A context belongs to one actor or task at a time. A context that is created on the main actor belongs to
/// the main actor until it is used elsewhere. In a context each row is one object, however often it is
/// fetched. When another context of the container saves, the objects of this context are updated, except
/// for properties with unsaved changes. The ``mergePolicy`` decides about these.
///
/// A context is not `Sendable`: send its container, or a ``PersistentIdentifier``, to another actor.
///
/// ```swift
/// let trip = Trip()
/// context.insert(trip)
/// trip.name = "Lisbon"
/// try context.save()
/// ```
// An unavailable `Sendable` conformance would put this advice into the compiler's message. But it would
// cause a warning in each program that declares its own unchecked conformance.
public class ModelContext: Equatable, SendableMetatype {
  let graph: ObjectGraph
  private let strongContainer: ModelContainer?
  private weak var weakContainer: ModelContainer?
  /// The autosave of the context, which is inactive unless it is enabled.
  let autosave: Autosave
  let isMain: Bool
  private var isTurnScheduled = false

  /// Creates a context that saves only when ``save()`` is called.
  ///
  /// The context retains the container. Each context has its own objects and its own unsaved changes.
  ///
  /// ```swift
  /// let context = ModelContext(container)
  /// context.author = "import"
  /// for name in ["Lisbon", "Porto"] {
  ///   let trip = Trip()
  ///   trip.name = name
  ///   context.insert(trip)
  /// }
  /// try context.save()
  /// ```
  public init(_ container: ModelContainer) {
    graph = ObjectGraph(container.coordinator)
    strongContainer = container
    autosave = Autosave()
    isMain = false
    graph.context = self
    autosave.context = self
    if MainQueue.isCurrent { belongToCurrentHome() }
  }

  /// Returns a context without models, for code that needs a context where there is none.
  package static func withoutModels() -> ModelContext {
    ModelContext(ModelContainer(StoreCoordinator()))
  }

  /// Creates the main actor's context, which its container owns.
  @MainActor init(main container: ModelContainer) {
    graph = ObjectGraph(container.coordinator)
    strongContainer = nil
    weakContainer = container
    autosave = Autosave()
    isMain = true
    graph.context = self
    autosave.context = self
    graph.handover = MainContextHandover()
    belongToMainActor()
    autosaveEnabled = true
  }

  /// Creates the main context for objects that have outlived the previous main context.
  init(succeedingIn graph: ObjectGraph) {
    self.graph = graph
    strongContainer = nil
    autosave = Autosave()
    isMain = true
    graph.context = self
    autosave.context = self
    belongToMainActor()
    autosaveEnabled = graph.takeLegacy()
  }

  deinit {
    autosave.end()
    graph.settle(
      autosaves: autosave.isEnabled, isOfMainActor: isMain || graph.mainActorBinding != nil)
  }

  /// The container that the context was created for.
  public var container: ModelContainer {
    if let container = strongContainer ?? weakContainer { return container }
    // The main context does not keep its container alive. A new container has the same stores.
    let container = ModelContainer(standingInFor: self)
    weakContainer = container
    return container
  }

  /// A Boolean value that indicates whether the context saves automatically. The default is `true` for the
  /// main context and `false` for others.
  ///
  /// A context that belongs to an actor saves at the end of the turn in which it was changed. These
  /// contexts are the main context, contexts of model actors, and contexts that were created on the main
  /// actor, as long as they are used there.
  ///
  /// Other contexts belong to the task or thread that uses them, and only that task or thread may read
  /// their objects. They save on their next use, a tenth of a second or more after the first change. Such a
  /// use is ``insert(_:)``, ``delete(_:)``, ``hasChanges``, ``processPendingChanges()``, or the assignment
  /// of a property. A fetch or a ``rollback()`` does not save. Put changes that belong together into a
  /// ``transaction(block:)``, which autosave does not interrupt.
  ///
  /// Every context with autosave saves when it is released, and when the program ends normally. A save that
  /// fails is logged.
  public var autosaveEnabled: Bool {
    get { autosave.isEnabled }
    set {
      if graph.mainActorBinding != nil { graph.checkMainActorBinding() }
      autosave.isEnabled = newValue
    }
  }

  /// A Boolean value that indicates whether the context has unsaved changes.
  public var hasChanges: Bool {
    graph.mergeRemoteChanges()
    graph.saveWhatIsDue()
    return !graph.pending.isEmpty
  }

  /// The objects whose insertion waits for a save.
  public var insertedModelsArray: [any PersistentModel] { graph.pending.insertedModels }
  /// The saved objects with unsaved changes.
  public var changedModelsArray: [any PersistentModel] {
    graph.mergeRemoteChanges()
    return graph.pending.changedModels
  }
  /// The objects whose deletion waits for a save.
  public var deletedModelsArray: [any PersistentModel] {
    graph.mergeRemoteChanges()
    return graph.pending.deletedModels
  }

  /// The name of the author of this context's changes.
  ///
  /// A transaction of the history has the author of its context; see ``DefaultHistoryTransaction/author``.
  ///
  /// ```swift
  /// context.author = "import"
  /// try context.save()
  /// ```
  public var author: String? {
    get { graph.editingState.author }
    set { graph.editingState.author = newValue }
  }

  /// The identity of the context in its requests to stores.
  public var editingState: EditingState {
    get { graph.editingState }
    set { graph.editingState = newValue }
  }

  /// Inserts an object, and every object that its relationships reach. The next save writes them.
  ///
  /// If the deletion of the object waits for a save, the deletion is cancelled. The objects to which it has cascaded
  /// return too, except those that the program has deleted as well.
  ///
  /// An object that belongs to another context stays there, and the next save throws
  /// ``SwiftDataError/modelInAnotherContext``.
  ///
  /// ```swift
  /// let recipe = Recipe()
  /// recipe.ingredients = [Ingredient(), Ingredient()]
  /// context.insert(recipe)
  /// try context.save()
  /// ```
  public func insert<T: PersistentModel>(_ model: T) {
    graph.mergeRemoteChanges()
    graph.saveWhatIsDue()
    graph.insert(model)
  }

  /// Marks an object for deletion by the next save, with the objects to which its delete rules cascade. An
  /// object that was never saved leaves the context at once.
  ///
  /// A fetch that includes pending changes leaves the object out from now on. ``rollback()`` and an undo return it.
  ///
  /// ```swift
  /// context.delete(recipe)
  /// print(recipe.isDeleted)  // true
  /// try context.save()
  /// ```
  public func delete<T: PersistentModel>(_ model: T) {
    graph.mergeRemoteChanges()
    graph.saveWhatIsDue()
    graph.delete(model)
  }

  /// Writes all unsaved changes, in one transaction for each store. Either all changes are written or none,
  /// except for ``SwiftDataError/partialSave``.
  ///
  /// ```swift
  /// do {
  ///   try context.save()
  /// } catch let error as SwiftDataError where error == .modelValidationFailure {
  ///   print(error.explanation)
  /// }
  /// ```
  ///
  /// - Throws: ``SwiftDataError/modelValidationFailure`` if an object cannot be saved;
  ///   ``SwiftDataError/modelInAnotherContext``, ``SwiftDataError/readOnlyStore``,
  ///   ``SwiftDataError/storeFailure``, and ``SwiftDataError/mergeConflict`` if the ``mergePolicy`` is
  ///   ``MergePolicy/error``. Nothing is written, and the changes stay pending.
  ///   ``SwiftDataError/partialSave`` if one of several stores could not commit after another store had.
  public func save() throws {
    try graph.save()
  }

  /// Discards all unsaved changes.
  ///
  /// New objects leave the context, deleted ones return, and properties have their stored values again. Undo steps are
  /// discarded.
  ///
  /// ```swift
  /// recipe.title = "Soup"
  /// context.rollback()
  /// print(context.hasChanges)  // false
  /// ```
  public func rollback() {
    graph.mergeRemoteChanges()
    graph.recorder?.forget()
    graph.rollback()
  }

  /// Performs the work of the end of a turn at once.
  ///
  /// The context merges remote changes, records the changes so far as one undo step, and updates the
  /// results of observers. A context that belongs to no actor saves if ``autosaveEnabled`` is true.
  ///
  /// ```swift
  /// context.insert(Post())
  /// context.processPendingChanges()
  /// print(observer.results.count)
  /// ```
  public func processPendingChanges() {
    isTurnScheduled = false
    graph.remoteChanges.receive(forResults: true)
    graph.recorder?.endTurn()
    graph.liveQueries?.bringUpToDate()
    if autosave.run == nil { autosave.saveNow() }
  }

  /// Cancels the scheduled end of a turn.
  func forgetTurn() { isTurnScheduled = false }

  /// Schedules the processing of pending changes for the end of the turn.
  ///
  /// - Returns: `false` if the context has no actor.
  @discardableResult
  func scheduleTurn() -> Bool {
    guard let run = autosave.run else { return false }
    if isTurnScheduled { return true }
    isTurnScheduled = true
    // The reference is only read on the context's own actor.
    nonisolated(unsafe) let reference = Weak(self)
    run { reference.object?.processPendingChanges() }
    return true
  }

  /// Runs a block, and saves.
  ///
  /// If the block throws, its changes are undone; changes that were pending before stay pending. If the
  /// save fails, nothing is written and all changes stay pending.
  ///
  /// ```swift
  /// try context.transaction {
  ///   recipe.title = "Minestrone"
  ///   context.insert(Ingredient())
  /// }
  /// ```
  ///
  /// - Throws: Errors of the block, and the errors of ``save()``.
  public func transaction(block: () throws -> Void) throws {
    graph.mergeRemoteChanges()
    try graph.restoring {
      graph.transactionDepth += 1
      defer { graph.transactionDepth -= 1 }
      try block()
    }
    if graph.transactionDepth == 0 { try graph.save() }
  }

  /// Returns `true` if both are the same context.
  public static func == (lhs: ModelContext, rhs: ModelContext) -> Bool { lhs === rhs }
}
