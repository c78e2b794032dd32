import Foundation

/// A query whose result is kept up to date: what lies behind a ``ResultsObserver``.
final class ResultsQuery<Model: PersistentModel>: LiveQuery {
  /// What the result is divided by.
  struct Sectioning {
    let keyPath: PartialKeyPath<Model>
    // In an array: an optimised build that copies a descriptor that lies in a type of ours refers
    // to a type of Foundation's that its library does not export.
    let order: [SortDescriptor<Model>]
    let title: (Model) -> String
  }

  let graph: ObjectGraph
  let table: GraphTable
  let sectioning: Sectioning?
  let notice: ResultsNotice
  /// Loads objects of the list, whichever version of it.
  private(set) var windows: ObjectWindows<Model>
  /// The descriptor with the order that sections need.
  private(set) var descriptor: FetchDescriptor<Model>
  private(set) var list: ResultList
  /// Goes up whenever the list becomes another one.
  private(set) var version = 0
  /// Why the list could not be brought up to date.
  private(set) var failure: (any Error)?
  private(set) var interest: ResultsInterest
  /// How often the store was asked for the whole list.
  private(set) var fetches = 0
  private var plan: FetchPlan<Model>
  /// Whether the list cannot be amended, and has to be fetched.
  private var isStale = false
  private var changeLogs: [Weak<ResultsChangeLog>] = []
  private var isListNews = false
  private var isContentNews = false
  private var isFailureNews = false

  init(
    _ descriptor: FetchDescriptor<Model>,
    sectioning: Sectioning?,
    batchSize: Int,
    _ graph: ObjectGraph
  ) throws {
    self.graph = graph
    self.sectioning = sectioning
    self.descriptor = Self.ordered(descriptor, sectioning)
    plan = FetchPlan(
      self.descriptor, graph.coordinator.hierarchies, sectionBy: sectioning?.keyPath)
    table = try graph.table(of: Model.self)
    interest = ResultsInterest(
      plan.reads,
      of: table.layout.entityName,
      includesContents: false,
      graph.coordinator.hierarchies
    )
    notice = ResultsNotice(interest)
    let feed = graph.feed ?? ResultsFeed(graph)
    // Before the fetch: what is noted while it runs must not be missed.
    graph.feed = feed
    do {
      let generation = feed.generation
      let execution = try FetchExecution(self.descriptor, graph, plan: plan)
      list = try execution.list(titledBy: sectioning?.title)
      windows = try ObjectWindows(execution, size: batchSize)
      fetches = 1
      isStale = feed.generation != generation
    } catch {
      feed.review()
      throw error
    }
    feed.add(self)
  }

  deinit { graph.feed?.review() }

  /// The section's property comes first, unless the descriptor says so itself, perhaps in its own
  /// direction.
  private static func ordered(
    _ descriptor: FetchDescriptor<Model>,
    _ sectioning: Sectioning?
  ) -> FetchDescriptor<Model> {
    guard let sectioning, descriptor.sortBy.first?.keyPath != sectioning.keyPath else {
      return descriptor
    }
    var descriptor = descriptor
    descriptor.sortBy.insert(contentsOf: sectioning.order, at: 0)
    return descriptor
  }

  var entityName: String { table.layout.entityName }
  var includesPendingChanges: Bool { descriptor.includePendingChanges }

  // MARK: Looking

  /// Has the list brought up to date where nobody else does it.
  func look() {
    guard graph.context?.autosave.run == nil else { return }
    notice.settle()
    do {
      try graph.catchUp()
    } catch {
      fail(error)
    }
    graph.feed?.bringUpToDateSilently()
  }

  // MARK: Settings

  /// Asks for something else from now on.
  func ask(_ descriptor: FetchDescriptor<Model>) {
    self.descriptor = Self.ordered(descriptor, sectioning)
    plan = FetchPlan(
      self.descriptor, graph.coordinator.hierarchies, sectionBy: sectioning?.keyPath)
    reviewInterest()
    fetch()
    notice.announce(\.descriptor)
    announce()
  }

  /// Shows another list until the next change.
  func show(_ list: ResultList) {
    adopt(list)
    isStale = true
    announce()
  }

  // MARK: Changes

  /// Has a log told of every change from now on, while somebody else holds it.
  func add(_ log: ResultsChangeLog) {
    changeLogs.removeAll { $0.object == nil }
    changeLogs.append(Weak(log))
    reviewInterest()
  }

  private func reviewInterest() {
    changeLogs.removeAll { $0.object == nil }
    interest = ResultsInterest(
      plan.reads,
      of: entityName,
      includesContents: !changeLogs.isEmpty,
      graph.coordinator.hierarchies
    )
    notice.change(interest)
    graph.feed?.review()
  }

  func absorb(visible: ResultsNews, stored: ResultsNews) {
    // Objects show what was edited, whether it counts for the list or not.
    log(visible)
    let news = includesPendingChanges ? visible : stored
    if news.isEmpty { return }
    if isStale || news.isWholesale || isAffectedThroughOthers(news) { return fetch() }
    let rows = news.tables[Int(table.rootIndex)] ?? [:]
    let candidates = rows.filter { _, row in
      row.came || row.went || !row.mask.isDisjoint(with: plan.reads.own)
    }
    if candidates.isEmpty { return }
    let amendment = ResultsAmendment(
      descriptor,
      title: sectioning?.title,
      isExact: !plan.reads.areUnknown,
      graph,
      table
    )
    if let amended = amendment.amend(list, Set(candidates.keys)) { adopt(amended) } else { fetch() }
  }

  /// Whether what the condition or the order reads elsewhere may have changed.
  private func isAffectedThroughOthers(_ news: ResultsNews) -> Bool {
    if plan.reads.areUnknown { return true }
    return plan.reads.others.contains { name, others in
      guard let number = graph.coordinator.index(named: name),
        let rows = news.tables[Int(graph.tables[number].rootIndex)]
      else { return false }
      return rows.values.contains {
        $0.went || $0.came && others.areSought || !$0.mask.isDisjoint(with: others.mask)
      }
    }
  }

  private func log(_ news: ResultsNews) {
    if changeLogs.isEmpty { return }
    if changeLogs.contains(where: { $0.object == nil }) { reviewInterest() }
    guard let rows = news.tables[Int(table.rootIndex)] else { return }
    let changed = rows.filter { !$1.mask.isEmpty }.keys
    if changed.isEmpty { return }
    for log in changeLogs { log.object?.changed.formUnion(changed) }
    isContentNews = true
  }

  private func fetch() {
    do {
      fetches += 1
      let generation = graph.feed?.generation
      adopt(
        try FetchExecution(descriptor, graph, plan: plan).list(titledBy: sectioning?.title)
      )
      // What was merged while objects were compared may have come between them.
      isStale = graph.feed?.generation != generation
      fail(nil)
    } catch {
      isStale = true
      fail(error)
    }
  }

  private func adopt(_ new: ResultList) {
    if new == list { return }
    list = new
    version += 1
    isListNews = true
  }

  private func fail(_ error: (any Error)?) {
    if error == nil, failure == nil { return }
    failure = error
    isFailureNews = true
  }

  func announce() {
    let isNews = isListNews || isContentNews || isFailureNews
    if isFailureNews { notice.announce(\.failure) }
    if isListNews { notice.announce(\.list) }
    if isNews { notice.wake() }
    isFailureNews = false
    isListNews = false
    isContentNews = false
  }
}

/// A reference that does not keep its object alive.
struct Weak<Object: AnyObject> {
  private(set) weak var object: Object?
  init(_ object: Object) { self.object = object }
}
