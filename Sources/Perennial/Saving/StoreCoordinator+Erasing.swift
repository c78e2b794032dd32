// Writes that affect all stores of a container.

extension StoreCoordinator {
  /// The stores in the order in which their transactions are nested. All containers on the same files have
  /// the same order. The last store is committed first.
  ///
  /// The changes of a custom store cannot be rolled back, so custom stores are written last.
  var nesting: [Int] {
    func key(_ number: Int) -> (Int, String, Int) {
      (stores[number].isMirror ? 1 : 0, stores[number].path, number)
    }
    return stores.indices.sorted { key($0) < key($1) }
  }

  /// Deletes all objects of all stores.
  func erase() throws {
    if let store = stores.first(where: { !$0.allowsSave }) { throw store.readOnlyError }
    let request = CommitRequest(stores: nesting, kind: .sets, participation: .erase)
    let commit = try commit(request) { try $0.erase() }
    let failure = commit.partialSave(
      request.stores, of: stores, "erased", remedy: "Erase the container again to finish")
    if let failure { throw failure }
  }

  /// Erases the entities that stores have and the schema does not.
  ///
  /// - Returns: The names of the entities.
  func eraseRetiredEntities() throws -> [String] {
    let request = CommitRequest(stores: nesting.filter { !stores[$0].isMirror }, kind: .sets)
    var names: [String: [String]] = [:]
    let commit = try commit(request) {
      names[$0.store.path] = try $0.eraseRetiredEntities()
    }
    let failure = commit.partialSave(
      request.stores, of: stores, "cleaned of retired entities",
      remedy: "Erase the retired entities again to finish")
    if let failure { throw failure }
    return stores.flatMap { names[$0.path] ?? [] }
  }
}
