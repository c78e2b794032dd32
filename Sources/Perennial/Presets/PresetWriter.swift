import Foundation
package import PerennialRecords
import PerennialSQLite

/// Applies a catalog to a store: reads and writes presets inside one transaction.
///
/// The writer works on rows, and needs objects only for the presets of the catalog. The stamps in the rows
/// (``PresetMetadata``) list the edited fields, so nothing is compared with an earlier version of the catalog.
package final class PresetWriter {
  let graph: ObjectGraph
  let store: Int
  let connection: Connection
  let tables: [EntityTable]
  let history: HistoryWriter?
  var news: PresetChanges
  var rows: RowWriter
  private var presetTables: [UInt16: PresetTable] = [:]
  private var lastTable: PresetTable?
  /// The properties that belong to the user, by entity. Catalogs do not write them.
  package var userProperties: [String: Set<String>] = [:] {
    didSet { (presetTables, lastTable) = ([:], nil) }
  }
  /// The rules that resolve conflicts, by entity and field.
  package var rules: [String: [String: PresetConflictRule<Any>]] = [:]
  private let progress = OperationProgress()
  /// The number of presets to process, as far as it is known, and the number of processed ones.
  private var (expected, done) = (0, 0)

  init(
    _ graph: ObjectGraph, store: Int, _ connection: Connection, _ history: HistoryWriter?
  ) throws {
    self.graph = graph
    self.store = store
    self.connection = connection
    self.history = history
    tables = graph.tables.filter { $0.store == store }
    news = PresetChanges(graph)
    rows = RowWriter(connection, graph.coordinator.entities, .rollback, history)
    rows.presets = [:]
    try PresetTables.create(on: connection)
    // Deletions by other tools, before their times are read.
    try PresetTables.stampDeletions(on: connection)
  }

  /// Prepares the tables of entities for presets.
  package func prepare(_ types: [any PersistentModel.Type]) throws {
    let names = Set(try types.map { try graph.table(of: $0).layout.tableName })
    let missing = try names.filter { try !PresetTables.concern($0, on: connection) }
    if missing.isEmpty { return }
    let descriptions = EntityDescription.tables(
      of: try StoreMetadata.descriptions(on: connection))
    for entity in descriptions where missing.contains(entity.table) {
      try PresetTables.install(entity, on: connection)
    }
  }

  /// The models that have presets, or have had some.
  package var typesWithPresets: [any PersistentModel.Type] {
    get throws {
      try tables.filter { try PresetTables.concern($0.layout.tableName, on: connection) }
        .map(\.layout.type)
    }
  }

  /// The models of the store.
  package var allTypes: [any PersistentModel.Type] { tables.map(\.layout.type) }

  private func presetTable(of model: any PersistentModel) throws -> PresetTable {
    // Presets are processed class by class.
    if let lastTable, lastTable.table.layout.type == type(of: model) { return lastTable }
    let found = try findPresetTable(of: model)
    lastTable = found
    return found
  }

  private func findPresetTable(of model: any PersistentModel) throws -> PresetTable {
    let table = try graph.table(of: type(of: model))
    if let known = presetTables[table.index] { return known }
    let own = userProperties[table.layout.entityName] ?? []
    let made = PresetTable(table) { !own.contains($0.name) }
    presetTables[table.index] = made
    return made
  }

  // MARK: Progress

  /// Adds to the number of presets that the current progress expects.
  package func expect(_ count: Int) {
    expected += count
    progress.expect(expected)
  }

  /// Reports processed presets to the current progress.
  ///
  /// - Throws: `CancellationError` if the operation was cancelled.
  func advance(by count: Int = 1) throws {
    done += count
    // Progress is not reported for each preset, which would be too often.
    if count == 1, !done.isMultiple(of: 256) { return }
    try progress.check()
    progress.report(done)
  }

  func finish() { progress.finish(expected) }

  // MARK: Reading

  /// The preset metadata of a row.
  package struct Found {
    /// The catalog and the ID, with a slash between them.
    package let preset: String
    package let isEdited: Bool
  }

  /// Returns the keys of the presets in a table.
  package func presetKeys(of type: any PersistentModel.Type) throws -> [Int64] {
    let table = try graph.table(of: type)
    return try connection.integers(
      """
      SELECT _pk FROM \(SQLName.quoted(table.layout.tableName)) AS t0 \
      WHERE _pk < 0 AND \(SQLName.preset) IS NOT NULL\(table.entity.membership(alias: "t0"))
      """)
  }

  /// Returns the metadata of presets, by key.
  package func presets(
    _ keys: Set<Int64>, of type: any PersistentModel.Type
  ) throws -> [Int64: Found] {
    let table = try graph.table(of: type)
    let records = try catalogRecords()
    var found: [Int64: Found] = [:]
    try connection.rows(
      """
      SELECT _pk, \(SQLName.preset) \
      FROM \(SQLName.quoted(table.layout.tableName)) \
      WHERE _pk IN (SELECT value FROM json_each(?)) AND \(SQLName.preset) IS NOT NULL
      """, [.keys(keys)]
    ) { row in
      let key = row.int64()
      let mark = try PresetMetadata(
        row.string(), of: "\(table.layout.entityName) \(key)", in: connection)
      let edits = records.edits(
        Set(mark.stamps.cells.keys), of: mark.name, table.layout.entityName)
      found[key] = Found(preset: mark.name, isEdited: !edits.isEmpty)
    }
    return found
  }

  /// Returns the keys of an entity's deleted presets.
  package func deletedPresets(of type: any PersistentModel.Type) throws -> Set<Int64> {
    let name = try graph.table(of: type).layout.entityName
    return Set(
      try connection.integers(
        "SELECT pk FROM \(PresetTables.deleted) WHERE entity = ?", [.text(name)]))
  }

  // MARK: Inserting

  /// Inserts the rows of new presets. Their references target existing rows, or rows that are inserted too.
  ///
  /// - Returns: The keys of the presets that were not inserted, because an existing object has their unique
  ///   values, each with the key of that object.
  package func insert(_ drafts: [CatalogPreset]) throws -> [Int64: Int64] {
    if drafts.isEmpty { return [:] }
    let tables = try drafts.map { try graph.table(of: type(of: $0.model)) }
    // By key: each row is inserted after the last one in the file.
    let order = drafts.indices.sorted {
      (tables[$0].index, drafts[$0].key) < (tables[$1].index, drafts[$1].key)
    }
    let plan = SavePlan(
      inserting: order.map { drafts[$0].model }, of: order.map { tables[$0] })
    try SaveValidation.check(plan, graph)
    rows.beginPart()
    rows.presets = Dictionary(
      drafts.map { ($0.key, $0.mark) }, uniquingKeysWith: { first, _ in first })
    try rows.write(plan.rows)
    try advance(by: drafts.count)
    news.add(rows.consequences)
    for (draft, table) in zip(drafts, tables) where rows.aliases[draft.key] == nil {
      news.insert(draft.key, table)
      for reference in table.coordinated.links.answeredReferences {
        let target = draft.model.toOne(reference.index).rowID
        news.update(target, reference.inverse, graph.tables[reference.destination])
      }
    }
    return rows.aliases
  }

  // MARK: Comparing

  /// Returns the differences between a preset's row and the catalog; nil if the row is missing.
  func difference(_ draft: CatalogPreset) throws -> PresetDifference? {
    let presets = try presetTable(of: draft.model)
    let statement = try presets.difference(on: connection)
    statement.isBusy = true
    defer { statement.reset() }
    var binder = _Storage.Binder(statement)
    draft.model._$bind(&binder, presets.mask.rawValue)
    binder.bind(draft.key)
    binder.bind(verbatim: draft.mark)
    if let failure = binder.failure { throw failure.error }
    connection.countExecution()
    switch sqlite3_step(statement.pointer) {
    case SQLITE_ROW: break
    case SQLITE_DONE: return nil
    default: throw connection.error
    }
    var row = _Storage.Row(statement.pointer)
    let mark = try mark(row.value(), of: draft)
    var difference = PresetDifference(
      table: presets, bearsOtherName: mark.map { $0.name != draft.name } ?? false,
      stamps: mark?.stamps ?? FieldStamps(), group: presets.differing(&row))
    for property in presets.references {
      let target = row.int64()
      if difference.group.properties.contains(where: { $0 === property }) {
        difference.targets[property.index] = target
      }
    }
    if !presets.comparesInSwift { return difference }
    let properties = try (difference.group.properties + presets.external).filter {
      try !($0.isExternal || $0.isJSON) || !isStored($0, of: draft, presets.table)
    }
    difference.group = PropertyGroup(properties)
    return difference
  }

  /// Parses a row's metadata; nil if it equals the draft's, without stamps.
  private func mark(_ value: SQLValue, of draft: CatalogPreset) throws -> PresetMetadata? {
    guard let text = value.text else { return nil }
    if text.isEmpty { return PresetMetadata(name: "") }
    return try PresetMetadata(text, of: "\(draft.entityName) “\(draft.id)”", in: connection)
  }

  /// Returns `true` if the row contains the catalog's value, where SQLite cannot compare: the value may be in
  /// a file, or be the same in another encoding.
  private func isStored(
    _ property: PropertyLayout, of draft: CatalogPreset, _ table: EntityTable
  ) throws -> Bool {
    guard let column = property.columnName else { return true }
    var stored = SQLValue.null
    try connection.rows(
      """
      SELECT \(SQLName.quoted(column)) FROM \(SQLName.quoted(table.layout.tableName)) WHERE _pk = ?
      """, [.integer(draft.key)]
    ) { stored = $0.value() }
    return try table.entity.areSame(
      stored, draft.model.sqlValue(property), property, on: connection)
  }
}

extension SQLValue {
  /// The text; nil for other types.
  var text: String? { if case .text(let text) = self { text } else { nil } }
}
