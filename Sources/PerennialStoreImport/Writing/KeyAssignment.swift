import Perennial
import PerennialAppleStores

extension ImportState {
  /// Finds the objects of former imports, and reserves keys for the others.
  ///
  /// Rows can reference rows that are inserted later, because all keys are known before the first row is inserted.
  ///
  /// - Parameter progress: Ends the work if it is cancelled.
  /// - Returns: The number of rows that are imported.
  func assignKeys(_ progress: OperationProgress) throws -> Int {
    for root in plan.hierarchies {
      hierarchyNumbers.append(
        try store.model[root].map { try records.record($0).number } ?? 0)
    }
    for entity in plan.entities {
      recorded.append(
        try records.record(
          entity.entity, values: Set(entity.sources), links: Set(entity.links.map(\.source))))
    }
    var count = 0
    for number in plan.hierarchies.indices {
      guard plan.entities.contains(where: { $0.hierarchy == number }) else { continue }
      try readKnownKeys(ofHierarchy: number)
      count += try assignKeys(ofHierarchy: number, progress)
    }
    return count
  }

  private func readKnownKeys(ofHierarchy number: Int) throws {
    let plans = Dictionary(
      recorded.enumerated().map { ($0.element.number, $0.offset) }, uniquingKeysWith: { $1 })
    var absent: [Int64] = []
    for (index, entity) in plan.entities.enumerated() where entity.hierarchy == number {
      absent += try records.absentKeys(
        ofHierarchy: hierarchyNumbers[number], entity: recorded[index].number, from: entity.target)
    }
    // A former import may have had another class for the entity. Its objects stay, and the rows are new ones.
    let tables = editor.entities.all.filter { $0.store == editor.store }.map(\.layout.tableName)
    let others = try records.existingKeys(absent, in: Set(tables))
    deleted.formUnion(absent.lazy.filter { !others.contains($0) })
    var map = KeyMap()
    try records.forEachObject(ofHierarchy: hierarchyNumbers[number]) { key, entity, target in
      if let plan = plans[entity], !others.contains(target) { map.append(key, target, plan: plan) }
    }
    known[number] = map
  }

  private func assignKeys(ofHierarchy number: Int, _ progress: OperationProgress) throws -> Int {
    var fresh = KeyMap()
    var count = 0
    var met = Array(repeating: 0, count: plan.entities.count)
    try store.forEachKey(ofHierarchy: plan.hierarchies[number]) { key, entity in
      guard let index = plan.number(of: entity) else { return }
      count += 1
      if count % 1000 == 0 { try progress.check() }
      if let target = known[number].target(of: key) {
        // A row whose entity has changed is another object: the file has given its key again.
        if target.plan == index {
          met[index] += 1
          present[number].append(key, target.key, plan: index)
          return
        }
      }
      fresh.append(key, Int64(fresh.count), plan: index)
    }
    let first = editor.reserveKeys(fresh.count)
    fresh.shift(by: first)
    new[number] = fresh
    addNewKeys(first..<first + Int64(fresh.count))
    for (index, entity) in plan.entities.enumerated() where entity.hierarchy == number {
      let former = known[number].count(ofPlan: index)
      self.count(reportIndex(of: entity.entity.name)) { $0.missing = former - met[index] }
    }
    return count
  }

  /// Returns the index of an entity in the report.
  func reportIndex(of entity: String) -> Int {
    report.entities.firstIndex { $0.name == entity } ?? 0
  }
}
