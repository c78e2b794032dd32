// What is done to all stores at once.

extension StoreCoordinator {
  /// The stores in the order in which one's transaction is written inside the other's; all
  /// containers on the same files have the same. The last one is the first to be committed.
  ///
  /// What a custom store has done cannot be taken back: it is the last one to be asked.
  var nesting: [Int] {
    func key(_ number: Int) -> (Int, String, Int) {
      (stores[number].source == nil ? 0 : 1, stores[number].path, number)
    }
    return stores.indices.sorted { key($0) < key($1) }
  }

  /// Empties all stores, and tells every context.
  func erase() throws {
    if let store = stores.first(where: { !$0.allowsSave }) { throw store.readOnlyError }
    try commits.during {
      var event = SaveEvent()
      do {
        try nest(nesting, "erased") { [stores] number, next in
          let store = stores[number]
          try store.source?.erase()
          let number = try store.erase(with: next)
          if let number { event.transactions[store.identifier] = number }
        }
        event.isErasure = true
      } catch let error as SwiftDataError where error == .partialSave {
        event.isUnspecified = true
        tell(event)
        throw error
      }
      tell(event)
    }
  }

  /// Removes the entities that stores have and the schema does not.
  ///
  /// - Returns: Their names.
  func eraseRetiredEntities() throws -> [String] {
    var names: [Int: [String]] = [:]
    try nest(nesting, "rid of retired entities") { [stores] number, next in
      names[number] = try stores[number].eraseRetiredEntities(with: next)
    }
    return stores.indices.flatMap { names[$0] ?? [] }
  }

  /// Does something to stores, one inside the transaction of the other. So what can be refused is
  /// refused before anything is committed.
  ///
  /// - Parameter numbers: Those of the stores, in the order of ``nesting``.
  /// - Throws: ``SwiftDataError/partialSave`` if one store could not commit when another had.
  func nest(
    _ numbers: [Int], _ participle: String,
    _ work: @escaping (_ store: Int, _ next: () throws -> Void) throws -> Void
  ) throws {
    var done: [SQLiteStore] = []
    func run(_ rest: ArraySlice<Int>) throws {
      guard let number = rest.first else { return }
      try work(number) { try run(rest.dropFirst()) }
      done.append(stores[number])
    }
    do {
      try run(numbers[...])
    } catch  where !done.isEmpty {
      let others = numbers.map { stores[$0] }.filter { store in !done.contains { $0 === store } }
      throw SwiftDataError.partialSave.because(
        """
        \(done.map(\.path).joined(separator: ", ")) was \(participle), and \
        \(others.map(\.path).joined(separator: ", ")) was not: \
        \((error as? SwiftDataError)?.description ?? "\(error)")
        """, underlying: error)
    }
  }
}
