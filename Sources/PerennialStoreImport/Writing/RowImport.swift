import Perennial
import PerennialAppleStores

/// Imports the rows of one entity.
struct RowImport {
  /// The number of rows that are inserted together.
  private static let groupSize = 256

  private let state: ImportState
  private let plan: EntityPlan
  private let number: Int
  private let reportIndex: Int
  /// The names of the values that have digests, as the last import has recorded them.
  private let former: [String]
  private let sources: [String]
  /// The places of the columns' values in the rows of the file.
  private var places: [Place]?
  /// The numbers of the references in the report, by column.
  private let tallies: [Int?]

  private var rows: [ImportedRow] = []
  private var origins: [Origin] = []

  /// The place of a column's value in a row of the file.
  private enum Place {
    case value(Int), reference(Int), none
  }

  private struct Origin {
    let key: Int64
    let digests: [UInt64]
  }

  /// Creates the import of an entity.
  ///
  /// - Parameters:
  ///   - number: The number of the entity's plan.
  ///   - former: The names of the properties with digests, as the last import has recorded them.
  init(_ number: Int, former: [String], in state: ImportState) {
    self.state = state
    self.number = number
    self.former = former
    plan = state.plan.entities[number]
    sources = plan.sources
    reportIndex = state.reportIndex(of: plan.entity.name)
    let entity = plan.entity.name
    tallies = plan.columns.map { column in
      guard case .reference(let name, _) = column.source else { return nil }
      return state.tally(of: entity, name, for: column.property.name)
    }
    rows.reserveCapacity(Self.groupSize)
    origins.reserveCapacity(Self.groupSize)
  }

  private var entityName: String { plan.entity.name }

  /// Imports a row.
  ///
  /// - Throws: ``StoreImportError``; `SwiftDataError.storeFailure`.
  mutating func add(_ row: AppleRow) throws {
    state.count(reportIndex) { $0.read += 1 }
    let places = self.places ?? places(in: row)
    self.places = places
    if let target = state.new[plan.hierarchy].target(of: row.key) {
      try insert(row, as: target.key, places)
    } else if let target = state.known[plan.hierarchy].target(of: row.key) {
      if state.deleted.contains(target.key) {
        state.count(reportIndex) { $0.deletedHere += 1 }
        leaveOutReferences(of: row, places, because: "the object was deleted from the container")
      } else {
        try update(row, as: target.key, places)
      }
    }
  }

  private func places(in row: AppleRow) -> [Place] {
    plan.columns.map { column in
      switch column.source {
      case .attribute(let name, _):
        return row.values.firstIndex { $0.name == name }.map(Place.value) ?? .none
      case .reference(let name, _):
        if let index = row.references.firstIndex(where: { $0.name == name }) {
          return .reference(index)
        }
        return row.values.firstIndex { $0.name == name }.map(Place.value) ?? .none
      case .nothing: return .none
      }
    }
  }

  private func value(_ place: Place, in row: AppleRow) -> AppleValue {
    switch place {
    case .value(let index): row.values[index].value
    case .reference(let index): row.references[index].value
    case .none: .null
    }
  }

  private func digests(of row: AppleRow, _ places: [Place]) -> [UInt64] {
    var digests: [UInt64] = []
    digests.reserveCapacity(sources.count)
    for (column, place) in zip(plan.columns, places) {
      if case .nothing = column.source { continue }
      digests.append(StableDigest.of(value(place, in: row)))
    }
    return digests
  }

  // MARK: Insertions

  private mutating func insert(_ row: AppleRow, as key: Int64, _ places: [Place]) throws {
    var values: [SQLValue] = []
    values.reserveCapacity(plan.columns.count)
    for index in plan.columns.indices {
      values.append(try columnValue(of: index, value(places[index], in: row), in: row))
    }
    let table = plan.target.table
    var orderKeys: [Int64] = []
    for property in table.positions {
      let index = table.columns.firstIndex { $0 === property }
      let hasTarget = index.map { values[$0] != .null } ?? false
      orderKeys.append(hasTarget ? OrderKeyGenerator.next() : 0)
    }
    rows.append(ImportedRow(plan.target, key: key, values: values, orderKeys: orderKeys))
    origins.append(Origin(key: row.key, digests: digests(of: row, places)))
    if rows.count == Self.groupSize { try flush() }
  }

