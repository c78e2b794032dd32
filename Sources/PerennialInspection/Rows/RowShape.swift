import Perennial

/// The layout of one entity's rows in their table.
struct RowShape {
  let entity: String
  let table: String
  /// `true` if the table also has objects of other entities.
  let isShared: Bool
  /// The stored properties, beginning with the inherited ones.
  let properties: [Field]
  /// The order keys of to-one relationships, under the names of the relationships.
  let orderKeys: [Field]
  /// The columns that belong to no property, but to the framework or a later version of it.
  let hidden: [Field]

  /// Creates the layout of an entity.
  ///
  /// - Parameters:
  ///   - cases: The recorded cases of enumerations.
  ///   - hidden: The columns of the table that belong to no property.
  init(
    _ entity: EntityDescription, in schema: StoreSchema, _ cases: RecordedCases.Table,
    hidden: [Field]
  ) {
    self.entity = entity.name
    table = entity.table
    isShared = schema.isShared(entity.table)
    self.hidden = hidden
    let lineage = schema.lineage(of: entity)
    let declared = lineage.flatMap(\.properties)
    properties = lineage.flatMap { entity in
      entity.properties.compactMap { Field($0, cases[entity.name]?[$0.name]) }
    }
    orderKeys = declared.compactMap { property in
      property.relationship?.position.map {
        Field(name: property.name, column: $0, kind: .orderKey)
      }
    }
  }

  /// All columns except those of the key and the entity.
  var fields: [Field] { properties + orderKeys + hidden }

  /// The condition for the entity's rows in a shared table, for queries that already have a WHERE clause.
  var isOfEntity: (sql: String, bindings: [SQLValue]) {
    isShared ? (" AND \(SQLName.entity) = ?", [.text(entity)]) : ("", [])
  }

  /// Returns a query of the entity's rows, or of one of them.
  private func select(
    _ columns: String, key: Int64? = nil
  ) -> (sql: String, bindings: [SQLValue]) {
    var values: [(column: String, value: SQLValue)] = []
    if isShared { values.append((SQLName.entity, .text(entity))) }
    if let key { values.append((SQLName.primaryKey, .integer(key))) }
    let condition = values.map { "\($0.column) = ?" }.joined(separator: " AND ")
    let end = condition.isEmpty ? "" : " WHERE \(condition)"
    return ("SELECT \(columns) FROM \(SQLName.quoted(table))\(end)", values.map(\.value))
  }

  /// Returns a query for the key and the values of all objects, or of one object, in the order of their keys.
  ///
  /// - Parameter omitted: The relationships whose dangling links are NULL in the result.
  func query(
    key: Int64? = nil, limit: Int? = nil, offset: Int = 0,
    omitting omitted: [StoredRelationship] = []
  ) -> (sql: String, bindings: [SQLValue]) {
    let references = omitted.filter { $0.table == table }.flatMap(\.references)
    let columns = fields.map { field in
      references.first { $0.column == field.column }?.existing ?? SQLName.quoted(field.column)
    }
    var (sql, bindings) = select(
      ([SQLName.primaryKey] + columns).joined(separator: ", "), key: key)
    sql += " ORDER BY \(SQLName.primaryKey)"
    if limit != nil || offset > 0 {
      sql += " LIMIT ? OFFSET ?"
      bindings += [.integer(Int64(limit ?? -1)), .integer(Int64(offset))]
    }
    return (sql, bindings)
  }

  /// A query for the number of objects.
  var count: (sql: String, bindings: [SQLValue]) { select("count(*)") }

  /// A statement that inserts an object: its key, its entity if the table is shared, and its values.
  var insertion: String {
    SQLName.insertion(
      into: table,
      [SQLName.primaryKey] + (isShared ? [SQLName.entity] : []) + fields.map(\.column))
  }
}

extension SQLName {
  /// Returns the names of columns, quoted and separated by commas.
  static func list(_ columns: [String]) -> String {
    columns.map(quoted).joined(separator: ", ")
  }

  /// Returns a statement that inserts a row with parameters for its columns.
  static func insertion(into table: String, _ columns: [String]) -> String {
    let marks = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    return "INSERT INTO \(quoted(table)) (\(list(columns))) VALUES (\(marks))"
  }
}
