import Foundation
import Perennial

/// Inserts the rows of a document into a store, inside a transaction.
///
/// Objects may be inserted in any order: references are checked at the end.
final class DocumentImporter {
  private let database: StoreDatabase
  private let progress: TransferProgress
  private(set) var schema: StoreSchema?
  private(set) var report = TransferReport()
  private var hidden: [String: [Field]] = [:]
  /// The cases of enumerations that the store and the document record.
  private var cases: RecordedCases.Table = [:]
  /// The keys of the inserted objects by entity, in the order of insertion.
  private var insertions: [(entity: String, keys: [Int64])] = []
  private var done = 0

  init(_ database: StoreDatabase, _ progress: @escaping TransferProgress) {
    self.database = database
    self.progress = progress
  }

  // MARK: The schema

  /// Creates the tables, or checks that the existing tables match the document and are empty.
  ///
  /// - Throws: ``InspectionError`` with the codes `otherSchema` and `targetNotEmpty`; ``ImportIssue`` if such
  ///   tables cannot be created.
  func begin(_ document: DocumentSchema) throws {
    let schema = StoreSchema(document.entities)
    if database.isEmpty {
      try refusing { try database.makeTables(schema.entities, version: document.version) }
    } else {
      try check(schema)
    }
    try database.addRules(document.rules)
    let store = InspectedStore(URL(fileURLWithPath: database.path), database)
    for (table, columns) in document.columns {
      let there = Set(try store.columns(of: table).map(\.name))
      for column in columns where !there.contains(column.name) {
        try database.addColumn(column, to: table)
      }
      hidden[table] = columns.hiddenFields
    }
    cases = database.cases.merging(document.cases) { known, imported in
      known.merging(imported) { $0.adding($1) }
    }
    if cases != database.cases { try database.record(cases) }
    self.schema = schema
  }

  private func check(_ schema: StoreSchema) throws {
    guard database.holds(schema.entities) else {
      let others = schema.entities.filter { database.checksums[$0.name] != $0.checksum }
      throw InspectionError(
        .otherSchema,
        """
        \(database.path) stores \(others.map(\.name).joined(separator: ", ")) otherwise than the document. \
        Import the document into a new file, and migrate that file with the program
        """)
    }
    let store = InspectedStore(URL(fileURLWithPath: database.path), database)
    for table in schema.tables {
      let count = try store.count(table)
      if count == 0 { continue }
      throw InspectionError(
        .targetNotEmpty,
        """
        \(database.path) has \(count.of("object")) of \(table). Import the \
        document into an empty store, or into a new file
        """)
    }
  }

  /// Returns the layout of an entity's rows in their table; nil if there is no such entity.
  func shape(ofEntity name: String) -> RowShape? {
    guard let schema, let entity = schema[name] else { return nil }
    return RowShape(entity, in: schema, cases, hidden: hidden[entity.table] ?? [])
  }

  // MARK: Rows

  /// Begins the objects of an entity.
  func beginObjects(_ shape: RowShape) {
    insertions.append((shape.entity, []))
    report.objects[shape.entity, default: 0] += 0
  }

  /// Inserts an object of the current entity.
  ///
  /// - Throws: ``ImportIssue`` if the store rejects it.
  func insert(_ draft: ImportedRow) throws {
    let shape = draft.shape
    let entity: [SQLValue] = shape.isShared ? [.text(shape.entity)] : []
    try refusing {
      try database.run(
        draft.insertion, [.integer(try draft.checkedKey())] + entity + (try draft.checkedValues()))
    }
    insertions[insertions.count - 1].keys.append(try draft.checkedKey())
    report.objects[shape.entity, default: 0] += 1
    count()
  }

  /// Returns the layout of the rows of a join table; nil if there is no such table.
  func shape(ofLinksIn table: String) -> LinkShape? {
    guard let schema, schema.joins.contains(table) else { return nil }
    return LinkShape(table: table, hidden: hidden[table] ?? [])
  }

  func beginLinks(_ shape: LinkShape) { report.links[shape.table, default: 0] += 0 }

  /// Inserts a link.
  ///
  /// - Parameter values: The values of the columns of the shape. Hidden values may be missing at the end.
  /// - Throws: ``ImportIssue`` if there are too few or too many values, or the store rejects the link.
  func insert(_ values: [PlainValue], _ shape: LinkShape) throws {
    let parts = values.prefix(LinkShape.columns.count).compactMap { Int64($0.text) }
    let rest = values.dropFirst(LinkShape.columns.count)
    guard parts.count == LinkShape.columns.count, rest.count <= shape.hidden.count else {
      throw ImportIssue(reason: "a link is four whole numbers")
    }
    var columns = parts.map(SQLValue.integer)
    for (value, field) in zip(rest, shape.hidden) {
      columns.append(try field.column(value, in: database))
    }
    columns += Array(repeating: .null, count: shape.hidden.count - rest.count)
    try refusing { try database.run(shape.insertion, columns) }
    report.links[shape.table, default: 0] += 1
    count()
  }

  // MARK: Presets

  /// Creates the tables of presets.
  ///
  /// - Returns: The columns of each table.
  /// - Throws: ``InspectionError/Code/targetNotEmpty`` if the tables have rows.
  func beginPresets() throws -> [String: [Field]] {
    try database.makePresetTables()
    let store = InspectedStore(URL(fileURLWithPath: database.path), database)
    var fields: [String: [Field]] = [:]
    for table in PresetRows.tables {
      guard try store.count(table.name) == 0 else {
        throw InspectionError(
          .targetNotEmpty,
          """
          \(database.path) has had presets; a document with presets can only be imported into a store that never \
          had any, or into a new file
          """)
      }
      fields[table.name] = try store.columns(of: table.name).map { Field(hidden: $0) }
    }
    return fields
  }

  /// Returns the column value for a value of a document, for the tables of presets.
  func column(_ value: PlainValue, _ field: Field) throws -> SQLValue {
    try field.column(value, in: database)
  }

  func insertPreset(_ values: [SQLValue], _ fields: [Field], into table: String) throws {
    let statement = SQLName.insertion(into: table, fields.map(\.column))
    try refusing { try database.run(statement, values) }
  }

  private func refusing(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as SwiftDataError {
      guard let reason = database.refusal else { throw error }
      throw ImportIssue(reason: reason)
    }
  }

  private func count() {
    done += 1
    if done % 1000 == 0 { progress(done, nil) }
  }

  // MARK: The end

  /// Checks that no reference is dangling, and records the inserted objects in the history.
  ///
  /// - Throws: ``ImportIssue``.
  func end(author: String) throws {
    if database.hasDanglingReferences {
      let found = try database.danglingReferences()
      let rest = found.count > 5 ? ", and \(found.count - 5) more" : ""
      throw ImportIssue(reason: found.prefix(5).joined(separator: "; ") + rest)
    }
    try database.enterInsertions(insertions, author: author)
    progress(done, done)
  }
}
