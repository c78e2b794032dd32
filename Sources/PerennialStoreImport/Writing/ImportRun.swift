import Foundation
import Perennial
import PerennialAppleStores

/// Imports a file, inside the transaction of the container's store.
struct ImportRun {
  private let state: ImportState
  private let progress: OperationProgress
  private let tell: (_ done: Int, _ total: Int) throws -> Void
  private var done = 0
  private var total = 0

  /// The number of rows after which the progress is reported.
  private static let step = 1000

  init(_ state: ImportState, _ tell: @escaping (_ done: Int, _ total: Int) throws -> Void) {
    self.state = state
    self.tell = tell
    progress = OperationProgress()
  }

  /// Imports the rows and references.
  ///
  /// - Throws: ``StoreImportError``, `AppleStoreError`, `SwiftDataError`, `CancellationError`.
  mutating func run() throws -> StoreImportReport {
    let vacant = try vacantReferences()
    total = try state.assignKeys(progress)
    progress.expect(total)
    try tell(0, total)
    try importRows()
    try state.records.flush()
    try redirectAliases()
    // Orders are those of links that the other side of a relationship has inserted.
    for isOrder in [false, true] { try importLinks(isOrder: isOrder) }
    try settlePairs()
    try checkRequiredPairs(vacant)
    try checkCounts()
    try finishReport()
    progress.finish(done)
    try tell(total, total)
    return state.report
  }

  private mutating func importRows() throws {
    let numbers = state.plan.entities.indices
    // A new row can have a unique value that a changed row frees, so changed rows are written first.
    let changed = Set(numbers.filter(hasUniqueUpdates))
    for number in numbers where changed.contains(number) { try importRows(number, .updates) }
    try state.moved.write(state)
    for number in numbers {
      let plan = state.plan.entities[number]
      if !changed.contains(number) {
        try importRows(number, .all)
      } else if state.new[plan.hierarchy].count(ofPlan: number) > 0 {
        try importRows(number, .insertions)
      }
    }
  }

  private mutating func importRows(_ number: Int, _ step: RowImport.Step) throws {
    var rows = RowImport(number, in: state)
    try state.store.forEachRow(of: state.plan.entities[number].entity.name) { row in
      if try rows.add(row, step) { try advance() }
    }
    try rows.flush()
  }

  /// Returns `true` if objects of former imports have unique values that may change.
  private func hasUniqueUpdates(_ number: Int) -> Bool {
    let plan = state.plan.entities[number]
    return !plan.target.layout.uniquenessConstraints.isEmpty
      && state.present[plan.hierarchy].count(ofPlan: number) > 0
  }

  private mutating func advance() throws {
    done += 1
    guard done % Self.step == 0 else { return }
    try progress.check()
    progress.report(done)
    try tell(done, total)
  }

  private func importLinks(isOrder: Bool) throws {
    for (number, plan) in state.plan.entities.enumerated() {
      for links in plan.links where links.part.isOrder == isOrder {
        var links = try LinkImport(links, ofEntity: number, in: state)
        try links?.run(progress)
        try progress.check()
      }
    }
  }

  private func redirectAliases() throws {
    for (former, key) in state.aliases.sorted(by: { $0.key < $1.key }) {
      let plan = state.plan.entities.first { entity in
        state.new[entity.hierarchy].contains(target: former)
      }
      if let plan { try state.editor.redirectReferences(from: former, to: key, plan.target) }
    }
  }

  // MARK: One-to-one relationships

  /// Makes both sides of one-to-one relationships consistent.
  private func settlePairs() throws {
    var seen: Set<ObjectIdentifier> = []
    for plan in state.plan.entities {
      for (_, relationship) in plan.target.table.oneToOne.sorted(by: { $0.key < $1.key }) {
        guard seen.insert(ObjectIdentifier(relationship.property)).inserted,
          let inverse = relationship.inverse
        else { continue }
        // Both sides in turn: a removed reference can have been the last one of either.
        seen.insert(ObjectIdentifier(inverse))
        try settlePairs(of: relationship, plan.target, plan)
        guard
          let other = state.editor.entities.destination(
            of: relationship.property, in: plan.target),
          let back = other.layout.relationship(inverse.index)
        else { continue }
        try settlePairs(of: back, other, plan)
      }
    }
  }

  private func settlePairs(
    of relationship: RelationshipLayout, _ entity: ContainerEntity, _ plan: EntityPlan
  ) throws {
    let removed = try state.editor.settlePairs(of: relationship, entity)
    if let key = removed.first, relationship.property.isRequiredReference {
      throw unpaired(key, without: relationship.property, entity)
    }
    noteRemoved(removed.count, of: relationship.property, plan)
  }

  /// The objects that lack a required reference, by the property.
  private typealias VacantReferences = [ObjectIdentifier: Set<Int64>]

  private func vacantReferences() throws -> VacantReferences {
    var vacant: VacantReferences = [:]
    for (property, entity) in state.editor.requiredPairs {
      vacant[ObjectIdentifier(property)] = Set(
        try state.editor.keys(without: property, entity))
    }
    return vacant
  }

  /// Throws an error if an object of the container has lost a required reference, because the file gives the object that
  /// it references another one.
  private func checkRequiredPairs(_ former: VacantReferences) throws {
    for (property, entity) in state.editor.requiredPairs {
      let known = former[ObjectIdentifier(property)] ?? []
      let lost = try state.editor.keys(without: property, entity).first { !known.contains($0) }
      if let lost { throw unpaired(lost, without: property, entity) }
    }
  }

