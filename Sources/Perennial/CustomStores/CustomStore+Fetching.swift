import Foundation

extension CustomStore {
  private func request<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ client: StoreClient
  ) -> DataStoreFetchRequest<T> {
    DataStoreFetchRequest(editingState: client.editingState, descriptor: descriptor)
  }

  private func found<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ client: StoreClient
  ) throws -> [Int64] {
    let result = try store.fetch(request(descriptor, client))
    let isEverything = descriptor.predicate == nil && descriptor.fetchLimit == nil
    return try admit(
      result.fetchedSnapshots, related: Array(result.relatedSnapshots.values),
      allOf: isEverything ? entities(T.self, client) : [], for: client)
  }

  /// Returns the entity of a model if this store is the first one that holds it.
  private func entities(
    _ type: any PersistentModel.Type, _ client: StoreClient
  ) -> [ContainerEntity] {
    let entities = client.coordinator.entities
    return entities.index(of: type).map { [entities[$0]] }?.filter { $0.store == number } ?? []
  }

  // MARK: Fetches

  func answer<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, reading models: Set<ObjectIdentifier>, for client: StoreClient
  ) throws -> CustomFetchResult {
    try serving(client) {
      if let answer = try ask(descriptor, client) { return answer }
      let others = client.coordinator.entities.all.filter {
        $0.store == number && models.contains(ObjectIdentifier($0.layout.type))
      }
      try complete([T.self] + others.map(\.layout.type), for: client)
      return .everything
    }
  }

  /// Returns the rows that the store finds; nil if the store does not evaluate the predicate.
  private func ask<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ client: StoreClient
  ) throws -> CustomFetchResult? {
    do {
      return .rows(try found(descriptor, client), isSorted: true)
    } catch DataStoreError.preferInMemoryFilter {
      return nil
    } catch DataStoreError.preferInMemorySort {
      var unsorted = descriptor
      unsorted.sortBy = []
      // The objects within the limit are known only after sorting.
      unsorted.fetchLimit = nil
      do {
        return .rows(try found(unsorted, client), isSorted: false)
      } catch DataStoreError.preferInMemoryFilter {
        return nil
      }
    }
  }

  func count<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, for client: StoreClient
  ) throws -> Int? {
    var descriptor = descriptor
    descriptor.sortBy = []
    return try serving(client) {
      do {
        return try store.fetchCount(request(descriptor, client))
      } catch DataStoreError.preferInMemoryFilter, DataStoreError.preferInMemorySort {
        return nil
      }
    }
  }

  func rowIDs<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, for client: StoreClient
  ) throws -> [Int64]? {
    try serving(client) {
      do {
        return try store.fetchIdentifiers(request(descriptor, client)).map { keys.rowID(of: $0) }
      } catch DataStoreError.preferInMemoryFilter, DataStoreError.preferInMemorySort {
        return nil
      }
    }
  }

  func complete(_ models: [any PersistentModel.Type], for client: StoreClient) throws {
    func fetchAll<T: PersistentModel>(_ type: T.Type) throws {
      if entities(type, client).isEmpty { return }
      _ = try found(FetchDescriptor<T>(), client)
    }
    try serving(client) {
      for model in models { try fetchAll(model) }
    }
  }

  // MARK: Rows

  func supply(_ rowIDs: [Int64], of entity: ContainerEntity, for client: StoreClient) throws {
    if rowIDs.isEmpty { return }
    try serving(client) {
      let mirror = client.coordinator.stores[number]
      let there = try mirror.lendReader().integers(
        """
        SELECT _pk FROM \(SQLName.quoted(entity.layout.tableName)) \
        WHERE _pk IN (SELECT value FROM json_each(?))
        """, [.keys(rowIDs)])
      if there.count == rowIDs.count { return }
      let missing = Set(rowIDs).subtracting(there)
      let identifiers = missing.sorted().filter(keys.isPermanent).map {
        keys.identifier($0, entity.temporaryOrigin)
      }
      if !identifiers.isEmpty { try supply(identifiers, of: entity, client) }
    }
  }

  private func supply(
    _ identifiers: [PersistentIdentifier], of entity: ContainerEntity, _ client: StoreClient
  ) throws {
    let cached = try store.cachedSnapshots(for: identifiers, editingState: client.editingState)
    if !cached.isEmpty { _ = try admit(Array(cached.values), for: client) }
    let rest = identifiers.filter { cached[$0] == nil }
    if rest.isEmpty { return }
    func fetch<T: PersistentModel>(_ type: T.Type) throws {
      let descriptor = FetchDescriptor<T>(
        predicate: #Predicate { rest.contains($0.persistentModelID) })
      if try ask(descriptor, client) == nil { try complete([type], for: client) }
    }
    try fetch(entity.layout.type)
  }

  func supplyMembers(
    of owners: [Int64], _ relationship: RelationshipLayout, of entity: ContainerEntity,
    for client: StoreClient
  ) throws {
    let entities = client.coordinator.entities
    guard let destination = entities.destination(of: relationship.property, in: entity) else {
      return
    }
    try serving(client) {
      let collections = owners.map {
        SnapshotImporter.Collection($0, of: entity, property: relationship.property.index)
      }
      if collections.contains(where: lists.unlisted.contains) {
        try complete([destination.layout.type], for: client)
        for collection in collections { lists.unlisted.remove(collection) }
      }
      let unsupplied = collections.filter(lists.unsupplied.contains)
      if unsupplied.isEmpty { return }
      try supply(
        Array(Set(unsupplied.flatMap { lists.members[$0] ?? [] })), of: destination, for: client)
      if case .inverseColumn(let owner, let place) = relationship.storage {
        try order(unsupplied, by: owner, in: place, of: destination, for: client)
      }
      lists.unsupplied.subtract(unsupplied)
    }
  }

  /// Sets the order keys of members to their positions in the lists of their owners.
  private func order(
    _ collections: [SnapshotImporter.Collection], by owner: String, in place: String,
    of entity: ContainerEntity, for client: StoreClient
  ) throws {
    let connection = try client.coordinator.stores[number].lendReader()
    let sql = """
      UPDATE \(SQLName.quoted(entity.layout.tableName)) SET \(SQLName.quoted(place)) = ? \
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
