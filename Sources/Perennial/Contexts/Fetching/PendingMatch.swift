/// The changes of a context that a fetch has to take into account.
struct PendingMatch<T: PersistentModel> {
  private let filter: ModelFilter<T>
  /// New objects that match the predicate.
  private(set) var inserted: [T] = []
  /// Changed objects that match the predicate, whatever their rows contain.
  private(set) var changed: [T] = []
  /// An upper bound for the number of fetched rows whose stored values are out of date.
  ///
  /// It is zero or a power of two, because it becomes part of a statement, and few different statements are
  /// found in the cache.
  let replaced: Int
  /// `true` if other objects that the predicate or the order reads have pending changes. The result of SQL
  /// cannot be used at all then.
  let coversEverything: Bool
  let isRelevant: Bool

  init(
    _ descriptor: FetchDescriptor<T>, plan: FetchPlan<T>, table: EntityTable,
    graph: ObjectGraph, includesSubclasses: Bool = true
  ) {
    filter = ModelFilter(descriptor.predicate)
    guard descriptor.includePendingChanges, !graph.pending.isEmpty else {
      (coversEverything, isRelevant, replaced) = (false, false, 0)
      return
    }
    let index = PendingIndex.current(of: graph)
    let kinds = [table] + graph.tablesElsewhere(of: table)
    let own = includesSubclasses ? kinds.flatMap(\.members) : kinds
    // A reference to an object with a pending deletion reads as nil.
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

  /// Returns `true` if an object matches the predicate with its values in memory.
  func evaluate(_ model: T) -> Bool { filter.matches(model) }

  func isChanged(_ model: T) -> Bool {
    !model._$header.pointee.state.isDisjoint(with: [.changed, .deleted])
  }
}
