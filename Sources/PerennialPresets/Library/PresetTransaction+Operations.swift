import Perennial

// The operations on the presets of a store. Each reads the state of the store, plans, and executes the plan.

extension PresetTransaction {
  /// Brings the store to what a request asks for.
  func run(_ request: PresetRequest, of catalogs: ResolvedCatalogs) throws -> PresetReport {
    expect(catalogs.contents.presets.count(where: request.contains))
    let state = try StoreStateReader(self).state(of: catalogs.contents, for: request)
    var planner = PresetPlanner(
      catalogs, state: state, request: request, values: conflictValues(of: catalogs)
    ) {
      try self.advance()
    }
    try planner.run()
    let outcome = try PlanExecutor(self).run(planner.plan)
    var report = planner.report
    report.deletedUserObjects = outcome.deletedUserObjects
    if request.operation == .reset, outcome.hasDeleted {
      // Delete rules may have deleted presets, or emptied references of presets.
      let second = try run(request.withoutDeletions, of: catalogs)
      report.issues = second.issues
      report.restored += second.restored
      report.add(second.updated)
    }
    return report
  }

  /// Merges the rows that stand for one object.
  ///
  /// - Parameters:
  ///   - former: Earlier versions of the catalogs. Their defaults aren't edits of the user.
  ///   - applied: The report of applying the catalogs that were due.
  func merge(
    _ duplicates: [PresetDuplicates], of catalogs: ResolvedCatalogs,
    formerly former: [ResolvedCatalogs], in container: ModelContainer, after applied: PresetReport
  ) throws -> PresetMergeReport {
    let reader = StoreStateReader(self)
    let state = try reader.state(
      of: catalogs.contents, for: .restore({ _ in false }, of: catalogs))
    let found = try DuplicateSearch(duplicates, catalogs: catalogs, reader: reader, in: container)
    var planner = MergePlanner(
      catalogs, formerly: former, found: found, state: state, values: conflictValues(of: catalogs),
      after: applied)
    var (plan, report) = try planner.run()
    guard let plan else { return report }
    expect(plan.insertions.count)
    report.redirected = try PlanExecutor(self).run(plan).redirected
    return report
  }

  func conflictValues(of catalogs: ResolvedCatalogs) -> ConflictValues {
    ConflictValues(rules: catalogs.rules, connection: connection) { left, right, property, layout in
      try self.entity(layout).table.areSame(left, right, of: property, on: self.connection)
    }
  }
}
