/// The changes of a context that a fetch has to take into account.
struct PendingMatch<T: PersistentModel> {
  private let filter: ModelFilter<T>
  /// New objects that the predicate holds for.
  private(set) var inserted: [T] = []
  /// Changed objects that the predicate holds for, whatever their rows say.
  private(set) var changed: [T] = []
  /// How many rows the store may give, at most, that do not count as they are. A power of two or
  /// zero: it becomes part of a statement, and few different statements are found in the cache.
  let replaced: Int
  /// Whether the changes concern other objects that the predicate or the order reads, so that what
  /// SQL says cannot be relied on at all.
  let coversEverything: Bool
  let isRelevant: Bool

  init(
    _ descriptor: FetchDescriptor<T>, _ plan: FetchPlan<T>, _ table: GraphTable,
    _ graph: ObjectGraph, includesSubclasses: Bool = true
  ) {
    filter = ModelFilter(descriptor.predicate)
    guard descriptor.includePendingChanges, !graph.pending.isEmpty else {
      (coversEverything, isRelevant, replaced) = (false, false, 0)
      return
    }
    let index = graph.pendingIndex()
    let kinds = [table] + graph.siblings(of: table)
    let own = includesSubclasses ? kinds.flatMap(\.members) : kinds
    // A reference to what is about to be deleted reads as nil.
    let isDisputed =
      descriptor.predicate != nil
      && table.isReferring(toAnyOf: graph.tables.filter(index.hasDeleted))
    coversEverything =
      isDisputed
      || !plan.entities.isEmpty
        && (!graph.pending.links.isEmpty
          || graph.tables.contains {
            plan.entities.contains(ObjectIdentifier($0.layout.type))
              && (index.hasInserted($0) || index.hasReplaced($0))
          })
    if own.contains(where: index.hasReplaced) {
      let count = own.reduce(0) { $0 + index.replacedCount($1) }
      replaced = 1 << (Int.bitWidth - max(count - 1, 0).leadingZeroBitCount)
    } else {
      replaced = 0
    }
    isRelevant = coversEverything || replaced > 0 || own.contains(where: index.hasInserted)
    if !isRelevant { return }
    var seen: Set<ObjectIdentifier> = []
    for table in own {
      let candidates = index.candidates(
        for: plan.sought.condition, on: plan.sought.rows, of: table)
      for model in candidates {
        let state = model._$header.pointee.state
        guard !state.isDisjoint(with: [.inserted, .changed]), let match = model as? T,
          seen.insert(ObjectIdentifier(model)).inserted
        else { continue }
        graph.evaluations += 1
        guard !match.isLeftOut, filter.matches(match) else { continue }
        if state.contains(.inserted) { inserted.append(match) } else { changed.append(match) }
      }
    }
  }

  /// Whether the predicate holds for an object as it is in memory.
  func evaluate(_ model: T) -> Bool { filter.matches(model) }

  func isChanged(_ model: T) -> Bool {
    !model._$header.pointee.state.isDisjoint(with: [.changed, .deleted])
  }
}