  /// Inserts the collected rows.
  mutating func flush() throws {
    if rows.isEmpty { return }
    let existing: [Int: Int64]
    do {
      existing = try state.editor.insert(rows, of: plan.target)
    } catch let refused as RefusedRow {
      throw refusal(refused.error, ofRow: origins[refused.index].key)
    }
    for (index, row) in rows.enumerated() {
      let key = existing[index] ?? row.key
      if let other = existing[index] {
        try merge(row, into: other, origin: origins[index].key)
      } else {
        noteTargets(of: row)
      }
      try state.records.record(
        origins[index].key, ofHierarchy: state.hierarchyNumbers[plan.hierarchy],
        entity: state.entityNumbers[number], target: key, digests: origins[index].digests)
    }
    let merged = existing.count
    let inserted = rows.count - merged
    state.count(reportIndex) {
      $0.inserted += inserted
      $0.merged += merged
    }
    rows.removeAll(keepingCapacity: true)
    origins.removeAll(keepingCapacity: true)
  }

  /// Notes the references of a new row to rows that existed before.
  private func noteTargets(of row: ImportedRow) {
    for (column, value) in zip(plan.columns, row.values) where column.property.isToOne {
      guard case .integer(let target) = value, !state.isNew(target) else { continue }
      state.editor.noteTarget(target, of: column.property, plan.target)
    }
  }

  /// Writes a row into an existing one with the same unique values. An empty reference leaves that of the existing row.
  private func merge(_ row: ImportedRow, into key: Int64, origin: Int64) throws {
    state.aliases[row.key] = key
    var values = RowValues()
    for (column, value) in zip(plan.columns, row.values)
    where !(column.property.isToOne && value == .null) && column.property.columnName != nil {
      if case .nothing = column.source { continue }
      values.columns[column.property.index] = value
    }
    do {
      try state.editor.update(key, of: plan.target, values)
    } catch {
      throw refusal(error, ofRow: origin)
    }
  }

  private func refusal(_ error: any Error, ofRow key: Int64) -> any Error {
    guard let failure = error as? SwiftDataError, failure == .modelValidationFailure else {
      return error
    }
    return state.error(
      .refusedRow, in: plan, row: key,
      """
      The store refuses the row \(key) of “\(entityName)”: \(failure.explanation). Change the row in its program, or \
      leave the entity out.
      """)
  }

  // MARK: Updates

  private mutating func update(_ row: AppleRow, as key: Int64, _ places: [Place]) throws {
    let digests = digests(of: row, places)
    let known = try state.records.digests(
      ofHierarchy: state.hierarchyNumbers[plan.hierarchy], key: row.key)
    var next = 0
    var values = RowValues()
    for (index, column) in plan.columns.enumerated() {
      if case .nothing = column.source { continue }
      defer { next += 1 }
      let place = former == sources ? next : former.firstIndex(of: sources[next])
      let isSame = place.map { known.indices.contains($0) && known[$0] == digests[next] } ?? false
      let value = value(places[index], in: row)
      if isSame {
        noteUnchanged(index, value)
        continue
      }
      values.columns[column.property.index] = try columnValue(of: index, value, in: row)
    }
    if values.columns.isEmpty {
      state.count(reportIndex) { $0.unchanged += 1 }
      if former == sources { return }
    } else {
      do {
        try state.editor.update(key, of: plan.target, values)
      } catch {
        throw refusal(error, ofRow: row.key)
      }
      state.count(reportIndex) { $0.updated += 1 }
    }
    try state.records.record(
      row.key, ofHierarchy: state.hierarchyNumbers[plan.hierarchy],
      entity: state.entityNumbers[number], target: key, digests: digests)
  }

  private func noteUnchanged(_ index: Int, _ value: AppleValue) {
    guard let tally = tallies[index], value != .null else { return }
    state.report.relationships[tally].read += 1
    state.report.relationships[tally].unchanged += 1
  }

  private func leaveOutReferences(
    of row: AppleRow, _ places: [Place], because reason: String
  ) {
    for (tally, place) in zip(tallies, places) {
      guard let tally, value(place, in: row) != .null else { continue }
      state.report.relationships[tally].read += 1
      state.report.relationships[tally].leftOut += 1
      state.report.relationships[tally].reason = reason
    }
  }

  // MARK: Values

