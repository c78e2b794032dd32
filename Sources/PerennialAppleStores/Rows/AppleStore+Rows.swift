import Foundation
import Perennial

extension AppleStore {
  /// Returns the number of an entity's objects, without those of its subentities.
  ///
  /// ```swift
  /// print(try appleStore.count(of: "Book"))
  /// ```
  ///
  /// - Throws: ``AppleStoreError``.
  public func count(of entity: String) throws -> Int {
    let layout = try layout(of: entity)
    let count = try database.integer(
      "SELECT count(*) FROM \(SQLName.quoted(layout.table)) WHERE Z_ENT = ?",
      [.integer(layout.number)])
    return Int(count ?? 0)
  }

  /// Returns the number of rows of each table that belong to no entity of the model, or to one of another table. Other
  /// methods leave these rows out.
  ///
  /// - Throws: ``AppleStoreError``.
  public func unknownRows() throws -> [(table: String, count: Int)] {
    let tables = Dictionary(grouping: layout.entities.values, by: \.table)
    return try tables.sorted { $0.key < $1.key }.compactMap { table, entities in
      let numbers = SQLValue.keys(entities.map(\.number).sorted())
      let count = try database.integer(
        """
        SELECT count(*) FROM \(SQLName.quoted(table)) \
        WHERE Z_ENT IS NULL OR Z_ENT NOT IN (SELECT value FROM json_each(?))
        """, [numbers])
      return count.flatMap { $0 > 0 ? (table, Int($0)) : nil }
    }
  }

  /// Returns objects of an entity, without those of its subentities, in the order of their keys.
  ///
  /// ```swift
  /// var page = try appleStore.rows(of: "Book", limit: 100)
  /// while let last = page.last {
  ///   print(page.count)
  ///   page = try appleStore.rows(of: "Book", after: last.key, limit: 100)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - entity: The name of the entity.
  ///   - key: The key behind which to begin; nil to begin with the first object.
  ///   - limit: The greatest number of objects.
  /// - Throws: ``AppleStoreError``. A value that does not fit is ``AppleValue/invalid(_:)``.
  public func rows(of entity: String, after key: Int64? = nil, limit: Int) throws -> [AppleRow] {
    var rows: [AppleRow] = []
    let reader = try RowReader(layout(of: entity), in: self)
    try reader.forEach(where: "Z_PK > ?", [.integer(key ?? .min)], limit: limit) { rows.append($0) }
    return rows
  }

  /// Returns objects of an entity, without those of its subentities, in the order of their keys. O(n) in the number of
  /// skipped objects.
  ///
  /// ```swift
  /// print(try appleStore.rows(of: "Book", offset: 100, limit: 10).map(\.key))
  /// ```
  ///
  /// - Parameters:
  ///   - entity: The name of the entity.
  ///   - offset: The number of objects to skip at the beginning.
  ///   - limit: The greatest number of objects.
  /// - Throws: ``AppleStoreError``.
  public func rows(of entity: String, offset: Int, limit: Int) throws -> [AppleRow] {
    guard offset > 0 else { return try rows(of: entity, limit: limit) }
    let layout = try layout(of: entity)
    let key = try database.integer(
      "SELECT Z_PK FROM \(SQLName.quoted(layout.table)) WHERE Z_ENT = ? ORDER BY Z_PK LIMIT 1 OFFSET ?",
      [.integer(layout.number), .integer(Int64(offset) - 1)])
    return try key.map { try rows(of: entity, after: $0, limit: limit) } ?? []
  }

  /// Returns an object; nil if the entity has none with this key.
  ///
  /// ```swift
  /// if let row = try appleStore.row(AppleReference(entity: "Book", key: 1)) { print(row.values) }
  /// ```
  ///
  /// - Throws: ``AppleStoreError``.
  public func row(_ reference: AppleReference) throws -> AppleRow? {
    var found: AppleRow?
    let reader = try RowReader(layout(of: reference.entity), in: self)
    try reader.forEach(where: "Z_PK = ?", [.integer(reference.key)], limit: 1) { found = $0 }
    return found
  }

  /// Passes each object of an entity to a block, without those of its subentities, in the order of their keys. One object
  /// at a time is in memory.
  ///
  /// ```swift
  /// try appleStore.forEachRow(of: "Book") { row in print(row.key) }
  /// ```
  ///
  /// - Throws: ``AppleStoreError``, and the errors of the block.
  public func forEachRow(of entity: String, _ body: (AppleRow) throws -> Void) throws {
    let reader = try RowReader(layout(of: entity), in: self)
    try reader.forEach(where: "Z_PK > ?", [.integer(.min)], limit: -1, body)
  }

