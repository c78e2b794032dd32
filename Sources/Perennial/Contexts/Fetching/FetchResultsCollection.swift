/// The results of a fetch, which are loaded in batches on access.
///
/// The keys of the rows are read at the beginning, so the count and the order do not change. Access
/// is O(1), with one query for each batch that is not loaded. An object whose row was deleted since
/// the fetch reads as a blank object, and so does a position outside the collection.
///
/// ```swift
/// var all = FetchDescriptor<Recipe>()
/// all.includePendingChanges = false
/// for recipe in try context.fetch(all, batchSize: 100).prefix(10) { print(recipe.title) }
/// ```
public struct FetchResultsCollection<Element>: RandomAccessCollection {
  let rowIDs: [Int64]
  private let element: (_ position: Int, _ rowIDs: [Int64]) -> Element

  /// The position of the first result: 0.
  public var startIndex: Int { 0 }
  /// The number of results.
  public var endIndex: Int { rowIDs.count }
  /// The result at a position. It is loaded when it is read, in a batch with its neighbours.
  public subscript(position: Int) -> Element { element(position, rowIDs) }
}

extension FetchResultsCollection where Element: PersistentModel {
  init(models rowIDs: [Int64], _ windows: ObjectWindows<Element>) {
    self.rowIDs = rowIDs
    element = windows.model
  }
}

extension FetchResultsCollection where Element == PersistentIdentifier {
  /// Creates a collection of identifiers that keys alone do not determine, because the objects are
  /// of several classes or several stores.
  init(identifiers: [PersistentIdentifier]) {
    rowIDs = identifiers.map { $0.rowID ?? 0 }
    element = { position, _ in identifiers[position] }
  }

  init(identifiers rowIDs: [Int64], _ table: EntityTable, _ graph: ObjectGraph) {
    self.rowIDs = rowIDs
    element = { graph.identifier($1[$0], table) }
  }
}
