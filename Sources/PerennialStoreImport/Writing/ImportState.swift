import Foundation
import Perennial
import PerennialAppleStores

/// The parts of an import that its steps share.
final class ImportState {
  let store: AppleStore
  let plan: ImportPlan
  let editor: RowEditor
  var records: ImportRecords
  var report: StoreImportReport
  /// The keys in the container of objects of former imports, by hierarchy.
  var known: [KeyMap]
  /// The keys in the container of objects of former imports whose rows the file still has, by hierarchy.
  var present: [KeyMap]
  /// The keys of new objects, by hierarchy.
  var new: [KeyMap]
  /// The keys of existing rows that new objects turned out to be.
  var aliases: [Int64: Int64] = [:]
  /// The keys of objects of former imports that the container no longer has.
  var deleted: Set<Int64> = []
  /// The rows whose unique values other rows have.
  var moved = MovedRows()
  /// The ranges of the keys of new objects.
  private var ranges: [Range<Int64>] = []
  /// The numbers of the hierarchies in the tables of imports.
  var hierarchyNumbers: [Int64]
  /// The places of the entities in the tables of imports, by the numbers of their plans.
  var recorded: [ImportRecords.Entity]
  private var remarks: [RemarkKey: Int] = [:]
  private var tallies: [TallyKey: Int] = [:]
  /// The indices of the planned entities in the report.
  private let reportIndices: [Int]

  /// The number of reasons that are listed.
  private static let reasons = 1000

  private struct RemarkKey: Hashable {
    let (entity, property, reason): (String, String, String)
  }

  private struct TallyKey: Hashable {
    let (entity, relationship): (String, String)
  }

  init(
    of store: AppleStore, _ plan: ImportPlan, into editor: RowEditor, report: StoreImportReport
  ) throws {
    (self.store, self.plan, self.editor, self.report) = (store, plan, editor, report)
    records = try ImportRecords(of: store, on: editor.connection)
    known = plan.hierarchies.map { _ in KeyMap() }
    (present, new) = (known, known)
    let indices = Dictionary(
      report.entities.enumerated().map { ($0.element.name, $0.offset) },
      uniquingKeysWith: { first, _ in first })
    reportIndices = plan.entities.map { indices[$0.entity.name] ?? 0 }
    hierarchyNumbers = []
    recorded = []
  }

  /// Notes the keys of new objects.
  func addNewKeys(_ range: Range<Int64>) { if !range.isEmpty { ranges.append(range) } }

  /// Returns `true` if a key is that of a row that this import inserts.
  func isNew(_ key: Int64) -> Bool { ranges.contains { $0.contains(key) } }

  /// Returns the object in the container of a row in the file; nil if it has none.
  func target(of key: Int64, inHierarchy number: Int) -> KeyMap.Target? {
    if let target = new[number].target(of: key) {
      guard !aliases.isEmpty, let alias = aliases[target.key] else { return target }
      return KeyMap.Target(key: alias, plan: target.plan)
    }
    guard let target = known[number].target(of: key), !deleted.contains(target.key) else {
      return nil
    }
    return target
  }

  /// Returns `true` if an object of the container was imported from the file, now or before.
  func isImported(_ key: Int64, hierarchy: Int) -> Bool {
    isNew(key) || known[hierarchy].contains(target: key)
  }

  /// Returns the key in the file of an object that was imported, now or before; nil for other objects.
  func origin(of key: Int64, inHierarchy number: Int) -> Int64? {
    if let origin = new[number].source(of: key) ?? known[number].source(of: key) { return origin }
    return aliases.first { $0.value == key }.flatMap { new[number].source(of: $0.key) }
  }

  // MARK: Rows

  /// Returns the index of a column's digest; nil if the column has no source.
  func slot(of column: EntityPlan.Column, inPlan number: Int) -> Int? {
    switch column.source {
    case .attribute(let name, _), .reference(let name, _): recorded[number].values[name]
    case .nothing: nil
    }
  }

  /// Returns the index of a property's digest; nil if it has no source.
  func slot(of property: PropertyLayout, inPlan number: Int) -> Int? {
    plan.entities[number].columns.first { $0.property === property }
      .flatMap { slot(of: $0, inPlan: number) }
  }

  /// Writes the changed values of an object of a former import, and records its digests.
  ///
  /// - Throws: ``StoreImportError/Code/refusedRow``.
  func update(_ row: MovedRows.Row) throws {
    let entity = plan.entities[row.plan]
    let index = reportIndices[row.plan]
    if row.values.columns.isEmpty {
      count(index) { $0.unchanged += 1 }
    } else {
      do {
        try editor.update(row.key, of: entity.target, row.values)
      } catch {
        throw refusal(error, ofRow: row.origin, entity)
      }
      count(index) { $0.updated += 1 }
    }
    if row.digests == row.known { return }
    try records.record(
      row.origin, ofHierarchy: hierarchyNumbers[entity.hierarchy],
      entity: recorded[row.plan].number, target: row.key, digests: row.digests)
  }

  /// Returns the error for a row that the store refuses.
  func refusal(_ error: any Error, ofRow key: Int64, _ plan: EntityPlan) -> any Error {
    guard let failure = error as? SwiftDataError, failure == .modelValidationFailure else {
      return error
    }
    return self.error(
      .refusedRow, in: plan, row: key,
      """
      The store refuses the row \(key) of “\(plan.entity.name)”: \(failure.explanation). Change the row in its program, \
      or leave the entity out.
      """)
  }

  // MARK: The report

  /// Adds to the numbers of an entity.
  func count(_ number: Int, _ body: (inout StoreImportReport.Entity) -> Void) {
    body(&report.entities[number])
  }

  /// Notes that a value is not in the container as the file has it.
  func remark(of entity: String, _ property: String, row: Int64, because reason: String) {
    var key = RemarkKey(entity: entity, property: property, reason: reason)
    if remarks[key] == nil, remarks.count >= Self.reasons {
      // A file may have another reason in each row.
      key = RemarkKey(
        entity: entity, property: property,
        reason: "the value does not fit; further reasons are not listed")
    }
    guard let index = remarks[key] else {
      remarks[key] = report.remarks.count
      report.remarks.append(
        StoreImportReport.Remark(
          entity: entity, property: property, reason: key.reason, count: 1, rows: [row]))
      return
    }
    report.remarks[index].count += 1
    if report.remarks[index].rows.count < 10 { report.remarks[index].rows.append(row) }
  }

  /// Returns the index of a relationship's numbers in the report.
  func tally(of entity: String, _ relationship: String, for property: String?) -> Int {
    let key = TallyKey(entity: entity, relationship: relationship)
    if let index = tallies[key] { return index }
    tallies[key] = report.relationships.count
    report.relationships.append(
      StoreImportReport.Relationship(entity: entity, name: relationship, property: property))
    return report.relationships.count - 1
  }

  func error(
    _ code: StoreImportError.Code, in plan: EntityPlan, row: Int64? = nil, property: String? = nil,
    _ text: String
  ) -> StoreImportError {
    StoreImportError(
      code, path: store.url.path, entity: plan.entity.name, row: row, property: property, text)
  }
}
