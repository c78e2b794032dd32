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
  /// The indices of the columns' digests; nil for a column without a source.
  private let slots: [Int?]
  /// The number of digests of an object.
  private let digestCount: Int
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
    let digests: [ValueDigest]
  }

  /// Creates the import of an entity.
  ///
  /// - Parameter number: The number of the entity's plan.
  init(_ number: Int, in state: ImportState) {
    self.state = state
    self.number = number
    plan = state.plan.entities[number]
    let recorded = state.recorded[number]
    slots = plan.columns.map { state.slot(of: $0, inPlan: number) }
    digestCount = recorded.count
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

  /// The rows that are imported.
  enum Step {
    /// All rows.
    case all
    /// The rows of objects that former imports have inserted.
    case updates
    /// The rows of new objects.
    case insertions
  }

  /// Imports a row, if it is one of a step.
  ///
  /// - Returns: `true` if the row was imported.
  /// - Throws: ``StoreImportError``; `SwiftDataError.storeFailure`.
  mutating func add(_ row: AppleRow, _ step: Step) throws -> Bool {
    let new = state.new[plan.hierarchy].target(of: row.key)
    switch step {
    case .all: break
    case .updates: if new != nil { return false }
    case .insertions: if new == nil { return false }
    }
    state.count(reportIndex) { $0.read += 1 }
    let places = self.places ?? places(in: row)
    self.places = places
    if let target = new {
      try insert(row, as: target.key, places)
    } else if let target = state.known[plan.hierarchy].target(of: row.key) {
      if state.deleted.contains(target.key) {
        state.count(reportIndex) { $0.deletedHere += 1 }
        leaveOutReferences(of: row, places, because: "the object was deleted from the container")
      } else {
        try update(row, as: target.key, places)
      }
    }
    return true
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

  // MARK: Insertions

  private mutating func insert(_ row: AppleRow, as key: Int64, _ places: [Place]) throws {
    var values: [SQLValue] = []
    values.reserveCapacity(plan.columns.count)
    var digests = Array(repeating: ValueDigest.none, count: digestCount)
    for index in plan.columns.indices {
      let value = value(places[index], in: row)
      let written = try columnValue(of: index, value, in: row)
      values.append(written.value)
      if let slot = slots[index] { digests[slot] = ValueDigest(value, isExact: written.isExact) }
    }
    let table = plan.target.table
    var orderKeys: [Int64] = []
    for property in table.positions {
      let index = table.columns.firstIndex { $0 === property }
      let hasTarget = index.map { values[$0] != .null } ?? false
      orderKeys.append(hasTarget ? OrderKeyGenerator.next() : 0)
    }
    rows.append(ImportedRow(plan.target, key: key, values: values, orderKeys: orderKeys))
    origins.append(Origin(key: row.key, digests: digests))
    if rows.count == Self.groupSize { try flush() }
  }

  /// Inserts the collected rows.
  mutating func flush() throws {
    if rows.isEmpty { return }
    let existing: [Int: Int64]
    do {
      existing = try state.editor.insert(rows, of: plan.target)
    } catch let refused as RefusedRow {
      throw state.refusal(refused.error, ofRow: origins[refused.index].key, plan)
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
        entity: state.recorded[number].number, target: key, digests: origins[index].digests)
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
      throw state.refusal(error, ofRow: origin, plan)
    }
  }

  // MARK: Updates

  private mutating func update(_ row: AppleRow, as key: Int64, _ places: [Place]) throws {
    let known = try state.records.digests(
      ofHierarchy: state.hierarchyNumbers[plan.hierarchy], key: row.key)
    // A property that is left out now keeps its digest.
    var digests = known + Array(repeating: .none, count: max(digestCount - known.count, 0))
    var values = RowValues()
    for (index, slot) in slots.enumerated() {
      guard let slot else { continue }
      let value = value(places[index], in: row)
      let digest = ValueDigest(value)
      if digests[slot] != .none, digests[slot].isSameValue(as: digest) {
        if digests[slot].isExact {
          noteUnchanged(index, value)
          continue
        }
        // The object has not got the value, for example because the referenced object was not imported.
        guard isImportedNow(index, value) else {
          try repeatRemark(on: index, value, in: row)
          continue
        }
        guard try isUntouched(index, of: key) else {
          digests[slot] = digest
          noteUnchanged(index, value)
          continue
        }
      }
      let written = try columnValue(of: index, value, in: row)
      values.columns[plan.columns[index].property.index] = written.value
      digests[slot] = ValueDigest(value, isExact: written.isExact)
    }
    let changed = MovedRows.Row(
      plan: number, origin: row.key, key: key, values: values, digests: digests, known: known)
    do {
      try state.update(changed)
    } catch let error as StoreImportError where error.code == .refusedRow {
      let holders = try state.editor.rows(
        withUniqueValuesOf: key, of: plan.target, after: values)
      if holders.isEmpty { throw error }
      state.moved.add(changed)
    }
  }

  private func noteUnchanged(_ index: Int, _ value: AppleValue) {
    guard let tally = tallies[index], value != .null else { return }
    state.report.relationships[tally].read += 1
    state.report.relationships[tally].unchanged += 1
  }

  /// Returns `true` if a reference that a former import has left out has an object now.
  private func isImportedNow(_ index: Int, _ value: AppleValue) -> Bool {
    guard case .reference(_, let reference) = plan.columns[index].source,
      case .object = object(of: value, plan.columns[index].property, reference)
    else { return false }
    return true
  }

  /// Returns `true` if a reference is that of the import which has left it out, and no edit.
  private func isUntouched(_ index: Int, of key: Int64) throws -> Bool {
    let column = plan.columns[index]
    let current =
      try state.editor.values(of: key, plan.target)?.columns[column.property.index] ?? .null
    if case .constant(current, _) = column.fallback { return true }
    return current == .null
  }

  /// Repeats the remark on a value that the object has not got in a former import. The object keeps what it has.
  private func repeatRemark(on index: Int, _ value: AppleValue, in row: AppleRow) throws {
    do {
      _ = try columnValue(of: index, value, in: row)
    } catch is StoreImportError {
      // The former import has filled the value.
      if let tally = tallies[index], value != .null { leaveOutReference(tally) }
      state.remark(
        of: entityName, plan.columns[index].property.name, row: row.key,
        because: "the property cannot have the value of the file; the object keeps its own")
    }
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

  /// A value for a column.
  private struct Written {
    let value: SQLValue
    /// `true` if the value is that of the file.
    var isExact = true
  }

  /// - Parameters:
  ///   - index: The index of the column.
  ///   - value: The value of the file.
  private func columnValue(
    of index: Int, _ value: AppleValue, in row: AppleRow
  ) throws -> Written {
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
      switch try converter.convert(value) {
      case .value(let stored): return Written(value: stored)
      case .changed(let stored, let reason):
        state.remark(of: entityName, column.property.name, row: row.key, because: reason)
        return Written(value: stored, isExact: false)
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
  ) throws -> Written {
    let property = column.property
    func replaced(by value: SQLValue, _ what: String) -> Written {
      if case .nothing = column.source { return Written(value: value) }
      state.remark(
        of: entityName, property.name, row: row.key, because: "\(reason); the object has \(what)")
      return Written(value: value, isExact: false)
    }
    // Optional properties are nil where the file has no value that they can have, whatever their default.
    if case .attribute = column.source, property.isOptional {
      let given: SQLValue? =
        if case .constant(let value, isGiven: true) = column.fallback { value } else { nil }
      if isMissing { return Written(value: given ?? .null) }
      return replaced(by: given ?? .null, given == nil ? "nil" : "the value of the mapping")
    }
    switch column.fallback {
    case .null: return replaced(by: .null, "nil")
    case .constant(let value, let isGiven):
      return replaced(by: value, isGiven ? "the value of the mapping" : "the default")
    case .evaluated: return replaced(by: try property.evaluatedDefault(), "the default")
    case .none:
      throw state.error(
        isMissing ? .missingValue : .unfitValue, in: plan, row: row.key, property: property.name,
        """
        \(property.ownerName).\(property.name) needs a value, and \(reason) (row \(row.key) of “\(entityName)”). Give one \
        with fill(_:with:), name the property of the file with map(_:to:), or make the property optional.
        """)
    }
  }

  /// The object that a reference of the file leads to.
  private enum Destination {
    case none
    case object(Int64)
    case missing(reason: String)
  }

  private func object(
    of value: AppleValue, _ property: PropertyLayout, _ reference: EntityPlan.ReferencePlan
  ) -> Destination {
    let key: Int64
    switch value {
    case .null: return .none
    case .reference(let reference): key = reference.key
    case .integer(let integer): key = integer
    default: return .missing(reason: "\(value.kind) is not a reference")
    }
    guard let target = state.target(of: key, inHierarchy: reference.hierarchy) else {
      return .missing(reason: "the referenced object is not in the file, or not imported")
    }
    let entity = state.plan.entities[target.plan].target
    guard let destination = property.destinationLayout, entity.layout.isKind(of: destination) else {
      return .missing(
        reason: "the relationship does not reference a \(entity.layout.entityName)")
    }
    return .object(target.key)
  }

  /// Returns the key of a referenced object in the container.
  private func target(
    of index: Int, _ reference: EntityPlan.ReferencePlan, _ value: AppleValue, in row: AppleRow
  ) throws -> Written {
    let column = plan.columns[index]
    switch object(of: value, column.property, reference) {
    case .none:
      switch column.fallback {
      case .none: throw missingTarget(of: column, in: row, because: "the row references none")
      case .constant(let given, _):
        if column.property.isOptional { return Written(value: given) }
        remarkOnFilling(of: column, in: row, because: "the row references none")
        return Written(value: given, isExact: false)
      case .null, .evaluated: return Written(value: .null)
      }
    case .object(let key):
      if let tally = tallies[index] {
        state.report.relationships[tally].read += 1
        state.report.relationships[tally].written += 1
      }
      return Written(value: .integer(key))
    case .missing(let reason):
      if case .none = column.fallback { throw missingTarget(of: column, in: row, because: reason) }
      if let tally = tallies[index] { leaveOutReference(tally) }
      if case .constant(let given, _) = column.fallback {
        remarkOnFilling(of: column, in: row, because: reason)
        return Written(value: given, isExact: false)
      }
      state.remark(
        of: entityName, column.property.name, row: row.key,
        because: "\(reason); the reference is nil")
      return Written(value: .null, isExact: false)
    }
  }

  private func remarkOnFilling(
    of column: EntityPlan.Column, in row: AppleRow, because reason: String
  ) {
    state.remark(
      of: entityName, column.property.name, row: row.key,
      because: "\(reason); the object has the reference of the mapping")
  }

  private func leaveOutReference(_ tally: Int) {
    state.report.relationships[tally].read += 1
    state.report.relationships[tally].leftOut += 1
    state.report.relationships[tally].reason = "an object is missing, or of another class"
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
