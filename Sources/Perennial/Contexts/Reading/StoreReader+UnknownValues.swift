extension FetchPlan {
  /// Returns the plan that is adapted to the unrepresentable values that the store has now, in the
  /// columns that the condition and the order read. This is usually the plan itself.
  func current(
    _ descriptor: FetchDescriptor<T>, in graph: ObjectGraph
  ) throws -> FetchPlan {
    if caseChecks.isEmpty { return self }
    let unknown = try graph.reader.unknownValues(caseChecks)
    if unknown == self.unknown.restricted(to: caseChecks) { return self }
    return regarding(unknown, leavesOut: false, descriptor, graph.coordinator.hierarchies)
  }
}

extension StoreReader {
  /// Reads the stored values that are not cases of their types and cannot be represented.
  func unknownValues(_ checks: [CaseCheck]) throws -> UnknownValues {
    var unknown = UnknownValues()
    for check in checks {
      guard let number = coordinator.index(of: check.property.owner) else { continue }
      for table in [graph.tables[number]] + graph.siblings(of: graph.tables[number])
      where graph.source(of: table) == nil {
        let connection = try connection(table.store)
        try connection.exclusively {
          try connection.rows(check.query, isCounted: false) { row in
            let value = row.value()
            // A type may represent more than the cases that it lists.
            row.column = 0
            if !check.property.represents(&row) { unknown.add(value, of: check.property) }
          }
        }
      }
    }
    return unknown
  }
}
