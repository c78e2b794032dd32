/// The statements that make the tables of a schema. Documentation/FileFormat.md is the contract.
enum StoreTables {
  /// The tables and indices of entities and of their many-to-many relationships.
  static func definitions(_ entities: [StoreEntity]) -> [String] {
    var statements: [String] = []
    var joins: Set<String> = []
    for entity in entities {
      statements.append(table(entity))
      statements += indices(entity)
      for (_, relationship) in entity.layout.relationships.sorted(by: { $0.key < $1.key }) {
        guard case .joinTable(let join) = relationship.storage,
          joins.insert(join.name).inserted
        else { continue }
        statements += joinTable(join, entity.layout, relationship.destination)
      }
    }
    return statements
  }

  private static func table(_ entity: StoreEntity) -> String {
    var columns = ["_pk INTEGER PRIMARY KEY"]
    var foreignKeys: [String] = []
    for property in entity.layout.properties {
      guard let name = property.columnName, let column = property.column else { continue }
      let quoted = SQLName.quoted(name)
      columns.append("\(quoted) \(column.type.rawValue)\(column.isNullable ? "" : " NOT NULL")")
      guard property.isToOne, let destination = property.destination else { continue }
      let target = SQLName.quoted(ModelLayout.of(destination).tableName)
      foreignKeys.append(
        """
        FOREIGN KEY (\(quoted)) REFERENCES \(target) (_pk) \
        ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED
        """)
    }
    for property in entity.positions {
      guard let name = property.columnName else { continue }
      columns.append("\(SQLName.quoted(SQLName.position(of: name))) INTEGER NOT NULL")
    }
    let body = (columns + foreignKeys).joined(separator: ",\n  ")
    return "CREATE TABLE \(SQLName.quoted(entity.layout.tableName)) (\n  \(body)\n) STRICT"
  }

  private static func indices(_ entity: StoreEntity) -> [String] {
    let layout = entity.layout
    let table = SQLName.quoted(layout.tableName)
    func index(_ columns: [String], kind: String) -> String {
      let name = SQLName.quoted("\(layout.tableName).\(columns.joined(separator: "+"))\(kind)")
      let list = columns.map(SQLName.quoted).joined(separator: ", ")
      let unique = kind == "!" ? "UNIQUE " : ""
      return "CREATE \(unique)INDEX \(name) ON \(table) (\(list))"
    }
    var statements: [String] = []
    var covered: Set<[String]> = []
    for constraint in layout.uniquenessConstraints {
      let columns = constraint.compactMap(\.columnName)
      statements.append(index(columns, kind: "!"))
      covered.insert(columns)
    }
    for property in layout.properties where property.isToOne {
      guard let column = property.columnName else { continue }
      let hasPosition = entity.positions.contains { $0 === property }
      let columns = hasPosition ? [column, SQLName.position(of: column)] : [column]
      if covered.insert(columns).inserted { statements.append(index(columns, kind: "")) }
    }
    for list in layout.indices {
      let columns = list.compactMap(\.columnName)
      if covered.insert(columns).inserted { statements.append(index(columns, kind: "")) }
    }
    return statements
  }

  private static func joinTable(
    _ join: RelationshipLayout.JoinTable, _ owner: ModelLayout, _ destination: ModelLayout
  ) -> [String] {
    let isOwnerSource = join.owner == "source"
    let source = SQLName.quoted((isOwnerSource ? owner : destination).tableName)
    let target = SQLName.quoted((isOwnerSource ? destination : owner).tableName)
    let table = SQLName.quoted(join.name)
    return [
      """
      CREATE TABLE \(table) (
        source INTEGER NOT NULL REFERENCES \(source) (_pk)
          ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
        target INTEGER NOT NULL REFERENCES \(target) (_pk)
          ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
        position INTEGER NOT NULL,
        inverse_position INTEGER NOT NULL,
        PRIMARY KEY (source, target)
      ) STRICT, WITHOUT ROWID
      """,
      "CREATE INDEX \(SQLName.quoted("\(join.name).target")) ON \(table) (target, source)",
    ]
  }
}
