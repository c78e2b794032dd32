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
