extension SQLiteStore {
  /// Runs what a context writes in the one writing transaction; if this is a mirror, in the
  /// transaction of the custom store as well. See ``save(author:isChecked:didCommit:_:)``.
  ///
  /// - Parameters:
  ///   - plan: What is saved; nil for a batch deletion.
  ///   - batch: Deletes the same set of objects in a store that can.
  ///   - rehearse: Writes as `body` does, to see what that concerns; only for custom stores.
  func save(
    for graph: ObjectGraph, isChecked: Bool = true, plan: SavePlan? = nil,
    batch: ((any DataStoreBatching) throws -> Void)? = nil, didCommit: (SaveEvent) -> Void,
    rehearse: (Connection) throws -> SaveEvent,
    _ body: (Connection, HistoryWriter?) throws -> (SaveEvent, Set<Int64>)
  ) throws {
    guard let source else {
      return try save(
        author: graph.editingState.author, isChecked: isChecked, didCommit: didCommit, body)
    }
    try source.save(
      plan, batch, in: self, for: graph, didCommit: didCommit, rehearse: rehearse, body)
  }
}
