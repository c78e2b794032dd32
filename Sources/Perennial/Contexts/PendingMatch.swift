/// The changes of a context that a fetch has to take into account.
struct PendingMatch<T: PersistentModel> {
  private let filter: ModelFilter<T>
  /// New objects that the predicate holds for.
  private(set) var inserted: [T] = []
  /// Changed objects that the predicate holds for, whatever their rows say.
  private(set) var changed: [T] = []
  /// How many rows the store may give that do not count as they are.
  private(set) var replaced = 0
  /// Whether the changes concern other objects that the predicate or the order reads, so that what
  /// SQL says cannot be relied on at all.
  let coversEverything: Bool
  let isRelevant: Bool

  init(
    _ descriptor: FetchDescriptor<T>, _ entities: Set<ObjectIdentifier>, _ table: GraphTable,
    _ graph: ObjectGraph, includesSubclasses: Bool = true
  ) {
    filter = ModelFilter(descriptor.predicate)
    guard descriptor.includePendingChanges, !graph.pending.isEmpty else {
      coversEverything = false
      isRelevant = false
      return
    }
    func concerns(_ models: [any PersistentModel]) -> Bool {
      models.contains { entities.contains(ObjectIdentifier(type(of: $0))) }
    }
    let (new, edited, doomed) = (
      graph.pending.insertedModels, graph.pending.changedModels, graph.pending.deletedModels
    )
    func isWanted(_ model: T) -> Bool { includesSubclasses || type(of: model) == T.self }
    let own = edited.compactMap { $0 as? T }.filter(isWanted)
    replaced = own.count + doomed.lazy.filter { $0 is T }.count
    // A reference to what is about to be deleted reads as nil.
    let isDisputed = descriptor.predicate != nil && table.isReferring(to: doomed)
    coversEverything =
      isDisputed
      || !entities.isEmpty
        && (concerns(new) || concerns(edited) || concerns(doomed) || !graph.pending.links.isEmpty)
    let ownNew = new.compactMap { $0 as? T }.filter(isWanted)
    isRelevant = coversEverything || !ownNew.isEmpty || replaced > 0
    inserted = ownNew.filter(evaluate)
    changed = own.filter(evaluate)
  }

  /// Whether the predicate holds for an object as it is in memory.
  func evaluate(_ model: T) -> Bool { filter.matches(model) }

  func isChanged(_ model: T) -> Bool {
    !model._$header.pointee.state.isDisjoint(with: [.changed, .deleted])
  }
}