  /// Passes the key and the entity of each object of a hierarchy to a block, in the order of the keys. Rows that belong to
  /// no entity of the model, or to one of another table, are left out.
  ///
  /// - Parameter root: The outermost entity of the hierarchy.
  /// - Throws: ``AppleStoreError``, and the errors of the block.
  package func forEachKey(
    ofHierarchy root: String, _ body: (_ key: Int64, _ entity: String) throws -> Void
  ) throws {
    let layout = try layout(of: root)
    var last: Int64?
    do {
      try database.rows(
        "SELECT Z_PK, Z_ENT FROM \(SQLName.quoted(layout.table)) ORDER BY Z_PK"
      ) { row in
        guard case .integer(let key) = row.value() else {
          throw AppleStoreError(
            .damagedFile, path: database.path, table: layout.table, entity: root,
            "A row of the table “\(layout.table)” has no key. Take another copy of the file.")
        }
        last = key
        let entity = row.value().key.flatMap { self.layout.names[$0] }
        if let entity, self.layout.entities[entity]?.table == layout.table {
          try body(key, entity)
        }
      }
    } catch let error as AppleStoreError where error.path == database.path {
      throw error.located(table: layout.table, entity: root, behind: last)
    }
    try database.checkUnchanged()
  }

  /// `true` if the file has the rows of an entity.
  package func hasRows(of entity: String) -> Bool { layout.entities[entity] != nil }

  /// Returns `true` if the references of a to-many relationship can be read.
  public func hasLinks(of relationship: String, from entity: String) -> Bool {
    layout.entities[entity]?.relationships.contains {
      $0.relationship.name == relationship && $0.relationship.isToMany
    } ?? false
  }

  /// Returns the form of an attribute's values.
  ///
  /// The description of the model has options whose bits are unknown. So the values of the column are looked at, if the
  /// attribute has an option or the store has a folder for such values. A value that names a file of the folder decides.
  /// Without one, all values have to look so.
  func externalStorage(
    of attribute: AttributeLayout, in table: String
  ) throws -> ExternalStorage {
    guard let column = attribute.column,
      attribute.attribute.type == .data || attribute.attribute.type == .transformable,
      attribute.attribute.flags != 0 || externalFiles.exists
    else { return .none }
    if let storage = externalColumns["\(table).\(column)"] { return storage }
    let name = SQLName.quoted(column)
    let counts = try database.map(
      """
      SELECT count(*), total(substr(\(name), 1, 1) IN (x'01', x'02')) FROM \(SQLName.quoted(table)) \
      WHERE \(name) NOT NULL
      """
    ) { row in (row.int64(), row.double()) }
    let isMarked = counts.first.map { $0.0 > 0 && Double($0.0) == $0.1 } ?? false
    let storage: ExternalStorage =
      try namesFile(column, in: table) ? .certain : isMarked ? .guessed : .none
    externalColumns["\(table).\(column)"] = storage
    return storage
  }

  /// The greatest number of values whose files are looked for.
  private static let examinedNames = 1000

  /// Returns `true` if a value of a column names a file that is in the folder of large values.
  private func namesFile(_ column: String, in table: String) throws -> Bool {
    guard externalFiles.exists else { return false }
    let name = SQLName.quoted(column)
    let values = try database.map(
      """
      SELECT \(name) FROM \(SQLName.quoted(table)) WHERE typeof(\(name)) = 'blob' \
      AND length(\(name)) IN (37, 38) AND substr(\(name), 1, 1) = x'02' LIMIT \(Self.examinedNames)
      """
    ) { row in row.bytes { Data($0) } }
    return values.contains { value in
      ExternalFolder.fileName(in: value).map { externalFiles.has($0) } ?? false
    }
  }

  /// Returns the attributes of an entity whose values lose their first byte because all of them look as if it said where
  /// the rest is, with the number of values and the keys of the first ten.
  ///
  /// - Throws: ``AppleStoreError``.
  package func guessedExternalValues(
    of entity: String
  ) throws -> [(attribute: String, count: Int, keys: [Int64])] {
    let layout = try layout(of: entity)
    func columns(_ attribute: AttributeLayout) throws -> [String] {
      let storage = try externalStorage(of: attribute, in: layout.table)
      let own = storage == .guessed ? attribute.column.map { [$0] } : nil
      return try (own ?? []) + attribute.elements.flatMap(columns)
    }
    return try layout.attributes.compactMap { attribute in
      let columns = try columns(attribute)
      if columns.isEmpty { return nil }
      let source = """
        FROM \(SQLName.quoted(layout.table)) WHERE Z_ENT = ? \
        AND coalesce(\(columns.map(SQLName.quoted).joined(separator: ", ")), NULL) NOT NULL
        """
      let count = try database.integer("SELECT count(*) \(source)", [.integer(layout.number)]) ?? 0
      if count == 0 { return nil }
      let keys = try database.map(
        "SELECT Z_PK \(source) ORDER BY Z_PK LIMIT 10", [.integer(layout.number)]
      ) { $0.int64() }
      return (attribute.attribute.name, Int(count), keys)
    }
  }

