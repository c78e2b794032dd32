// The stores of a graph's tables.

extension ObjectGraph {
  /// Returns the source of a table's rows, if its store is a custom one.
  func source(of table: EntityTable) -> (any CustomStoreAdapter)? {
    table.keys == nil ? nil : coordinator.adapters[table.store]
  }

  /// The context in its requests to custom stores.
  var client: StoreClient { StoreClient(coordinator: coordinator, editingState: editingState) }

  /// Returns the tables of the same entity in other stores.
  func siblings(of table: EntityTable) -> [EntityTable] {
    let siblings = coordinator.entities.siblings
    return siblings.isEmpty ? [] : siblings[Int(table.index)].map { tables[$0] }
  }

  /// Returns the table of an entity in one of the stores.
  func table(named name: String, of store: Int) -> EntityTable? {
    guard let first = coordinator.index(named: name).map({ tables[$0] }) else { return nil }
    return first.store == store ? first : siblings(of: first).first { $0.store == store }
  }

  /// Returns the identifier of a stored row, or of the new object with the key.
  func identifier(_ rowID: Int64, _ table: EntityTable) -> PersistentIdentifier {
    if let model = table.find(rowID) { return model.persistentModelID }
    let other = siblings(of: table).first { $0.find(rowID) != nil }
    return (other ?? table).identifier(rowID)
  }

  /// Returns `true` if a relationship may reference an object. References between stores are not supported.
  func isReachable(
    _ target: any PersistentModel, from owner: any PersistentModel, _ index: Int
  ) -> Bool {
    if coordinator.stores.count == 1 { return true }
    let (from, to) = (table(of: owner), table(of: target))
    if from.store == to.store { return true }
    let stores = [from, to].map { coordinator.stores[$0.store].configuration.name }
    refuse(
      .unsupportedFeature.because(
        """
        \(from.layout.entityName).\(from.layout.properties[index].name) was given an object of \
        another store (“\(stores[0])”, “\(stores[1])”); the relationship was left empty. Copy the \
        object, or keep its persistentModelID in an attribute
        """, [owner.persistentModelID, target.persistentModelID]))
    return false
  }
}
