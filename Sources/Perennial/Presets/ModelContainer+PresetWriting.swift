extension ModelContainer {
  /// Runs a block that writes presets, in one transaction of the store that has their entities.
  ///
  /// All contexts, observers and live results are notified once, after the commit. The transaction is
  /// recorded in the history.
  ///
  /// - Parameters:
  ///   - entityNames: The entities of the presets.
  ///   - isDryRun: `true` to roll everything back at the end.
  /// - Throws: The errors of the block, in which case nothing is written;
  ///   ``SwiftDataError/unsupportedFeature`` if the models are in several stores, or in a custom one;
  ///   ``SwiftDataError/readOnlyStore``, ``SwiftDataError/unknownSchema``, ``SwiftDataError/storeFailure``.
  package func writeRows<Result>(
    of entityNames: Set<String>, author: String?, isDryRun: Bool = false,
    _ body: (StoreTransaction) throws -> Result
  ) throws -> Result {
    let request = CommitRequest(
      stores: [try storeOfPresets(entityNames)], kind: .sets,
      editingState: EditingState(author: author), cause: .catalog, isDryRun: isDryRun)
    return try coordinator.commit(request, returning: body)
  }

  /// Returns the versions of the catalogs that were applied to the container's stores, by name.
  package func appliedCatalogs() throws -> [String: AppliedCatalog] {
    var catalogs: [String: AppliedCatalog] = [:]
    for store in coordinator.stores where !store.isMirror {
      catalogs.merge(try store.read(AppliedCatalog.all)) { first, _ in first }
    }
    return catalogs
  }
}

extension ModelContainer {
  /// Returns the names of a model's deleted presets. A name is the catalog and the ID, with a slash between
  /// them.
  package func deletedPresets(of entityName: String) throws -> [String] {
    let store = coordinator.stores[try entity(named: entityName).store]
    let connection = try store.lendReader()
    defer { store.takeBack(connection) }
    return try connection.exclusively {
      guard try PresetTables.exist(on: connection) else { return [] }
      var names: [String] = []
      let (deleted, name) = (PresetTables.deleted, entityName)
      try connection.rows(
        "SELECT pk, preset FROM \(deleted) WHERE entity = ?", [.text(name)]
      ) { row in
        let key = row.int64()
        let metadata = try PresetMetadata(
          row.string(), of: "\(name) \(key) in \(deleted)", column: "preset", in: connection)
        names.append(metadata.name)
      }
      return names.sorted()
    }
  }
}

extension ModelContainer {
  private func entity(named name: String) throws -> ContainerEntity {
    if let number = coordinator.entities.index(named: name) { return coordinator.entities[number] }
    throw SwiftDataError.unknownSchema.because(
      "“\(name)” is not an entity of the container; add it to the schema")
  }

  /// Returns the number of the one store that contains the entities.
  private func storeOfPresets(_ entityNames: Set<String>) throws -> Int {
    if entityNames.isEmpty { return try storeWithPresets() }
    let entities = try entityNames.map(entity(named:))
    let numbers = Set(entities.map(\.store))
    guard let number = numbers.first, numbers.count == 1 else {
      let names = entities.map {
        "\($0.layout.entityName) in “\(coordinator.stores[$0.store].configuration.name)”"
      }
      throw SwiftDataError.unsupportedFeature.because(
        """
        the models of a catalog must belong to one store: \(names.sorted().joined(separator: ", ")). \
        Give each store its own catalog
        """)
    }
    let store = coordinator.stores[number]
    if store.isMirror {
      throw SwiftDataError.unsupportedFeature.because(
        "“\(store.configuration.name)” is a custom store; presets need the default store")
    }
    return number
  }

  /// Returns the number of the first store with tables for presets. If there is none, returns the number of
  /// the first default store.
  private func storeWithPresets() throws -> Int {
    let numbers = coordinator.stores.indices.filter { !coordinator.stores[$0].isMirror }
    let former = try numbers.first { number in
      let store = coordinator.stores[number]
      let connection = try store.lendReader()
      defer { store.takeBack(connection) }
      return try connection.exclusively { try PresetTables.exist(on: connection) }
    }
    guard let number = former ?? numbers.first else {
      throw SwiftDataError.unsupportedFeature.because(
        "all stores of the container are custom stores; presets need the default store")
    }
    return number
  }
}
