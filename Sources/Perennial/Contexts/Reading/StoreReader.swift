/// Reads the rows of a graph's stores: lends connections, and loads objects and relationships.
///
/// The reader is a view of its graph, which has the state.
struct StoreReader {
  /// The part of a graph's state that its reader uses.
  struct State {
    /// The connections by which the graph reads its stores, by the stores' numbers.
    fileprivate var connections: [Connection?]
    /// The first error of a value that could not be read, within ``StoreReader/throwingUnreadable(_:)``; nil
    /// outside of such a call.
    fileprivate(set) var unreadable: UnreadableValues?
    /// The number of rows that were left out of results because a value cannot be represented.
    var leftOutRows = 0

    init(stores: [SQLiteStore]) { connections = Array(repeating: nil, count: stores.count) }
  }

  let graph: ObjectGraph

  var coordinator: StoreCoordinator { graph.coordinator }

  // MARK: Connections

  /// Returns the connection by which the graph reads a store.
  func connection(_ store: Int) throws -> Connection {
    if let connection = graph.reading.connections[store] { return connection }
    let connection = try coordinator.stores[store].lendReader()
    graph.reading.connections[store] = connection
    return connection
  }

  // MARK: Unreadable values

  /// Runs a block that reads properties, and throws if one of them could not be read.
  ///
  /// - Throws: ``SwiftDataError/missingExternalFile``, and errors of the block.
  func throwingUnreadable<Result>(_ body: () throws -> Result) throws -> Result {
    let outer = graph.reading.unreadable
    let failures = UnreadableValues()
    graph.reading.unreadable = failures
    defer { graph.reading.unreadable = outer }
    let result = try body()
    if let first = failures.first { throw first }
    return result
  }
}

extension StoreReader.State {
  /// Returns the connections to their stores.
  mutating func returnConnections(to stores: [SQLiteStore]) {
    for (number, connection) in connections.enumerated() {
      if let connection { stores[number].takeBack(connection) }
      connections[number] = nil
    }
  }

  /// The number of statements that the connections have run.
  var executions: Int { connections.reduce(0) { $0 + ($1?.executions ?? 0) } }
}

/// The first error of a value that could not be read, within ``StoreReader/throwingUnreadable(_:)``.
final class UnreadableValues {
  private(set) var first: SwiftDataError?

  func note(_ failure: SwiftDataError) {
    if first == nil { first = failure }
  }
}

extension ModelContext {
  /// Returns the value of a property, and throws an error if its external file cannot be read.
  ///
  /// The property's getter cannot throw, and returns a replacement in this case.
  ///
  /// ```swift
  /// let scan = try context.read(\.scan, of: letter)
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath: The key path of a stored property, or of a computed property that reads several.
  ///   - model: The object, which belongs to this context.
  /// - Throws: ``SwiftDataError/missingExternalFile``, with the object, the property and the file, if the
  ///   value's external file is missing; ``SwiftDataError/modelInAnotherContext``.
  public func read<T: PersistentModel, Value>(
    _ keyPath: KeyPath<T, Value>, of model: T
  ) throws -> Value {
    guard model._$header.pointee.graph === graph else {
      throw SwiftDataError.modelInAnotherContext.because(
        "the object belongs to another context", [model.persistentModelID])
    }
    return try graph.reader.throwingUnreadable { model[keyPath: keyPath] }
  }
}
