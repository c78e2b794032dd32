/// A loader for the objects of a long list. It loads them on access, one window at a time.
///
/// The loader retains the objects of the last few windows that were loaded. Objects of other
/// windows live as long as other code retains them.
final class ObjectWindows<Model: PersistentModel> {
  private let graph: ObjectGraph
  private let table: EntityTable
  /// The tables of the entity in other stores.
  private let otherTables: [EntityTable]
  /// The number of objects that are loaded at once.
  var size: Int
  private let properties: PropertyMask
  private let prefetch: [PartialKeyPath<Model>]
  private var held: [[AnyObject]] = []

  private static var heldWindows: Int { 3 }

  init(_ execution: FetchExecution<Model>, size: Int) throws {
    graph = execution.graph
    table = execution.table
    otherTables = execution.graph.tablesElsewhere(of: execution.table)
    self.size = max(size, 1)
    properties = try execution.fetchedProperties()
    prefetch = execution.descriptor.relationshipKeyPathsForPrefetching
    // Throws now, and not on access, if a key path isn't a relationship.
    try graph.reader.prefetch(prefetch, of: [], table)
  }

  /// Returns the object at a position of a list.
  ///
  /// A row that was deleted since the list was made is still counted. It reads as a blank object.
  /// So does a row with a value that cannot be represented, and a position outside of the list.
  func model(at position: Int, of rowIDs: [Int64]) -> Model {
    guard rowIDs.indices.contains(position) else {
      Log.context.error(
        "\(table.layout.entityName): position \(position) of a list of \(rowIDs.count) was read"
      )
      return blank(0)
    }
    let rowID = rowIDs[position]
    if let known = find(rowID) { return known.isLeftOut ? blank(rowID) : known }
    do {
      try load(position / size, of: rowIDs)
    } catch {
      Log.context.error("a batch of \(table.layout.entityName) could not be loaded: \(error)")
    }
    return find(rowID) ?? blank(rowID)
  }

  private func find(_ rowID: Int64) -> Model? {
    // The keys are of objects of the table's class, although the map of a hierarchy may have others
    // too.
    if let known = table.map.find(rowID) { return unsafeDowncast(known, to: Model.self) }
    return otherTables.lazy.compactMap { $0.map.find(rowID) as? Model }.first
  }

  private func load(_ window: Int, of rowIDs: [Int64]) throws {
    let keys = Array(rowIDs[(window * size)..<min((window + 1) * size, rowIDs.count)])
    var loaded = try graph.reader.load(table, rowIDs: keys, mask: properties)
    for other in otherTables {
      loaded += try graph.reader.load(other, rowIDs: keys, mask: properties)
    }
    let objects: [AnyObject] = withExtendedLifetime(loaded) { keys.compactMap(find) }
    if held.count >= Self.heldWindows { held.removeFirst() }
    held.append(objects)
    if !prefetch.isEmpty { try graph.reader.prefetch(prefetch, of: objects, table) }
  }

  private func blank(_ rowID: Int64) -> Model {
    let blank = graph.blank(for: graph.identifier(rowID, table))
    return blank as? Model ?? Model(backingData: DetachedBackingData<Model>(for: Model.self))
  }
}
