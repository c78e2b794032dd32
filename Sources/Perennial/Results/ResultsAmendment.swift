import Foundation

/// Puts changed rows of a list where they belong now, without asking the store for the whole list.
///
/// Of the changed rows those that match are sorted in by comparing objects, a few for each. That
/// is right only if these objects are as the list knows them. So whoever saves says so before the
/// commit (``StoreCoordinator/commits``), others are found in the store's history, and an amendment
/// in the course of which anything was saved gives up.
struct ResultsAmendment<Model: PersistentModel> {
  private let descriptor: FetchDescriptor<Model>
  private let title: ((Model) -> String)?
  private let isExact: Bool
  private let graph: ObjectGraph
  private let table: GraphTable
  private let order: ModelOrder<Model>

  /// More changed rows than these are not worth the while.
  private static var limit: Int { 64 }

  /// - Parameter isExact: Whether the condition and the order read nothing but the row.
  init(
    _ descriptor: FetchDescriptor<Model>,
    title: ((Model) -> String)?,
    isExact: Bool,
    _ graph: ObjectGraph,
    _ table: GraphTable
  ) {
    self.descriptor = descriptor
    self.title = title
    self.isExact = isExact
    self.graph = graph
    self.table = table
    order = ModelOrder(descriptor.sortBy)
  }

  /// The list as it is after some rows came, went or changed; nil if it has to be fetched.
  ///
  /// O(n) in the rows of the list, with a query for the changed objects that are not loaded, and
  /// one for each object that they are compared with and that is not loaded.
  func amend(_ list: ResultList, _ rows: Set<Int64>) -> ResultList? {
    // A row that goes in front of the list moves it.
    guard isExact, rows.count <= Self.limit, (descriptor.fetchOffset ?? 0) <= 0,
      let loaded = try? graph.load(table, Array(rows))
    else { return nil }
    graph.feed?.keep(loaded)
    return withExtendedLifetime(loaded) { amendLoaded(list, rows) }
  }

  private func amendLoaded(_ list: ResultList, _ rows: Set<Int64>) -> ResultList? {
    guard let matching = matching(rows) else { return nil }
    if matching.isEmpty, list.positions(of: rows).isEmpty { return list }
    var rest = list
    rest.remove(rows)
    guard let limit = descriptor.fetchLimit else { return sort(matching, into: rest) }
    // Without an order nobody can say which are the first.
    guard limit > 0, !descriptor.sortBy.isEmpty, var amended = sort(matching, into: rest) else {
      return nil
    }
    // Where the list was full there may be others, which come after the last one that stays.
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
    graph.feed?.keep(held)
    return graph.coordinator.commits.state == commits && isUpToDate ? list : nil
  }

  /// Whether the objects of the context are as the list takes them to be, but for the rows that
  /// are amended.
  private var isUpToDate: Bool {
    !graph.inbox.hasNews && graph.feed?.hasNews == false && graph.isAbreast(of: table.store)
  }

  /// The objects of some rows that the condition holds for; nil if only the store knows.
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

  /// Whether an object counts as the store knows it, and is not so here.
  private func isOtherwiseStored(_ model: Model) -> Bool {
    !descriptor.includePendingChanges && model.hasChanges
  }

  private func find(_ rowID: Int64) -> Model? {
    table.find(rowID) as? Model
  }

  /// Where an object belongs in a sorted list; nil if an object of the list is not there any more.
  private func position(of model: Model, in rowIDs: [Int64], _ held: inout [Model]) -> Int? {
    var (low, high) = (0, rowIDs.count)
    while low < high {
      let middle = (low + high) / 2
      guard let isBefore = isBefore(model, rowIDs[middle], &held) else { return nil }
      if isBefore { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private func isBefore(_ model: Model, _ rowID: Int64, _ held: inout [Model]) -> Bool? {
    if descriptor.sortBy.isEmpty { return model._$header.pointee.rowID < rowID }
    guard let other = (try? graph.load(table, rowID)) as? Model else { return nil }
    if isOtherwiseStored(other) { return nil }
    held.append(other)
    return order.areInIncreasingOrder(model, other)
  }
}
