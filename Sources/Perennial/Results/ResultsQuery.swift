import Foundation

/// A query whose result is updated automatically: the implementation of ``ResultsObserver``.
final class ResultsQuery<Model: PersistentModel>: LiveQuery {
  /// The property that determines the sections.
  struct Sectioning {
    let keyPath: PartialKeyPath<Model>
    // An array, because an optimised build fails to link otherwise: copying a descriptor within a type of
    // this module refers to a type of Foundation that its library does not export.
    let order: [SortDescriptor<Model>]
    let title: (Model) -> String
  }

  let graph: ObjectGraph
  private let registry: LiveQueryRegistry
  let table: EntityTable
  let sectioning: Sectioning?
  let notice: QueryNotifier
  /// Loads objects of the list, in each of its versions.
  private(set) var windows: ObjectWindows<Model>
  /// The descriptor, with the order that sections require.
  private(set) var descriptor: FetchDescriptor<Model>
  private(set) var list: ResultList
  /// A counter that increases with each change of the list.
  private(set) var version = 0
  /// The error of the last update of the list.
  private(set) var failure: (any Error)?
  private(set) var interest: QueryDependencies
  /// The number of fetches of the whole list.
  private(set) var fetches = 0
  private var plan: FetchPlan<Model>
  /// `true` if the list cannot be amended, and has to be fetched.
  private var isStale = false
  private var changeLogs: [Weak<ResultsChangeLog>] = []
  private var isListChanged = false
  private var areContentsChanged = false
  private var isFailureChanged = false

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
    interest = QueryDependencies(
      plan.reads, of: table.layout.entityName, includesContents: false,
      graph.coordinator.hierarchies)
    notice = QueryNotifier(interest)
    registry = graph.liveQueries as? LiveQueryRegistry ?? LiveQueryRegistry(graph)
    // The registry is set before the fetch, so that changes during the fetch are noted.
    graph.liveQueries = registry
    do {
      let generation = registry.generation
      let execution = try FetchExecution(self.descriptor, graph, plan: plan)
      list = try execution.list(titledBy: sectioning?.title)
      windows = try ObjectWindows(execution, size: batchSize)
      fetches = 1
      isStale = registry.generation != generation
    } catch {
      registry.review()
      throw error
    }
    registry.add(self)
  }

  deinit { registry.review() }

  /// Returns a descriptor whose order begins with the section's property. If it begins so already, perhaps in
  /// the other direction, it is returned unchanged.
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

  // MARK: Reading

  /// Updates the list in a context without an executor, before it is read.
  func look() {
    guard graph.context?.autosave.run == nil else { return }
    notice.settle()
    do {
      try graph.remoteChanges.catchUp()
    } catch {
      fail(error)
    }
    registry.bringUpToDateSilently()
  }

  // MARK: Settings

  /// Changes the descriptor and fetches.
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

  /// Reports every further change to a log, until the log is deallocated.
  func add(_ log: ResultsChangeLog) {
    changeLogs.removeAll { $0.object == nil }
    changeLogs.append(Weak(log))
    reviewInterest()
  }

  private func reviewInterest() {
    changeLogs.removeAll { $0.object == nil }
    interest = QueryDependencies(
      plan.reads, of: entityName, includesContents: !changeLogs.isEmpty,
      graph.coordinator.hierarchies)
    notice.change(interest)
    registry.review()
  }

  func absorb(visible: QueryChanges, stored: QueryChanges) {
    // Objects show unsaved edits, even if these do not count for the list.
    log(visible)
    let changes = includesPendingChanges ? visible : stored
    if changes.isEmpty { return }
    if isStale || changes.isWholesale || isAffectedThroughOthers(changes) { return fetch() }
    let rows = changes.tables[Int(table.rootIndex)] ?? [:]
    let candidates = rows.filter { _, row in
      row.came || row.went || !row.mask.isDisjoint(with: plan.reads.own)
    }
    if candidates.isEmpty { return }
    let amendment = IncrementalUpdate(
      descriptor: descriptor, order: ModelOrder(descriptor.sortBy), title: sectioning?.title,
      isExact: !plan.reads.areUnknown, registry: registry, graph: graph, table: table)
    if let amended = amendment.amend(list, Set(candidates.keys)) { adopt(amended) } else { fetch() }
  }

  /// Returns `true` if values of other rows that the condition or the order reads may have changed.
  private func isAffectedThroughOthers(_ changes: QueryChanges) -> Bool {
    if plan.reads.areUnknown { return true }
    return plan.reads.others.contains { name, others in
      guard let number = graph.coordinator.index(named: name),
        let rows = changes.tables[Int(graph.tables[number].rootIndex)]
      else { return false }
      return rows.values.contains {
        $0.went || $0.came && others.areSought || !$0.mask.isDisjoint(with: others.mask)
      }
    }
  }

  private func log(_ changes: QueryChanges) {
    if changeLogs.isEmpty { return }
    if changeLogs.contains(where: { $0.object == nil }) { reviewInterest() }
    guard let rows = changes.tables[Int(table.rootIndex)] else { return }
    let changed = rows.filter { !$1.mask.isEmpty }.keys
    if changed.isEmpty { return }
    for log in changeLogs { log.object?.changed.formUnion(changed) }
    areContentsChanged = true
  }

  private func fetch() {
    do {
      fetches += 1
      let generation = registry.generation
      adopt(
        try FetchExecution(descriptor, graph, plan: plan).list(titledBy: sectioning?.title)
      )
      // The list is stale if changes were noted during the fetch, because objects may have been compared with
      // merged values.
      isStale = registry.generation != generation
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
    isListChanged = true
  }

  private func fail(_ error: (any Error)?) {
    if error == nil, failure == nil { return }
    failure = error
    isFailureChanged = true
  }

  func announce() {
    let isChanged = isListChanged || areContentsChanged || isFailureChanged
    if isFailureChanged { notice.announce(\.failure) }
    if isListChanged { notice.announce(\.list) }
    if isChanged { notice.wake() }
    isFailureChanged = false
    isListChanged = false
    areContentsChanged = false
  }
}
