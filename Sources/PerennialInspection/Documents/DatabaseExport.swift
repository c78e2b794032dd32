import Foundation
import Perennial

/// Writes the contents of a store as an SQLite database for other programs: values in the forms that people read, with the
/// names of related objects.
///
/// The database is no store and no document. It has a table for each entity and for each join table, with the columns of
/// the store. A date is a text in ISO 8601, a UUID and a decimal number are texts, an order key is the place in the
/// collection, counted from 1. A reference has a second column with the label of the object.
struct DatabaseExport {
  /// A table of the database.
  private struct Table {
    let shape: RowShape
    let name: String
  }

  private let store: InspectedStore
  private let connection: Connection
  private var tables: [Table] = []

  /// Prepares the export into a new file.
  ///
  /// - Throws: `SwiftDataError.storeFailure` if the file cannot be made.
  init(of store: InspectedStore, to file: URL) throws {
    self.store = store
    connection = try Connection(newDatabase: file.path)
    var taken = Set(store.schema.joins.map { $0.lowercased() })
    for entity in store.schema.entities {
      // SQLite does not tell capital letters apart.
      var (name, number) = (entity.name, 2)
      while !taken.insert(name.lowercased()).inserted {
        (name, number) = ("\(entity.name)_\(number)", number + 1)
      }
      tables.append(Table(shape: try store.shape(of: entity), name: name))
    }
  }

  /// Writes all tables in one transaction.
  func run(_ export: inout StoreExport) throws {
    // The references of a row can lead to rows that follow.
    for pragma in ["foreign_keys = OFF", "journal_mode = OFF", "synchronous = FULL"] {
      try connection.rows("PRAGMA \(pragma)") { _ in }
    }
    try connection.run("BEGIN")
    for (table, entity) in zip(tables, store.schema.entities) {
      try write(table, of: entity, &export)
    }
    for table in tables { try complete(table) }
    try countPlaces()
    for join in store.schema.joins {
      try write(join, shape: try store.shape(ofLinksIn: join), from: &export)
    }
    try connection.run("COMMIT")
    export.end()
  }

  // MARK: Objects

  private func write(
    _ table: Table, of entity: EntityDescription, _ export: inout StoreExport
  ) throws {
    let shape = table.shape
    var columns = ["\(SQLName.primaryKey) INTEGER PRIMARY KEY"]
    for field in shape.fields {
      let name = SQLName.quoted(field.column)
      columns.append("\(name) \(type(of: field))\(references(of: field, in: shape))")
      if field.kind == .reference { columns.append("\(SQLName.label(of: field.column)) TEXT") }
    }
    try connection.run(
      "CREATE TABLE \(SQLName.quoted(table.name)) (\(columns.joined(separator: ", ")))")
    let insertion = try connection.statement(
      SQLName.insertion(into: table.name, [SQLName.primaryKey] + shape.fields.map(\.column)))
    try export.objects(of: entity) { _, row in
      let values = (row.values + row.orderKeys + row.hidden).map(\.value.readable)
      try connection.run(insertion, [.integer(row.key)] + values)
    }
  }

  /// Returns the type of a column.
  private func type(of field: Field) -> String {
    switch field.kind {
    case .reference, .orderKey: "INTEGER"
    case .attribute(let form):
      switch form {
      case .bool, .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32: "INTEGER"
      // A number of more than 63 bits is a text, which SQLite would round in a column of numbers.
      case .uint64: "BLOB"
      case .double, .float: "REAL"
      case .data: "BLOB"
      case .date, .text, .url, .uuid, .decimal, .json: "TEXT"
      }
    }
  }

  /// Returns the constraint of a reference; empty for other fields, and if the objects of several tables can be its target.
  private func references(of field: Field, in shape: RowShape) -> String {
    let targets = targets(of: field, in: shape)
    guard targets.count == 1 else { return "" }
    return " REFERENCES \(SQLName.quoted(targets[0].name)) (\(SQLName.primaryKey))"
  }

  /// Returns the tables of the objects that a to-one relationship can lead to.
  private func targets(of field: Field, in shape: RowShape) -> [Table] {
    guard field.kind == .reference else { return [] }
    let relationship = store.schema.storedRelationships.first {
      !$0.isJoin && $0.table == shape.table && $0.references[0].column == field.column
    }
    return relationship.map { tables(of: $0.references[0].destination) } ?? []
  }

  /// Returns the tables of an entity and of those that inherit from it.
  private func tables(of entity: String) -> [Table] {
    let names = store.schema.entities.filter { candidate in
      store.schema.lineage(of: candidate).contains { $0.name == entity }
    }.map(\.name)
    return tables.filter { names.contains($0.shape.entity) }
  }

  /// Adds the labels of references, and their indices.
  private func complete(_ table: Table) throws {
    let name = SQLName.quoted(table.name)
    for field in table.shape.properties where field.kind == .reference {
      let column = SQLName.quoted(field.column)
      try label(
        name, column: column, as: SQLName.label(of: field.column),
        targets: targets(of: field, in: table.shape))
      try connection.run(
        "CREATE INDEX \(SQLName.quoted("\(table.name).\(field.column)")) ON \(name) (\(column))")
    }
  }

