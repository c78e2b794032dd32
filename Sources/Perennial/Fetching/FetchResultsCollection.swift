/// The results of a fetch, loaded in batches when they are looked at.
///
/// The keys of the rows are known from the beginning, so the count and the order do not change.
/// Access is O(1), with one query for each batch that is not loaded.
public struct FetchResultsCollection<Element>: RandomAccessCollection {
  private let rowIDs: [Int64]
  private let element: (Int) -> Element

  public var startIndex: Int { 0 }
  public var endIndex: Int { rowIDs.count }
  public subscript(position: Int) -> Element { element(position) }
}

extension FetchResultsCollection where Element: PersistentModel {
  init(models rowIDs: [Int64], _ table: GraphTable, _ graph: ObjectGraph, batchSize: Int) {
    self.rowIDs = rowIDs
    let batches = ResultBatches<Element>(rowIDs, table, graph, size: batchSize)
    element = batches.model
  }
}

extension FetchResultsCollection where Element == PersistentIdentifier {
  init(identifiers rowIDs: [Int64], _ table: GraphTable, _ graph: ObjectGraph) {
    self.rowIDs = rowIDs
    element = { graph.identifier(rowIDs[$0], table) }
  }
}

/// The loaded batches of a result: the last few that were looked at.
private final class ResultBatches<Model: PersistentModel> {
  private let rowIDs: [Int64]
  private let table: GraphTable
  private let graph: ObjectGraph
  private let size: Int
  private var loaded: [(number: Int, models: [any PersistentModel])] = []

  init(_ rowIDs: [Int64], _ table: GraphTable, _ graph: ObjectGraph, size: Int) {
    self.rowIDs = rowIDs
    self.table = table
    self.graph = graph
    self.size = Swift.max(size, 1)
  }

  func model(_ position: Int) -> Model {
    let batch = batch(position / size)
    if let model = batch[position % size] as? Model { return model }
    // Unreachable: a table's objects are of its type.
    return Model(backingData: DetachedBackingData<Model>(for: Model.self))
  }

  private func batch(_ number: Int) -> [any PersistentModel] {
    if let known = loaded.first(where: { $0.number == number }) { return known.models }
    let keys = Array(rowIDs[(number * size)..<Swift.min((number + 1) * size, rowIDs.count)])
    var fresh: [AnyObject] = []
    do {
      fresh = try graph.load(table, keys)
    } catch {
      Log.context.error("a batch of \(table.layout.entityName) could not be loaded: \(error)")
    }
    // A row that was deleted since the fetch is still counted; it reads as a blank object.
    let models = withExtendedLifetime(fresh) {
      keys.map { table.find($0) ?? graph.blank(for: graph.identifier($0, table)) }
    }
    if loaded.count >= 3 { loaded.removeFirst() }
    loaded.append((number, models))
    return models
  }
}
