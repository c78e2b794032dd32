/// A query whose result is kept up to date.
protocol LiveQuery: AnyObject {
  var entityName: String { get }
  var notice: ResultsNotice { get }
  /// Whether changes count before they are saved.
  var includesPendingChanges: Bool { get }
  var interest: ResultsInterest { get }
  /// Takes in what has happened. Runs no code of observers.
  ///
  /// - Parameters:
  ///   - visible: What the context shows differently.
  ///   - stored: What the store has differently.
  func absorb(visible: ResultsNews, stored: ResultsNews)
  /// Tells the observers, if there is anything to tell.
  func announce()
}

/// The live queries of one context, and what has happened since they were last brought up to date.
///
/// Whatever changes the context's objects notes it here: its own edits, row by row, and the saves
/// of others as the events that they are told by. At the end of the actor's turn, or with a save,
/// every query takes in what concerns it; then observers are told.
///
/// A context that belongs to no actor has no turns. Its observers are told at the first change that
/// may concern them, and the queries are brought up to date when somebody looks.
final class ResultsFeed {
  private struct Member {
    weak var query: (any LiveQuery)?
  }

  /// The queries' notices, for those who tell them from elsewhere.
  private final class Board: Sendable {
    let notices = Guarded<[ResultsNotice]>([])

    func announce(_ event: ChangeSet) {
      for notice in notices.withLock({ $0 }) { notice.warn(of: event) }
    }
  }

  private unowned let graph: ObjectGraph
  private var members: [Member] = []
  private let board = Board()
  /// What concerns any query, by the number of the table with which a hierarchy begins: what is noted
  /// of a row may know no more of its class.
  private var watched: [PropertyMask?]
  /// What the context shows differently now.
  private var visible = ResultsNews()
  /// What the store has differently now.
  private var stored = ResultsNews()
  /// Objects that one query has loaded while it took something in, for the next.
  private var loaded: [AnyObject] = []
  /// Goes up whenever something is noted.
  private(set) var generation = 0

  /// Whether something was noted that the queries have not taken in.
  var hasNews: Bool { !visible.isEmpty || !stored.isEmpty }

  init(_ graph: ObjectGraph) {
    self.graph = graph
    watched = Array(repeating: nil, count: graph.tables.count)
    follow()
  }

  /// Has observers told as others save, if the context follows them.
  func follow() {
    guard graph.mergesAutomatically else { return graph.inbox.listen(nil) }
    graph.inbox.listen { [board] in board.announce($0) }
  }

  // MARK: Queries

  func add(_ query: any LiveQuery) {
    members.append(Member(query: query))
    review()
  }

  /// Forgets the queries that are gone.
  func review() {
    members.removeAll { $0.query == nil }
    let queries = members.compactMap(\.query)
    board.notices.withLock { $0 = graph.hasExecutor ? [] : queries.map(\.notice) }
    for (number, table) in graph.tables.enumerated() where number == table.rootIndex {
      let masks = queries.compactMap { $0.interest.mask(of: table.layout.entityName) }
      watched[number] = masks.isEmpty ? nil : masks.reduce([]) { $0.union($1) }
    }
    if members.isEmpty, graph.feed === self {
      graph.feed = nil
      graph.inbox.listen(nil)
    }
  }

  // MARK: Notes

  /// Properties of an object change in this context.
  func noteChange(of model: any PersistentModel, _ mask: PropertyMask) {
    let header = model._$header
    guard let table = header.pointee.table else { return }
    noteChange(table.index, header.pointee.rowID, mask)
  }

  func noteChange(_ table: UInt16, _ rowID: Int64, _ mask: PropertyMask) {
    guard isInterested(in: table, mask) else { return }
    let table = root(of: Int(table))
    visible.noteChange(table, rowID, mask)
    didNote(table, mask)
  }

  /// Whether a change of these properties concerns any query.
  func isInterested(in table: UInt16, _ mask: PropertyMask) -> Bool {
    watched[root(of: Int(table))].map { !mask.isDisjoint(with: $0) } ?? false
  }

  private func root(of table: Int) -> Int { Int(graph.tables[table].rootIndex) }

  /// An object comes into what this context shows.
  func noteArrival(of model: any PersistentModel) {
    guard let table = model._$header.pointee.table.map({ Int($0.rootIndex) }), watched[table] != nil
    else { return }
    visible.noteArrival(table, model._$header.pointee.rowID)
    didNote(table, nil)
  }

  /// An object whose deletion was pending stays: whatever refers to it shows it again, and has not
  /// changed itself.
  func noteReturn(of model: any PersistentModel) {
    noteArrival(of: model)
    noteChange(of: model, .all)
  }

  /// An object leaves what this context shows.
  func noteDeparture(of model: any PersistentModel) {
    guard let table = model._$header.pointee.table else { return }
    noteDeparture(table.index, model._$header.pointee.rowID)
  }

  func noteDeparture(_ table: UInt16, _ rowID: Int64) {
    let table = root(of: Int(table))
    guard watched[table] != nil else { return }
    visible.noteDeparture(table, rowID)
    didNote(table, nil)
  }

  /// Something was saved.
  ///
  /// - Parameter isOwn: Whether by this context, which shows it already.
  func collect(_ event: ChangeSet, isOwn: Bool = false) {
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

  /// Sees to it that the queries are brought up to date at the end of the turn; false if nobody
  /// can.
  private func schedule() -> Bool { graph.context?.scheduleTurn() ?? false }

  // MARK: Turns

  /// Keeps objects until all queries have taken in what there is.
  func keep(_ objects: [AnyObject]) { loaded += objects }

  /// Has all queries take in what has happened, and tells observers.
  func bringUpToDate() {
    absorb().forEach { $0.announce() }
  }

  /// The same without telling anybody: for somebody who looks, in a context without turns, where
  /// all others were told when the changes were made.
  func bringUpToDateSilently() { _ = absorb() }

  private func absorb() -> [any LiveQuery] {
    if !hasNews { return [] }
    let (visible, stored) = (visible, stored)
    self.visible = ResultsNews()
    self.stored = ResultsNews()
    let queries = members.compactMap(\.query)
    for query in queries { query.absorb(visible: visible, stored: stored) }
    loaded = []
    return queries
  }
}

extension ObjectGraph {
  /// Brings the live queries of this context up to date with what was changed here and elsewhere.
  func bringResultsUpToDate() {
    readNewsForResults()
    feed?.bringUpToDate()
  }

  /// Merges what others have saved. Where rows are compared with objects, no row must be newer than
  /// its object, and so the stores' files are looked at too.
  func readNewsForResults() {
    guard feed != nil else { return readNews() }
    do {
      try catchUp()
    } catch {
      Log.context.error("changes of others were not found: \(error)")
      readNews()
    }
  }
}
