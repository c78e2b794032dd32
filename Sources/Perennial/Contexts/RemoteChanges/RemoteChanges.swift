/// The remote changes of a graph: takes them out of its inbox, holds them for later, or merges them into the
/// graph's objects.
///
/// The value is a view of its graph, which has the state.
struct RemoteChanges {
  /// The part of a graph's state that concerns remote changes.
  struct State {
    /// `true` if remote changes are merged automatically.
    fileprivate(set) var isAutomatic = true
    /// The remote changes that wait for a merge, while ``isAutomatic`` is `false`.
    fileprivate var held: [ChangeSet] = []
    fileprivate(set) var isMerging = false
    /// The number of change sets of other contexts that were merged.
    fileprivate(set) var count = 0
  }

  let graph: ObjectGraph

  /// Merges the remote changes since the last call, or holds them.
  ///
  /// - Parameters:
  ///   - forResults: `true` to check the stores' files for commits too, if the context has live queries.
  ///     Their rows are compared with objects, and no row may be newer than its object.
  ///   - mergesHeld: `true` to merge even if remote changes are not merged automatically.
  func receive(forResults: Bool = false, mergesHeld: Bool = false) {
    if forResults, graph.liveQueries != nil {
      do {
        return try catchUp()
      } catch {
        Log.context.error("changes of other processes and containers were not read: \(error)")
      }
    }
    if graph.mainActorBinding != nil { graph.checkMainActorBinding() }
    guard graph.inbox.hasRemoteChanges || mergesHeld, !graph.merging.isMerging else { return }
    let changes = graph.merging.held + graph.inbox.takeAll()
    guard graph.merging.isAutomatic || mergesHeld else {
      // One unspecified change replaces more than 256 change sets.
      graph.merging.held = changes.count > 256 ? [.unspecified] : changes
      return
    }
    graph.merging.held = []
    graph.merging.isMerging = true
    defer { graph.merging.isMerging = false }
    graph.merging.count += changes.count
    for changes in changes { merge(changes) }
  }

  /// Reads and merges remote changes from the stores' files, including changes from outside of this
  /// container.
  func catchUp() throws {
    for (number, store) in graph.coordinator.stores.enumerated() {
      guard let history = store.sharedHistory else { continue }
      let connection = try graph.reader.connection(number)
      if try history.isUpToDate(on: connection) { continue }
      try graph.coordinator.catchUp(store, on: connection)
    }
    receive()
  }

  /// Returns `true` if all commits of other containers to a store have been announced.
  ///
  /// The method does not announce commits, because that would run observers.
  func isUpToDate(with store: Int) -> Bool {
    guard let history = graph.coordinator.stores[store].history else { return true }
    guard let connection = try? graph.reader.connection(store) else { return false }
    return connection.exclusively { (try? history.isUpToDate(on: connection)) == true }
  }

  func setAutomatic(_ isAutomatic: Bool) {
    if isAutomatic == graph.merging.isAutomatic { return }
    receive()
    graph.merging.isAutomatic = isAutomatic
    graph.liveQueries?.follow()
    if isAutomatic {
      for table in graph.tables {
        for model in table.objects { graph.observeRemoteChanges(of: model) }
      }
      receive(mergesHeld: true)
      graph.updateResults()
    } else {
      graph.coordinator.observations.remove(graph.inbox)
    }
  }

  func refreshAllObjects() {
    receive(mergesHeld: true)
    merge(.unspecified)
    graph.updateResults()
  }
}