  /// Returns the name of the entity that a row belongs to; nil if there is no such row.
  func entity(ofRow key: Int64, in table: String) throws -> String? {
    try database.integer(
      "SELECT Z_ENT FROM \(SQLName.quoted(table)) WHERE Z_PK = ?", [.integer(key)]
    ).flatMap { layout.names[$0] }
  }
}

/// Reads the rows of an entity.
private struct RowReader {
  private let store: AppleStore
  private let layout: EntityLayout
  private let columns: [ColumnReader]
  private let references: [ReferenceReader]
  private let selection: String

  init(_ layout: EntityLayout, in store: AppleStore) throws {
    self.store = store
    self.layout = layout
    columns = try layout.attributes.map { attribute in
      try ColumnReader(attribute, files: store.externalFiles) {
        try store.externalStorage(of: $0, in: layout.table)
      }
    }
    references = layout.relationships.compactMap { ReferenceReader($0, in: store) }
    // Z_OPT is NULL in the rows of some files.
    let names =
      ["Z_PK", "Z_OPT"] + layout.attributes.flatMap(\.columns) + references.flatMap(\.columns)
    selection = names.map(SQLName.quoted).joined(separator: ", ")
  }

  func forEach(
    where condition: String, _ bindings: [SQLValue], limit: Int, _ body: (AppleRow) throws -> Void
  ) throws {
    let sql = """
      SELECT \(selection) FROM \(SQLName.quoted(layout.table)) \
      WHERE Z_ENT = ? AND \(condition) ORDER BY Z_PK LIMIT \(limit)
      """
    var last: Int64?
    do {
      try read(sql, [.integer(layout.number)] + bindings) { row in
        last = row.key
        try body(row)
      }
    } catch let error as AppleStoreError where error.path == store.database.path {
      throw error.located(table: layout.table, entity: layout.entity.name, behind: last)
    }
    try store.database.checkUnchanged()
  }

  private func read(
    _ sql: String, _ bindings: [SQLValue], _ body: (AppleRow) throws -> Void
  ) throws {
    try store.database.rows(sql, bindings) { row in
      guard case .integer(let key) = row.value() else {
        throw AppleStoreError(
          .damagedFile, path: store.database.path, table: layout.table, entity: layout.entity.name,
          "A row of the table “\(layout.table)” has no key. Take another copy of the file.")
      }
      let saveCount = row.value().key ?? 0
      let values = layout.attributes.indices.map { index in
        AppleValue.Field(
          name: layout.attributes[index].attribute.name, value: columns[index].value(in: &row))
      }
      let references = try references.map { reference in
        AppleValue.Field(name: reference.name, value: try reference.value(in: &row, of: store))
      }
      try body(
        AppleRow(
          entity: layout.entity.name, key: key, saveCount: saveCount, values: values,
          references: references))
    }
  }
}

/// Reads the reference of a to-one relationship.
private struct ReferenceReader {
  let name: String
  private let column: String
  private let entityColumn: String?
  private let destination: String
  private let table: String?
  private let hasSubentities: Bool

  var columns: [String] { [column] + (entityColumn.map { [$0] } ?? []) }

  init?(_ layout: RelationshipLayout, in store: AppleStore) {
    guard case .toOne(let column, let entityColumn) = layout.storage else { return nil }
    name = layout.relationship.name
    (self.column, self.entityColumn) = (column, entityColumn)
    destination = layout.relationship.destination
    table = store.layout.entities[destination]?.table
    hasSubentities = !store.model.subentities(of: destination).isEmpty
  }

  func value(in row: inout _Storage.Row, of store: AppleStore) throws -> AppleValue {
    let stored = row.value()
    let number = entityColumn == nil ? nil : row.value().key
    switch stored {
    case .null: return .null
    case .integer(let key):
      var entity = hasSubentities ? number.flatMap { store.layout.names[$0] } : destination
      if entity == nil, let table { entity = try store.entity(ofRow: key, in: table) }
      return .reference(AppleReference(entity: entity ?? destination, key: key))
    default:
      return .invalid(
        AppleValue.Invalid(reason: "the value is not the key of a row", stored: stored.description))
    }
  }
}