  private func unpaired(
    _ key: Int64, without property: PropertyLayout, _ entity: ContainerEntity
  ) -> StoreImportError {
    let plans = state.plan.entities.filter { $0.target.layout.isKind(of: entity.layout) }
    let found = plans.lazy.compactMap { plan in
      state.origin(of: key, inHierarchy: plan.hierarchy).map { (plan, $0) }
    }.first
    let what =
      found.map { "the row \($0.1) of “\($0.0.entity.name)”" } ?? "an object of the container"
    return StoreImportError(
      .refusedRow, path: state.store.url.path, entity: found?.0.entity.name, row: found?.1,
      property: property.name,
      """
      \(property.ownerName).\(property.name) must reference an object, and the file gives the one that \(what) references \
      to another object. Delete either object, or make the relationship optional.
      """)
  }

  private func noteRemoved(_ count: Int, of property: PropertyLayout, _ plan: EntityPlan) {
    if count == 0 { return }
    let name = plan.columns.lazy.compactMap { column -> String? in
      guard column.property === property, case .reference(let name, _) = column.source else {
        return nil
      }
      return name
    }.first
    let index = state.report.relationships.firstIndex {
      $0.property == property.name && (name == nil || $0.name == name)
    }
    guard let index else { return }
    let moved = min(count, state.report.relationships[index].written)
    state.report.relationships[index].written -= moved
    state.report.relationships[index].leftOut += moved
    state.report.relationships[index].reason =
      "the other side of the one-to-one relationship references another object"
  }

  /// Checks the numbers of members that relationships allow.
  private func checkCounts() throws {
    for plan in state.plan.entities {
      for property in plan.target.layout.properties where property.limitsMembers {
        // Objects of the user are checked when they are saved.
        let found = try state.editor.miscount(of: property, plan.target) { key in
          state.origin(of: key, inHierarchy: plan.hierarchy) != nil
        }
        guard let found else { continue }
        let row = state.origin(of: found.key, inHierarchy: plan.hierarchy)
        throw state.error(
          .refusedRow, in: plan, row: row, property: property.name,
          """
          \(property.ownerName).\(property.name) of the row \(row ?? 0) of “\(plan.entity.name)” has \(found.count) objects, \
          which the relationship does not allow. Change minimumModelCount or maximumModelCount, or the rows in their \
          program.
          """)
      }
    }
  }

  /// Counts the references of relationships that the classes do not have.
  private func countRelationshipsLeftOut() throws {
    let used = Set(
      state.plan.entities.flatMap { plan in
        Set(plan.entity.relationships.map(\.name)).subtracting(plan.propertiesLeftOut).map {
          Property(entity: plan.entity.name, name: $0)
        }
      })
    for plan in state.plan.entities {
      let leftOut = Set(plan.propertiesLeftOut)
      for relationship in plan.entity.relationships where leftOut.contains(relationship.name) {
        let index = state.tally(of: plan.entity.name, relationship.name, for: nil)
        let inverse = relationship.inverse
        let isAnswered = state.store.model.family(of: relationship.destination).contains { name in
          inverse.map { used.contains(Property(entity: name, name: $0)) } ?? false
        }
        if isAnswered, let inverse {
          state.report.relationships[index].reason =
            "\(relationship.destination).\(inverse) has the references"
          continue
        }
        let count = try state.store.referenceCount(
          of: relationship.name, from: plan.entity.name)
        state.report.relationships[index].read = count
        state.report.relationships[index].leftOut = count
        state.report.relationships[index].reason =
          "the class does not have the relationship, or the mapping leaves it out"
      }
    }
    for links in try state.store.unknownLinks() {
      var relationship = StoreImportReport.Relationship(
        entity: links.entity ?? "", name: links.table, property: nil)
      (relationship.read, relationship.leftOut) = (links.count, links.count)
      relationship.reason = "the table belongs to no relationship that the file describes"
      state.report.relationships.append(relationship)
    }
  }

  /// Reports the properties whose values have lost a byte that looked like the mark of external storage.
  private func remarkOnExternalStorage() throws {
    for plan in state.plan.entities {
      for guess in try state.store.guessedExternalValues(of: plan.entity.name) {
        for column in plan.columns {
          guard case .attribute(guess.attribute, _) = column.source else { continue }
          state.report.remarks.append(
            StoreImportReport.Remark(
              entity: plan.entity.name, property: column.property.name,
              reason: """
                all values begin with a byte that external storage has, and no file confirms it; the object has the \
                bytes behind it
                """, count: guess.count, rows: guess.keys))
        }
      }
    }
  }

  private struct Property: Hashable {
    let entity: String
    let name: String
  }

  private func finishReport() throws {
    try countRelationshipsLeftOut()
    try remarkOnExternalStorage()
    for plan in state.plan.entities {
      state.count(state.reportIndex(of: plan.entity.name)) {
        $0.propertiesLeftOut = plan.propertiesLeftOut
      }
      for answered in plan.answered {
        let index = state.tally(
          of: plan.entity.name, answered.source, for: answered.property)
        state.report.relationships[index].reason = answered.reason
      }
    }
    for (name, reason) in state.plan.leftOut {
      let count = state.store.hasRows(of: name) ? try state.store.count(of: name) : 0
      state.count(state.reportIndex(of: name)) {
        $0.read = count
        $0.leftOut = count
        $0.reason = reason
      }
    }
    for (table, count) in try state.store.unknownRows() {
      var rows = StoreImportReport.Entity(name: table, model: nil)
      (rows.read, rows.leftOut) = (count, count)
      rows.reason = "the rows of this table belong to no entity of the file"
      state.report.entities.append(rows)
    }
    state.report.relationships.sort { ($0.entity, $0.name) < ($1.entity, $1.name) }
  }
}
