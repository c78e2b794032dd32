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
  func receive() {
    if graph.home != nil { graph.reviewHome() }
    guard graph.inbox.hasRemoteChanges, !graph.merging.isMerging else { return }
    let changes = graph.inbox.takeAll()
    if graph.merging.isAutomatic { merge(all: changes) } else { hold(changes) }
  }

  /// Reads and merges remote changes from the stores' files, including changes from outside of this
  /// container.
  func catchUp() throws {
    for (number, store) in graph.coordinator.stores.enumerated() where store.sharedHistory != nil {
      try graph.coordinator.catchUp(store, on: graph.reader.connection(number))
    }
    receive()
  }

  /// Merges the saves of other contexts. In a context with live queries, rows are compared with objects, and
  /// no row may be newer than its object. So the stores' files are checked for commits too.
  func receiveForResults() {
    guard graph.feed != nil else { return receive() }
    do {
      try catchUp()
    } catch {
      Log.context.error("changes of other processes and containers were not read: \(error)")
      receive()
    }
  }

  /// Returns `true` if all commits of other containers to a store have been announced.
  ///
  /// The method does not announce commits, because that would run observers.
  func isAbreast(of store: Int) -> Bool {
    guard let history = graph.coordinator.stores[store].history else { return true }
    guard let connection = try? graph.reader.connection(store) else { return false }
    return connection.exclusively { (try? history.isAbreast(on: connection)) == true }
  }

  private func merge(all changes: [ChangeSet]) {
    graph.merging.isMerging = true
    defer { graph.merging.isMerging = false }
    graph.merging.count += changes.count
    for changes in changes { merge(changes) }
  }

  // MARK: Held changes

  /// Keeps remote changes for a later merge. More than 256 change sets are replaced by one unspecified
  /// change.
  private func hold(_ changes: [ChangeSet]) {
    graph.merging.held += changes
    if graph.merging.held.count > 256 { graph.merging.held = [.unspecified] }
  }

  private func mergeHeld() {
    let changes = graph.merging.held
    graph.merging.held = []
    merge(all: changes)
  }

  func setAutomatic(_ isAutomatic: Bool) {
    if isAutomatic == graph.merging.isAutomatic { return }
    receive()
    graph.merging.isAutomatic = isAutomatic
    graph.feed?.follow()
    if isAutomatic {
      for table in graph.tables {
        for model in table.objects { graph.keepInformed(model) }
      }
      mergeHeld()
      graph.updateResults()
    } else {
      graph.coordinator.observations.remove(graph.inbox)
    }
  }

  func refreshAllObjects() {
    mergeHeld()
    merge(.unspecified)
    graph.updateResults()
  }
}
