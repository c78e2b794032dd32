import Perennial

/// The operations on the presets of a store, inside one transaction. Each reads the state of the store, plans,
/// and executes the plan.
struct PresetOperation {
  let catalogs: ResolvedCatalogs
  let transaction: PresetTransaction

  /// Brings the store to the content of some catalogs.
  func apply(_ due: [PresetCatalog]) throws -> PresetReport {
    let names = due.map(\.name)
    var request = PresetRequest(
      operation: .apply, contains: { names.contains($0.catalog) },
      userProperties: catalogs.userProperties)
    request.retiring = Set(names)
    request.records = due.map { ($0.name, catalogs.record(of: $0)) }
    return try run(request).report
  }

  /// Discards the edits of presets, restores deleted ones, and deletes user objects.
  func reset(_ scope: PresetScope, _ userObjects: PresetLibrary.UserObjects) throws -> PresetReport
  {
    var request = PresetRequest(
      operation: .reset, contains: scope.contains, userProperties: catalogs.userProperties)
    // A full reset also writes the properties that belong to the user from the beginning.
    if case .everything = scope, userObjects == .deleted { request.userProperties = [:] }
    request.fields = scope.fields
    request.retiring = Set(catalogs.catalogs.map(\.name))
    request.retires = scope.contains
    request.resets = scope.resets(in: catalogs.contents)
    if userObjects == .deleted { request.emptied = emptied(by: scope) }
    if scope.fields == nil { request.userParts = try userParts(in: scope) }
    var (report, outcome) = try run(request)
    if !outcome.hasDeleted { return report }
    // Delete rules may have deleted presets, or emptied references of presets.
    (request.retiring, request.emptied, request.userParts, request.resets) = ([], [], [:], [])
    let second = try run(request).report
    report.issues = second.issues
    report.restored += second.restored
    report.add(second.updated)
    return report
  }

  /// Inserts presets that have no row, and leaves others as they are.
  func restore(_ isMeant: @escaping (CatalogPreset) -> Bool) throws -> PresetReport {
    try run(
      PresetRequest(
        operation: .restore, contains: isMeant, userProperties: catalogs.userProperties)
    ).report
  }

  /// Merges the rows that stand for one object.
  ///
  /// - Parameters:
  ///   - former: Earlier versions of the catalogs. Their defaults aren't edits of the user.
  ///   - applied: The report of applying the catalogs that were due.
  func merge(
    _ duplicates: [PresetDuplicates], formerly former: [ResolvedCatalogs],
    in container: ModelContainer, after applied: PresetReport
  ) throws -> PresetMergeReport {
    let reader = StoreStateReader(transaction)
    let state = try reader.state(
      of: catalogs.contents, userProperties: catalogs.userProperties)
    let found = try DuplicateSearch(duplicates, catalogs, reader, in: container)
    var planner = MergePlanner(
      catalogs, formerly: former, found, state, conflictValues, after: applied)
    let (plan, planned) = try planner.run()
    guard let plan else { return planned }
    transaction.expect(plan.insertions.count)
    var report = planned
    report.redirected = try PlanExecutor(transaction).run(plan).redirected
    return report
  }

  private func run(
    _ request: PresetRequest
  ) throws -> (report: PresetReport, outcome: PlanExecutor.Outcome) {
    let contents = catalogs.contents
    transaction.expect(contents.presets.count(where: request.contains))
    let reader = StoreStateReader(transaction)
    var state = try reader.state(of: contents, userProperties: request.userProperties)
    state.userParts = request.userParts
    if !request.retiring.isEmpty {
      state.ties = try reader.ties(of: state.others)
      state.deletedReferrers = try reader.deletedReferrers(
        in: state.ties, emptying: request.emptied, and: request.userParts)
    }
    var (plan, report) = try PresetPlanner.plan(catalogs, state, request, conflictValues) {
      try transaction.advance()
    }
    plan.records = request.records
    let outcome = try PlanExecutor(transaction).run(plan)
    report.deletedUserObjects = outcome.deletedUserObjects
    return (report, outcome)
  }

  private var conflictValues: ConflictValues {
    ConflictValues(transaction: transaction, rules: catalogs.rules)
  }

  /// Returns the entities whose user objects a reset deletes.
  private func emptied(by scope: PresetScope) -> [ModelLayout] {
    switch scope {
    case .everything: transaction.layouts
    case .models, .entities: transaction.layouts.filter(scope.contains)
    case .presets: catalogs.layouts
    case .preset, .fields: []
    }
  }

  /// Returns the user objects among the parts of presets, by entity.
  private func userParts(in scope: PresetScope) throws -> [String: Set<Int64>] {
    var parts: [String: Set<Int64>] = [:]
    for (owner, property) in catalogs.parts {
      let keys = catalogs.contents.presets.filter { $0.layout === owner && scope.contains($0) }
        .map(\.key)
      guard let found = try StoreStateReader(transaction).userParts(of: keys, owner, by: property)
      else { continue }
      parts[found.entityName, default: []].formUnion(found.keys)
    }
    return parts.filter { !$0.value.isEmpty }
  }
}