  /// Writes the labels of the objects whose keys are in a column.
  private func label(
    _ table: String, column: String, as label: String, targets: [Table]
  ) throws {
    let labels = targets.compactMap { target in
      target.shape.labelField.map { field in
        """
        (SELECT nullif(substr(\(SQLName.quoted(field.column)), 1, 80), '') FROM \(SQLName.quoted(target.name)) AS target \
        WHERE target.\(SQLName.primaryKey) = \(table).\(column))
        """
      }
    }
    if labels.isEmpty { return }
    try connection.run(
      "UPDATE \(table) SET \(label) = coalesce(\(labels.joined(separator: ", ")), NULL)")
  }

  /// Replaces order keys by places. The members of one collection can be in several tables, because a class and those that
  /// inherit from it have one each.
  private func countPlaces() throws {
    let collections = tables.flatMap { table in
      table.shape.orderKeys.compactMap { key in
        table.shape.properties.first { $0.name == key.name }.map { reference in
          Collection(table: table.shape.table, reference: reference.column, place: key.column)
        }
      }
    }
    for collection in Set(collections) {
      let (place, reference) = (
        SQLName.quoted(collection.place), SQLName.quoted(collection.reference)
      )
      let members = tables.filter { table in
        table.shape.table == collection.table
          && table.shape.orderKeys.contains { $0.column == collection.place }
      }
      let rows = members.enumerated().map { number, member in
        """
        SELECT \(number) AS number, \(SQLName.primaryKey) AS key, \(reference) AS owner, \(place) AS place \
        FROM \(SQLName.quoted(member.name)) WHERE \(reference) IS NOT NULL
        """
      }.joined(separator: " UNION ALL ")
      try connection.run(
        """
        CREATE TEMP TABLE places AS SELECT number, key, \
        row_number() OVER (PARTITION BY owner ORDER BY place, key) AS place FROM (\(rows))
        """)
      try connection.run("CREATE INDEX temp.placed ON places (number, key)")
      for (number, member) in members.enumerated() {
        let name = SQLName.quoted(member.name)
        try connection.run(
          """
          UPDATE \(name) SET \(place) = \
          (SELECT place FROM places WHERE number = \(number) AND key = \(name).\(SQLName.primaryKey))
          """)
      }
      try connection.run("DROP TABLE temp.places")
    }
  }

  private struct Collection: Hashable {
    let table: String
    let reference: String
    let place: String
  }

  // MARK: Links

  private func write(_ join: String, shape: LinkShape, from export: inout StoreExport) throws {
    let name = SQLName.quoted(join)
    let ends = store.schema.storedRelationships.first { $0.isJoin && $0.table == join }?.references
    var columns: [String] = []
    for (index, column) in ["source", "target"].enumerated() {
      let targets = ends.map { tables(of: $0[index].destination) } ?? []
      let constraint =
        targets.count == 1
        ? " REFERENCES \(SQLName.quoted(targets[0].name)) (\(SQLName.primaryKey))" : ""
      columns.append("\(column) INTEGER NOT NULL\(constraint)")
      columns.append("\(SQLName.label(of: column)) TEXT")
    }
    columns += ["position INTEGER", "inverse_position INTEGER"]
    columns += shape.hidden.map { "\(SQLName.quoted($0.column)) \(type(of: $0))" }
    columns.append("PRIMARY KEY (source, target)")
    try connection.run("CREATE TABLE \(name) (\(columns.joined(separator: ", ")))")
    let insertion = try connection.statement(SQLName.insertion(into: join, shape.columns))
    try export.links(shape) { link in
      try connection.run(
        insertion, link.parts.map { .integer($0) } + link.hidden.map(\.readable))
    }
    for (index, column) in ["source", "target"].enumerated() {
      try label(
        name, column: column, as: SQLName.label(of: column),
        targets: ends.map { tables(of: $0[index].destination) } ?? [])
    }
    try connection.run(
      """
      UPDATE \(name) SET position = links.place, inverse_position = links.inverse FROM \
      (SELECT rowid AS link, row_number() OVER (PARTITION BY source ORDER BY position, target) AS place, \
      row_number() OVER (PARTITION BY target ORDER BY inverse_position, source) AS inverse FROM \(name)) AS links \
      WHERE \(name).rowid = links.link
      """)
    try connection.run("CREATE INDEX \(SQLName.quoted("\(join).target")) ON \(name) (target)")
  }
}

extension SQLName {
  /// Returns the quoted name of the column with the labels of the objects whose keys a column has. No property has such a
  /// name.
  fileprivate static func label(of column: String) -> String { quoted("\(column)$name") }
}

extension InspectedValue {
  /// The value as other programs read it. What has no exact form in a column of SQLite is a text: NaN, numbers of more than
  /// 63 bits, decimal numbers.
  fileprivate var readable: SQLValue {
    switch self {
    case .null: .null
    case .bool(let bool): .integer(bool ? 1 : 0)
    case .integer(let integer), .key(let integer): .integer(integer)
    case .unsigned(let integer): Int64(exactly: integer).map { .integer($0) } ?? .text("\(integer)")
    case .double(let double): double.isNaN ? .text("NaN") : .real(double)
    // The number that people write: 0.1, and not 0.10000000149011612.
    case .float(let float): float.isNaN ? .text("NaN") : .real(Double("\(float)") ?? Double(float))
    case .data(let data): .blob(data)
    case .stored(let stored): stored.sqlValue
    default: .text(plain.text)
    }
  }
}
