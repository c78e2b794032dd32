import Foundation

/// Moves the changed rows of a list to their new positions, without fetching the whole list.
///
/// The changed rows that match are sorted in by comparisons with a few objects each. That is correct only if
/// these objects have the values that the list is based on. So a context that saves announces this before the
/// commit (``StoreCoordinator/commits``), and other commits are found in the store's history. An amendment
/// fails if anything was saved while it ran.
struct IncrementalUpdate<Model: PersistentModel> {
  let descriptor: FetchDescriptor<Model>
  let order: ModelOrder<Model>
  let title: ((Model) -> String)?
  /// `true` if the condition and the order read only the row.
  let isExact: Bool
  let registry: LiveQueryRegistry
  let graph: ObjectGraph
  let table: EntityTable

  /// The greatest number of changed rows that are amended. Beyond it, a fetch is preferred.
  private static var limit: Int { 64 }

  /// Returns the list after some rows were inserted, deleted or changed; nil if it has to be fetched.
  ///
  /// O(n) in the rows of the list. Runs a query for the changed objects that are not loaded, and one for each
  /// object of a comparison that is not loaded.
  func amend(_ list: ResultList, _ rows: Set<Int64>) -> ResultList? {
    // With an offset, rows before the list would move it.
    guard isExact, rows.count <= Self.limit, (descriptor.fetchOffset ?? 0) <= 0,
      let loaded = try? graph.reader.load(table, rowIDs: Array(rows))
    else { return nil }
    registry.keep(loaded)
    return withExtendedLifetime(loaded) { amendLoaded(list, rows) }
  }

  private func amendLoaded(_ list: ResultList, _ rows: Set<Int64>) -> ResultList? {
    guard let matching = matching(rows) else { return nil }
    if matching.isEmpty, list.positions(of: rows).isEmpty { return list }
    var rest = list
    rest.remove(rows)
    guard let limit = descriptor.fetchLimit else { return sort(matching, into: rest) }
    // Without an order, the first rows are not defined.
    guard limit > 0, !descriptor.sortBy.isEmpty, var amended = sort(matching, into: rest) else {
      return nil
    }
    // If the list was full, the store may have further rows after the last remaining one.
    if list.rowIDs.count >= limit {
      guard let last = rest.rowIDs.last, let known = amended.rowIDs.lastIndex(of: last),
        known + 1 >= limit
      else { return nil }
    }
    amended.keepFirst(limit)
    return amended
  }

  private func sort(_ models: [Model], into list: ResultList) -> ResultList? {
    if models.isEmpty { return list }
    let commits = graph.coordinator.commits.state
    guard commits.isQuiet, isUpToDate else { return nil }
    var list = list
    var held: [Model] = []
    for model in models.sorted(by: order.areInIncreasingOrder) {
      guard let position = position(of: model, in: list.rowIDs, &held),
        list.insert(model._$header.pointee.rowID, at: position, title: title?(model))
      else { return nil }
    }
    registry.keep(held)
    return graph.coordinator.commits.state == commits && isUpToDate ? list : nil
  }

  /// `true` if the context's objects have the values that the list is based on, except the rows that are
  /// amended.
  private var isUpToDate: Bool {
    !graph.inbox.hasRemoteChanges && !registry.hasUnprocessedChanges
      && graph.remoteChanges.isUpToDate(with: table.store)
  }

  /// Returns the objects of some rows that match the condition; nil if only the store can decide.
  private func matching(_ rows: Set<Int64>) -> [Model]? {
    let filter = ModelFilter(descriptor.predicate)
    var matching: [Model] = []
    for rowID in rows {
      guard let model = find(rowID) else { continue }
      let header = model._$header
      if isOtherwiseStored(model) { return nil }
      if header.pointee.state.contains(.stale) { graph.reload(model) }
      guard header.pointee.belongs(to: graph),
        header.pointee.state.isDisjoint(with: [.deleted, .leftOut])
      else { continue }
      if filter.matches(model) { matching.append(model) }
    }
    return matching
  }

  /// Returns `true` if the stored values of an object count, and the object has other ones.
  private func isOtherwiseStored(_ model: Model) -> Bool {
    !descriptor.includePendingChanges && model.hasChanges
  }

  private func find(_ rowID: Int64) -> Model? {
    table.find(rowID) as? Model
  }

  /// Returns the position of an object in a sorted list; nil if an object of the list no longer exists.
  private func position(of model: Model, in rowIDs: [Int64], _ held: inout [Model]) -> Int? {
    var (low, high) = (0, rowIDs.count)
    while low < high {
      let middle = (low + high) / 2
      guard let isBefore = isBefore(model, rowID: rowIDs[middle], held: &held) else { return nil }
      if isBefore { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private func isBefore(_ model: Model, rowID: Int64, held: inout [Model]) -> Bool? {
    if descriptor.sortBy.isEmpty { return model._$header.pointee.rowID < rowID }
    guard let other = (try? graph.reader.load(table, rowID)) as? Model else { return nil }
    if isOtherwiseStored(other) { return nil }
    held.append(other)
    return order.areInIncreasingOrder(model, other)
  }
}