  /// - Parameters:
  ///   - index: The index of the column.
  ///   - value: The value of the file.
  private func columnValue(
    of index: Int, _ value: AppleValue, in row: AppleRow
  ) throws -> SQLValue {
    let column = plan.columns[index]
    switch column.source {
    case .nothing:
      return try fallback(
        of: column, in: row, isMissing: true, because: "the file has no such property")
    case .reference(_, let reference):
      return try target(of: index, reference, value, in: row)
    case .attribute(_, let converter):
      if value == .null {
        return try fallback(of: column, in: row, isMissing: true, because: "the row has no value")
      }
      switch converter.convert(value) {
      case .value(let stored): return stored
      case .changed(let stored, let reason):
        state.remark(of: entityName, column.property.name, row: row.key, because: reason)
        return stored
      case .unfit(let reason):
        return try fallback(of: column, in: row, isMissing: false, because: reason)
      }
    }
  }

  /// Returns the value of a property that does not get one from the row.
  ///
  /// - Parameter isMissing: `true` if the file has no value; `false` if the property cannot have it.
  private func fallback(
    of column: EntityPlan.Column, in row: AppleRow, isMissing: Bool, because reason: String
  ) throws -> SQLValue {
    let property = column.property
    // Optional properties are nil where the file has no value, whatever their default.
    if case .attribute = column.source, isMissing, property.isOptional {
      if case .constant(let value, isGiven: true) = column.fallback { return value }
      return .null
    }
    func remark(_ what: String) {
      if case .nothing = column.source { return }
      state.remark(
        of: entityName, property.name, row: row.key, because: "\(reason); the object has \(what)")
    }
    switch column.fallback {
    case .null:
      remark("nil")
      return .null
    case .constant(let value, let isGiven):
      remark(isGiven ? "the value of the mapping" : "the default")
      return value
    case .evaluated:
      remark("the default")
      return try property.evaluatedDefault()
    case .none:
      throw state.error(
        isMissing ? .missingValue : .unfitValue, in: plan, row: row.key, property: property.name,
        """
        \(property.ownerName).\(property.name) needs a value, and \(reason) (row \(row.key) of “\(entityName)”). Give one \
        with fill(_:with:), name the property of the file with map(_:to:), or make the property optional.
        """)
    }
  }

  /// Returns the key of a referenced object in the container.
  private func target(
    of index: Int, _ reference: EntityPlan.ReferencePlan, _ value: AppleValue, in row: AppleRow
  ) throws -> SQLValue {
    let column = plan.columns[index]
    let key: Int64
    switch value {
    case .null:
      if case .none = column.fallback {
        throw missingTarget(of: column, in: row, because: "the row references none")
      }
      return .null
    case .reference(let reference): key = reference.key
    case .integer(let integer): key = integer
    default: return try leaveOut(index, in: row, because: "\(value.kind) is not a reference")
    }
    guard let target = state.target(of: key, inHierarchy: reference.hierarchy) else {
      return try leaveOut(
        index, in: row, because: "the referenced object is not in the file, or not imported")
    }
    let entity = state.plan.entities[target.plan].target
    guard let destination = column.property.destinationLayout,
      entity.layout.isKind(of: destination)
    else {
      return try leaveOut(
        index, in: row, because: "the relationship does not reference a \(entity.layout.entityName)"
      )
    }
    if let tally = tallies[index] {
      state.report.relationships[tally].read += 1
      state.report.relationships[tally].written += 1
    }
    return .integer(target.key)
  }

  private func leaveOut(
    _ index: Int, in row: AppleRow, because reason: String
  ) throws -> SQLValue {
    let column = plan.columns[index]
    if case .none = column.fallback { throw missingTarget(of: column, in: row, because: reason) }
    if let tally = tallies[index] {
      state.report.relationships[tally].read += 1
      state.report.relationships[tally].leftOut += 1
      state.report.relationships[tally].reason = "an object is missing, or of another class"
    }
    state.remark(
      of: entityName, column.property.name, row: row.key,
      because: "\(reason); the reference is nil")
    return .null
  }

  private func missingTarget(
    of column: EntityPlan.Column, in row: AppleRow, because reason: String
  ) -> StoreImportError {
    state.error(
      .missingTarget, in: plan, row: row.key, property: column.property.name,
      """
      \(column.property.ownerName).\(column.property.name) must reference an object, and \(reason) (row \(row.key) of \
      “\(entityName)”). Import the referenced entity too, or make the relationship optional.
      """)
  }
}
