import PerennialSQLite

extension ModelContext {
  /// Returns the statement that a fetch runs, SQLite's plan for it, and the parts that are evaluated in memory. The
  /// objects are not fetched.
  ///
  /// A fetch of an entity that several stores have runs the statement in each of them. The plan is that of the first
  /// one.
  ///
  /// ```swift
  /// let sorted = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.start)])
  /// for step in try context.explain(sorted).plan { print(step.text) }
  /// ```
  ///
  /// - Throws: ``SwiftDataError/unsupportedFeature`` for an entity in a custom store; and the errors of ``fetch(_:)``.
  public func explain<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>
  ) throws -> FetchExplanation {
    try graph.remoteChanges.catchUp()
    return try FetchExecution(descriptor, graph).explanation()
  }
}

extension FetchExecution {
  func explanation() throws -> FetchExplanation {
    if graph.source(of: table) != nil {
      throw SwiftDataError.unsupportedFeature.because(
        "\(table.layout.entityName) is in a custom store, which answers fetches without SQL of this framework"
      )
    }
    if descriptor.fetchOffset ?? 0 > 0, let exact = try leavingOut() {
      return try exact.explanation()
    }
    let statement = try statement()
    let prefix = "EXPLAIN QUERY PLAN "
    let connection = try graph.reader.connection(table.store)
    var sql = ""
    var rows = try RowCursor(prefix + statement.sql, on: connection, isCounted: false) {
      try $0.bind(statement.bindings)
      sql = String($0.expandedSQL.dropFirst(prefix.count))
    }
    var depths: [Int64: Int] = [0: -1]
    var plan: [FetchExplanation.Step] = []
    while try rows.next() {
      let (step, parent) = (rows.row.int64(), rows.row.int64())
      _ = rows.row.int64()
      let depth = depths[parent, default: -1] + 1
      depths[step] = depth
      plan.append(FetchExplanation.Step(depth: depth, text: rows.row.string()))
    }
    return FetchExplanation(
      sql: sql, plan: plan, evaluatedInMemory: self.plan.leftovers,
      mergesUnsavedChanges: hasPending)
  }
}
