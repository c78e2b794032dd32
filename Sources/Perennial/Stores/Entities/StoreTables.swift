/// The statements that create the tables of a schema. Documentation/FileFormat.md is the contract.
enum StoreTables {
  /// Returns the statements for the tables and indices of entities and of their many-to-many
  /// relationships.
  static func definitions(_ entities: [EntityDescription]) -> [String] {
    var statements: [String] = []
    var joins: Set<String> = []
    for entity in EntityDescription.tables(of: entities) {
      statements.append(table(entity))
      statements += indices(entity).map(\.statement)
      for table in JoinTable.all(of: entity) where joins.insert(table.name).inserted {
        statements.append(joinTable(table))
        statements.append(joinIndex(table))
      }
    }
    return statements
  }

  // MARK: Entities

  /// Returns the statement that creates the table of an entity.
  ///
  /// - Parameter name: The name of the table; nil for the entity's own table name.
  static func table(_ entity: EntityDescription, name: String? = nil) -> String {
    var columns = ["_pk INTEGER PRIMARY KEY"]
    if entity.sharing != nil { columns.append("\(SQLName.entity) TEXT NOT NULL") }
    var positions: [String] = []
    var foreignKeys: [String] = []
    for property in entity.properties {
      guard let column = property.column else { continue }
      columns.append(declaration(column))
      guard property.isToOne, let relationship = property.relationship else { continue }
      foreignKeys.append("FOREIGN KEY (\(SQLName.quoted(column.name))) \(reference(relationship))")
      if let position = relationship.position {
        positions.append(declaration(entity.positionColumn(position, of: property)))
      }
    }
    let body = (columns + positions + foreignKeys).joined(separator: ",\n  ")
    return "CREATE TABLE \(SQLName.quoted(name ?? entity.table)) (\n  \(body)\n) STRICT"
  }

  static func declaration(_ column: ColumnDescription) -> String {
    "\(SQLName.quoted(column.name)) \(column.type.rawValue)\(column.isNullable ? "" : " NOT NULL")"
  }

  /// Returns the foreign key clause for the column of a to-one relationship.
  static func reference(_ relationship: RelationshipDescription) -> String {
    """
    REFERENCES \(SQLName.quoted(SQLName.table(entity: relationship.destination))) (_pk) \
    ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED
    """
  }

  // MARK: Indices

  struct Index: Hashable {
    let name: String
    let columns: [String]
    let isUnique: Bool
    let statement: String
  }

  static func indices(_ entity: EntityDescription) -> [Index] {
    let table = SQLName.quoted(entity.table)
    func index(_ columns: [String], kind: String, scope: [String]? = nil) -> Index {
      let name = "\(entity.table).\(columns.joined(separator: "+"))\(kind)\(scope?.first ?? "")"
      let list = columns.map(SQLName.quoted).joined(separator: ", ")
      let unique = kind == "!" ? "UNIQUE " : ""
      let rows = scope.map { " WHERE \(TableSharing.condition($0))" } ?? ""
      return Index(
        name: name,
        columns: columns,
        isUnique: kind == "!",
        statement: "CREATE \(unique)INDEX \(SQLName.quoted(name)) ON \(table) (\(list))\(rows)"
      )
    }
    var indices: [Index] = []
    var covered: Set<[String]> = []
    if entity.sharing != nil { indices.append(index([SQLName.entity], kind: "")) }
    for constraint in entity.uniquenessConstraints {
      let columns = entity.columns(constraint)
      let scope = entity.sharing?.scopes[constraint]
      indices.append(index(columns, kind: "!", scope: scope))
      // A partial index does not find the other rows.
      if scope == nil { covered.insert(columns) }
    }
    for property in entity.properties where property.isToOne {
      guard let column = property.column?.name else { continue }
      let columns = [column] + (property.relationship?.position.map { [$0] } ?? [])
      if covered.insert(columns).inserted { indices.append(index(columns, kind: "")) }
    }
    for list in entity.indices {
      let columns = entity.columns(list)
      if covered.insert(columns).inserted { indices.append(index(columns, kind: "")) }
    }
    return indices
  }

  // MARK: Join tables

  /// A join table, with the tables that it connects.
  struct JoinTable: Hashable {
    let name: String
    let source: String
    let target: String

    /// Returns the join tables of an entity's relationships.
    static func all(of entity: EntityDescription) -> [JoinTable] {
      entity.properties.sorted { $0.name < $1.name }.compactMap { JoinTable($0, of: entity) }
    }

    init?(_ property: PropertyDescription, of entity: EntityDescription) {
      guard let relationship = property.relationship, let join = relationship.join else {
        return nil
      }
      let destination = SQLName.table(entity: relationship.destination)
      name = join.table
      source = join.isSource ? entity.table : destination
      target = join.isSource ? destination : entity.table
    }
  }

  /// Returns the statement that creates a join table.
  ///
  /// - Parameter name: The name of the table; nil for the relationship's own table name.
  static func joinTable(_ join: JoinTable, name: String? = nil) -> String {
    """
    CREATE TABLE \(SQLName.quoted(name ?? join.name)) (
      source INTEGER NOT NULL REFERENCES \(SQLName.quoted(join.source)) (_pk)
        ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
      target INTEGER NOT NULL REFERENCES \(SQLName.quoted(join.target)) (_pk)
        ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
      position INTEGER NOT NULL,
      inverse_position INTEGER NOT NULL,
      PRIMARY KEY (source, target)
    ) STRICT, WITHOUT ROWID
    """
  }

  static func joinIndex(_ join: JoinTable) -> String {
    """
    CREATE INDEX \(SQLName.quoted(joinIndexName(join.name))) \
    ON \(SQLName.quoted(join.name)) (target, source)
    """
  }

  static func joinIndexName(_ table: String) -> String { "\(table).target" }
}
