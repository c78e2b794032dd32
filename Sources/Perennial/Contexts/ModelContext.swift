/// Where objects live while a program works with them: it fetches them, follows their changes, and
/// saves them.
///
/// A context belongs to one actor or task at a time; one that is made on the main actor belongs to that
/// until it is used elsewhere. Each row is one object in a context, however
/// often it is fetched. When another context of the container saves, this one's objects follow,
/// except for properties that were changed here and not saved yet. What becomes of these is the
/// ``mergePolicy``'s to say.
///
/// A context is not `Sendable`: send its container, or a ``PersistentIdentifier``, to another actor.
// An unavailable conformance would say so in the compiler's message, but would warn each program
// that states an unchecked conformance of its own.
public class ModelContext: Equatable, SendableMetatype {
  let graph: ObjectGraph
  private let strongContainer: ModelContainer?
  private weak var weakContainer: ModelContainer?
  /// What saves by itself, where that is enabled.
  let autosave: Autosave
  let isMain: Bool
  private var isTurnScheduled = false

  /// Makes a context that saves when it is told to.
  public init(_ container: ModelContainer) {
    graph = ObjectGraph(container.coordinator)
    strongContainer = container
    autosave = Autosave()
    isMain = false
    graph.context = self
    autosave.context = self
    if MainQueue.isCurrent { belongToCurrentHome() }
  }

  /// A context that has no models, for where a context is due and there is none.
  package static func withoutModels() -> ModelContext {
    ModelContext(ModelContainer(StoreCoordinator()))
  }

  /// The main actor's context, which its container owns.
  @MainActor init(main container: ModelContainer) {
    graph = ObjectGraph(container.coordinator)
    strongContainer = nil
    weakContainer = container
    autosave = Autosave()
    isMain = true
    graph.context = self
    autosave.context = self
    graph.legacy = ContextLegacy()
    belongToMainActor()
    autosaveEnabled = true
  }

  /// The main context of objects that have outlived the one before.
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
      autosaves: autosave.isEnabled, isOfMainActor: isMain || graph.home != nil)
  }

  /// The container that the context was made for.
  public var container: ModelContainer {
    if let container = strongContainer ?? weakContainer { return container }
    // The main context does not keep its container alive. Another one has the same stores.
    let container = ModelContainer(standingInFor: self)
    weakContainer = container
    return container
  }

  /// Whether the context saves by itself. On for the main context, off for others.
  ///
  /// A context that belongs to an actor saves at the end of the turn in which it was changed. Those are
  /// the main context, contexts of model actors, and contexts that were made on the main actor, as long
  /// as they are used there.
  ///
  /// Other contexts belong to the task or thread that uses them, and only that one may read their
  /// objects. They save when they are next used, a tenth of a second after the first change or later:
  /// by ``insert(_:)``, ``delete(_:)``, ``hasChanges``, ``processPendingChanges()``, or the assignment
  /// of a property. A fetch or a ``rollback()`` does not save. Put changes that belong together into a
  /// ``transaction(block:)``, which is not interrupted.
  ///
  /// Every context that saves by itself saves when it is released, and when the program ends normally.
  /// A save that fails is logged.
  public var autosaveEnabled: Bool {
    get { autosave.isEnabled }
    set {
      if graph.home != nil { graph.reviewHome() }
      autosave.isEnabled = newValue
    }
  }

  /// Whether anything waits to be saved.
  public var hasChanges: Bool {
    graph.readNews()
    graph.saveWhatIsDue()
    return !graph.pending.isEmpty
  }

  public var insertedModelsArray: [any PersistentModel] { graph.pending.insertedModels }
  public var changedModelsArray: [any PersistentModel] {
    graph.readNews()
    return graph.pending.changedModels
  }
  public var deletedModelsArray: [any PersistentModel] {
    graph.readNews()
    return graph.pending.deletedModels
  }

  /// A name for who works in this context.
  public var author: String? {
    get { graph.editingState.author }
    set { graph.editingState.author = newValue }
  }

  /// The context as the stores see it.
  public var editingState: EditingState {
    get { graph.editingState }
    set { graph.editingState = newValue }
  }

  /// Inserts an object, and every object that it leads to. They are written by the next save.
  ///
  /// An object that belongs to another context stays there; the next save throws
  /// ``SwiftDataError/modelInAnotherContext``.
  public func insert<T: PersistentModel>(_ model: T) {
    graph.readNews()
    graph.saveWhatIsDue()
    graph.insert(model)
  }

  /// Marks an object for deletion by the next save, with what its delete rules take along. An
  /// object that was never saved is forgotten.
  public func delete<T: PersistentModel>(_ model: T) {
    graph.readNews()
    graph.saveWhatIsDue()
    graph.delete(model)
  }

  /// Writes everything that waits: all of it, or nothing.
  ///
  /// - Throws: ``SwiftDataError/modelValidationFailure`` if an object may not be saved as it is;
  ///   ``SwiftDataError/modelInAnotherContext``, ``SwiftDataError/readOnlyStore``,
  ///   ``SwiftDataError/storeFailure``, and ``SwiftDataError/mergeConflict`` if that is the
  ///   ``mergePolicy``. The changes stay pending. ``SwiftDataError/partialSave`` if one of several
  ///   stores could not commit what was accepted, when another had.
  public func save() throws {
    try graph.save()
  }

  /// Forgets everything that was not saved.
  public func rollback() {
    graph.readNews()
    graph.recorder?.forget()
    graph.rollback()
  }

  /// Does at once what otherwise waits for the end of the turn: merges what others have saved, makes
  /// what was changed so far one step of undo, and brings the results of observers up to date. A context
  /// that belongs to no actor saves, if ``autosaveEnabled`` is true.
  public func processPendingChanges() {
    isTurnScheduled = false
    graph.readNewsForResults()
    graph.recorder?.endTurn()
    graph.feed?.bringUpToDate()
    if autosave.run == nil { autosave.saveNow() }
  }

  /// A turn that was to come does not.
  func forgetTurn() { isTurnScheduled = false }

  /// Has pending changes processed at the end of the turn; false if nobody can.
  @discardableResult
  func scheduleTurn() -> Bool {
    guard let run = autosave.run else { return false }
    if isTurnScheduled { return true }
    isTurnScheduled = true
    let reference = ContextReference(self)
    run { reference.context?.processPendingChanges() }
    return true
  }

  /// Runs a block, and saves.
  ///
  /// If the block throws, what it did is undone; changes that were pending before stay so. If the
  /// save fails, nothing is written and all changes stay pending.
  ///
  /// - Throws: what the block throws, or what ``save()`` does.
  public func transaction(block: () throws -> Void) throws {
    graph.readNews()
    try graph.restoring {
      graph.transactionDepth += 1
      defer { graph.transactionDepth -= 1 }
      try block()
    }
    if graph.transactionDepth == 0 { try graph.save() }
  }

  public static func == (lhs: ModelContext, rhs: ModelContext) -> Bool { lhs === rhs }
}
