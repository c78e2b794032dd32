/// A query whose result is updated automatically.
protocol LiveQuery: AnyObject {
  var notice: QueryNotifier { get }
  /// `true` if unsaved changes count.
  var includesPendingChanges: Bool { get }
  var interest: QueryDependencies { get }
  /// Updates the result for changes. Runs no code of observers.
  ///
  /// - Parameters:
  ///   - visible: The changes to the objects of the context.
  ///   - stored: The changes to the rows of the store.
  func absorb(visible: QueryChanges, stored: QueryChanges)
  /// Notifies the observers of changes of the result, if there are any.
  func announce()
}

/// The live queries of one context, and the changes since their last update.
///
/// All changes to the context's objects are noted here: the context's own edits row by row, and the saves of
/// other contexts by their events. At the end of the actor's turn, or with a save, every query processes its
/// relevant changes. Then observers are notified.
///
/// A context without an actor has no turns. Its observers are notified of the first relevant change, and the
/// queries are updated when they are read.
final class LiveQueryRegistry: LiveResults {
  private struct Member {
    weak var query: (any LiveQuery)?
  }

  /// The queries' notices, which saves of other contexts notify directly.
  private final class Board: Sendable {
    let notices = Guarded<[QueryNotifier]>([])

    func announce(_ event: ChangeSet) {
      for notice in notices.value { notice.warn(of: event) }
    }
  }

  private unowned let graph: ObjectGraph
  private var members: [Member] = []
  private let board = Board()
  /// The properties that any query depends on, by the number of a hierarchy's root table. A noted change
  /// identifies the root table only, not always the row's class.
  private var watched: [PropertyMask?]
  /// The changes to the objects of the context.
  private var visible = QueryChanges()
  /// The changes to the rows of the store.
  private var stored = QueryChanges()
  /// Objects that one query has loaded during an update, kept for the next query.
  private var loaded: [AnyObject] = []
  /// A counter that increases with each noted change.
  private(set) var generation = 0

  var hasUnprocessedChanges: Bool { !visible.isEmpty || !stored.isEmpty }

  init(_ graph: ObjectGraph) {
    self.graph = graph
    watched = Array(repeating: nil, count: graph.tables.count)
    follow()
  }

  func follow() {
    graph.inbox.listener.value = graph.merging.isAutomatic ? board.announce : nil
  }

  // MARK: Queries

  func add(_ query: any LiveQuery) {
    members.append(Member(query: query))
    review()
  }

  func review() {
    members.removeAll { $0.query == nil }
    let queries = members.compactMap(\.query)
    board.notices.value = graph.hasExecutor ? [] : queries.map(\.notice)
    for (number, table) in graph.tables.enumerated() where number == table.rootIndex {
      let masks = queries.compactMap { $0.interest.mask(of: table.layout.entityName) }
      watched[number] = masks.isEmpty ? nil : masks.reduce([]) { $0.union($1) }
    }
    if members.isEmpty, graph.liveQueries === self {
      graph.liveQueries = nil
      graph.inbox.listener.value = nil
    }
  }

  // MARK: Notes

  func noteChange(of model: any PersistentModel, _ mask: PropertyMask) {
    let header = model._$header
    guard let table = header.pointee.table else { return }
    noteChange(in: table.index, rowID: header.pointee.rowID, mask: mask)
  }

  func noteChange(in table: UInt16, rowID: Int64, mask: PropertyMask) {
    guard isInterested(in: table, mask) else { return }
    let table = root(of: Int(table))
    visible.noteChange(in: table, rowID: rowID, mask: mask)
    didNote(table, mask)
  }

  func isInterested(in table: UInt16, _ mask: PropertyMask) -> Bool {
    watched[root(of: Int(table))].map { !mask.isDisjoint(with: $0) } ?? false
  }

  private func root(of table: Int) -> Int { Int(graph.tables[table].rootIndex) }

  func didAppear(of model: any PersistentModel) {
    guard let table = model._$header.pointee.table.map({ Int($0.rootIndex) }), watched[table] != nil
    else { return }
    visible.didAppear(table, model._$header.pointee.rowID)
    didNote(table, nil)
  }

  func didReturn(of model: any PersistentModel) {
    didAppear(of: model)
    noteChange(of: model, .all)
  }

  func didDisappear(of model: any PersistentModel) {
    guard let table = model._$header.pointee.table else { return }
    didDisappear(table.index, model._$header.pointee.rowID)
  }

  func didDisappear(_ table: UInt16, _ rowID: Int64) {
    let table = root(of: Int(table))
    guard watched[table] != nil else { return }
    visible.didDisappear(table, rowID)
    didNote(table, nil)
  }

  func collect(_ event: ChangeSet, isOwn: Bool) {
    if event.isErasure || event.isUnspecified {
      visible.isWholesale = true
      stored.isWholesale = true
      return didNote(event)
    }
    var isConcerned = false
    for (name, changes) in event.changes {
      guard let number = graph.coordinator.index(named: name).map(root(of:)),
        let mask = watched[number]
      else { continue }
      var changes = changes
      changes.updated.removeAll { $0.mask.isDisjoint(with: mask) }
      if !isOwn { visible.add(changes, number) }
      stored.add(changes, number)
      isConcerned = true
    }
    if isConcerned { didNote(event) }
  }

  private func didNote(_ table: Int, _ mask: PropertyMask?) {
    generation += 1
    if schedule() { return }
    let name = graph.tables[table].layout.entityName
    for query in members.compactMap(\.query) where query.includesPendingChanges {
      guard !query.notice.isWarned, let watched = query.interest.mask(of: name) else { continue }
      if mask.map({ !$0.isDisjoint(with: watched) }) != false { query.notice.warn() }
    }
  }

  private func didNote(_ event: ChangeSet) {
    generation += 1
    if schedule() { return }
    for query in members.compactMap(\.query) { query.notice.warn(of: event) }
  }

  /// Schedules an update of the queries at the end of the turn. Returns `false` if the context has no
  /// executor.
  private func schedule() -> Bool { graph.context?.scheduleTurn() ?? false }

  // MARK: Turns

  /// Keeps objects alive until all queries have processed the present changes.
  func keep(_ objects: [AnyObject]) { loaded += objects }

  func bringUpToDate() {
    absorb().forEach { $0.announce() }
  }

  /// Updates the queries without notifying observers. Used when a context without an executor is read. Its
  /// observers were already notified when the changes were made.
  func bringUpToDateSilently() { _ = absorb() }

  private func absorb() -> [any LiveQuery] {
    if !hasUnprocessedChanges { return [] }
    let (visible, stored) = (visible, stored)
    self.visible = QueryChanges()
    self.stored = QueryChanges()
    let queries = members.compactMap(\.query)
    for query in queries { query.absorb(visible: visible, stored: stored) }
    loaded = []
    return queries
  }
}
