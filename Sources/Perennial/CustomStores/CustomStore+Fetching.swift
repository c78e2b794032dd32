import Foundation

extension CustomStore {
  private func request<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ graph: ObjectGraph
  ) -> DataStoreFetchRequest<T> {
    DataStoreFetchRequest(editingState: graph.editingState, descriptor: descriptor)
  }

  private func found<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ graph: ObjectGraph
  ) throws -> [Int64] {
    let result = try store.fetch(request(descriptor, graph))
    let isEverything = descriptor.predicate == nil && descriptor.fetchLimit == nil
    return try admit(
      result.fetchedSnapshots, related: Array(result.relatedSnapshots.values),
      allOf: isEverything ? [graph.table(of: T.self)] : [], for: graph)
  }

  // MARK: Fetches

  func answer<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, reading models: Set<ObjectIdentifier>, for graph: ObjectGraph
  ) throws -> SourceAnswer {
    try serving(graph) {
      if let answer = try ask(descriptor, graph) { return answer }
      let others = graph.tables.filter {
        $0.store == number && models.contains(ObjectIdentifier($0.layout.type))
      }
      try complete([T.self] + others.map(\.layout.type), for: graph)
      return .everything
    }
  }

  /// Returns the rows that the store finds; nil if the store does not evaluate the predicate.
  private func ask<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ graph: ObjectGraph
  ) throws -> SourceAnswer? {
    do {
      return .rows(try found(descriptor, graph), isSorted: true)
    } catch DataStoreError.preferInMemoryFilter {
      return nil
    } catch DataStoreError.preferInMemorySort {
      var unsorted = descriptor
      unsorted.sortBy = []
      // The objects within the limit are known only after sorting.
      unsorted.fetchLimit = nil
      do {
        return .rows(try found(unsorted, graph), isSorted: false)
      } catch DataStoreError.preferInMemoryFilter {
        return nil
      }
    }
  }

  func count<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, for graph: ObjectGraph
  ) throws -> Int? {
    var descriptor = descriptor
    descriptor.sortBy = []
    return try serving(graph) {
      do {
        return try store.fetchCount(request(descriptor, graph))
      } catch DataStoreError.preferInMemoryFilter, DataStoreError.preferInMemorySort {
        return nil
      }
    }
  }

  func rowIDs<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, for graph: ObjectGraph
  ) throws -> [Int64]? {
    try serving(graph) {
      do {
        return try store.fetchIdentifiers(request(descriptor, graph)).map { keys.rowID(of: $0) }
      } catch DataStoreError.preferInMemoryFilter, DataStoreError.preferInMemorySort {
        return nil
      }
    }
  }

  func complete(_ models: [any PersistentModel.Type], for graph: ObjectGraph) throws {
    func fetchAll<T: PersistentModel>(_ type: T.Type) throws {
      guard try graph.table(of: type).store == number else { return }
      _ = try found(FetchDescriptor<T>(), graph)
    }
    try serving(graph) {
      for model in models { try fetchAll(model) }
    }
  }

  // MARK: Rows

  func supply(_ rowIDs: [Int64], of table: EntityTable, for graph: ObjectGraph) throws {
    if rowIDs.isEmpty { return }
    try serving(graph) {
      let mirror = graph.coordinator.stores[number]
      let connection = try mirror.lendReader()
      let there = try connection.exclusively {
        try connection.integers(
          """
          SELECT _pk FROM \(SQLName.quoted(table.layout.tableName)) \
          WHERE _pk IN (SELECT value FROM json_each(?))
          """, [.keys(rowIDs)])
      }
      if there.count == rowIDs.count { return }
      let missing = Set(rowIDs).subtracting(there)
      let identifiers = missing.sorted().filter(keys.isPermanent).map {
        keys.identifier($0, table.temporaryOrigin)
      }
      if !identifiers.isEmpty { try supply(identifiers, of: table, graph) }
    }
  }

  private func supply(
    _ identifiers: [PersistentIdentifier], of table: EntityTable, _ graph: ObjectGraph
  ) throws {
    let cached = try store.cachedSnapshots(for: identifiers, editingState: graph.editingState)
    if !cached.isEmpty { _ = try admit(Array(cached.values), for: graph) }
    let rest = identifiers.filter { cached[$0] == nil }
    if rest.isEmpty { return }
    func fetch<T: PersistentModel>(_ type: T.Type) throws {
      let descriptor = FetchDescriptor<T>(
        predicate: #Predicate { rest.contains($0.persistentModelID) })
      if try ask(descriptor, graph) == nil { try complete([type], for: graph) }
    }
    try fetch(table.layout.type)
  }

  func supplyMembers(
    of owners: [Int64], _ relationship: RelationshipLayout, of table: EntityTable,
    for graph: ObjectGraph
  ) throws {
    guard let destination = table.destinations[relationship.property.index] else { return }
    try serving(graph) {
      let collections = owners.map {
        SnapshotImporter.Collection($0, table, relationship.property.index)
      }
      if collections.contains(where: lists.unlisted.contains) {
        try complete([destination.layout.type], for: graph)
        for collection in collections { lists.unlisted.remove(collection) }
      }
      let unsupplied = collections.filter(lists.unsupplied.contains)
      if unsupplied.isEmpty { return }
      try supply(
        Array(Set(unsupplied.flatMap { lists.members[$0] ?? [] })), of: destination, for: graph)
      if case .inverseColumn(let owner, let place) = relationship.storage {
        try order(unsupplied, owner, place, destination, graph)
      }
      lists.unsupplied.subtract(unsupplied)
    }
  }

  /// Sets the order keys of members to their positions in the lists of their owners.
  private func order(
    _ collections: [SnapshotImporter.Collection], _ owner: String, _ place: String,
    _ table: EntityTable, _ graph: ObjectGraph
  ) throws {
    let connection = try graph.coordinator.stores[number].lendReader()
    let sql = """
      UPDATE \(SQLName.quoted(table.layout.tableName)) SET \(SQLName.quoted(place)) = ? \
      WHERE _pk = ? AND \(SQLName.quoted(owner)) = ?
      """
    try connection.exclusively {
      for collection in collections {
        for (place, member) in (lists.members[collection] ?? []).enumerated() {
          try connection.run(
            sql, [.integer(Int64(place)), .integer(member), .integer(collection.rowID)])
        }
      }
    }
  }
}
