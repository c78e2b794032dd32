/// Deletes rows with everything that delete rules take along, set by set, inside a transaction.
///
/// The keys of what is to go are collected in a temporary table: first the rows that were asked
/// for, then, until nothing is added, those that cascades reach. Foreign keys empty the references
/// of what stays.
struct BatchDeletion {
  private static let doomed = "temp.\"_perennial_doomed\""
  private let connection: Connection
  private let tables: [GraphTable]
  private var event = SaveEvent()

  init(_ connection: Connection, _ tables: [GraphTable]) {
    self.connection = connection
    self.tables = tables
  }

  mutating func run(_ rowIDs: [Int64], _ table: GraphTable, _ store: String) throws -> SaveEvent {
    try connection.run(
      """
      CREATE TEMP TABLE IF NOT EXISTS "_perennial_doomed" \
      (entity INTEGER NOT NULL, pk INTEGER NOT NULL, PRIMARY KEY (entity, pk)) WITHOUT ROWID
      """)
    try connection.run("DELETE FROM \(Self.doomed)")
    let insert = "INSERT OR IGNORE INTO \(Self.doomed) VALUES (?, ?)"
    for rowID in rowIDs {
      try connection.run(insert, [.integer(Int64(table.index)), .integer(rowID)])
    }
    try cascade()
    try checkRules(store)
    try noteConsequences()
    for table in tables {
      let gone = try connection.integers("\(Self.keys(of: table)) ORDER BY pk")
      if gone.isEmpty { continue }
      event.changes[table.layout.entityName, default: .init()].deleted = gone
      try connection.run(
        "DELETE FROM \(Self.name(table)) WHERE _pk IN (\(Self.keys(of: table)))")
    }
    try connection.run("DELETE FROM \(Self.doomed)")
    return event
  }

  private static func name(_ table: GraphTable) -> String {
    SQLName.quoted(table.layout.tableName)
  }

  private static func keys(of table: GraphTable) -> String {
    "SELECT pk FROM \(doomed) WHERE entity = \(table.index)"
  }

  /// The keys of the objects that a relationship of doomed objects leads to.
  private static func related(
    _ relationship: RelationshipLayout, of table: GraphTable, at destination: GraphTable
  ) -> String {
    switch relationship.storage {
    case .column(let column):
      let quoted = SQLName.quoted(column)
      return """
        SELECT \(quoted) AS pk FROM \(name(table)) \
        WHERE _pk IN (\(keys(of: table))) AND \(quoted) IS NOT NULL
        """
    case .inverseColumn(let column, _):
      return """
        SELECT _pk AS pk FROM \(name(destination)) \
        WHERE \(SQLName.quoted(column)) IN (\(keys(of: table)))
        """
    case .joinTable(let join):
      return """
        SELECT \(join.target) AS pk FROM \(SQLName.quoted(join.name)) \
        WHERE \(join.owner) IN (\(keys(of: table)))
        """
    }
  }

  private func relationships(
    _ body: (GraphTable, RelationshipLayout, GraphTable) throws -> Void
  ) rethrows {
    for table in tables {
      for (index, relationship) in table.layout.relationships.sorted(by: { $0.key < $1.key }) {
        guard let destination = table.destinations[index] else { continue }
        try body(table, relationship, destination)
      }
    }
  }

  private func cascade() throws {
    var count = 0
    while true {
      try relationships { table, relationship, destination in
        guard relationship.property.deleteRule == .cascade else { return }
        try connection.run(
          """
          INSERT OR IGNORE INTO \(Self.doomed) SELECT \(destination.index), pk \
          FROM (\(Self.related(relationship, of: table, at: destination)))
          """)
      }
      let reached = Int(try connection.integers("SELECT count(*) FROM \(Self.doomed)").first ?? 0)
      if reached == count { return }
      count = reached
    }
  }

  /// Nothing may go that a rule of `deny` keeps, or that a required reference needs.
  private func checkRules(_ store: String) throws {
    try relationships { table, relationship, destination in
      let property = relationship.property
      if property.deleteRule == .deny {
        let kept = try connection.integers(
          """
          SELECT pk FROM (\(Self.related(relationship, of: table, at: destination))) \
          WHERE pk NOT IN (\(Self.keys(of: destination))) LIMIT 10
          """)
        try refuse(
          kept, destination, store,
          "\(table.layout.entityName).\(property.name) has the delete rule deny, and leads to")
      }
      guard property.isToOne, !property.isOptional, let column = property.columnName else {
        return
      }
      let orphans = try connection.integers(
        """
        SELECT _pk FROM \(Self.name(table)) WHERE _pk NOT IN (\(Self.keys(of: table))) \
        AND \(SQLName.quoted(column)) IN (\(Self.keys(of: destination))) LIMIT 10
        """)
      try refuse(
        orphans, table, store, "\(property.name) is required, and would be emptied for")
    }
  }

  private func refuse(
    _ rowIDs: [Int64], _ table: GraphTable, _ store: String, _ reason: String
  ) throws {
    if rowIDs.isEmpty { return }
    let name = table.layout.entityName
    let list = rowIDs.map { "\(name) \($0)" }.joined(separator: ", ")
    throw SwiftDataError.modelValidationFailure.because(
      "nothing was deleted: \(reason) \(list)",
      rowIDs.map {
        PersistentIdentifier(storeIdentifier: store, entityName: name, key: .row($0))
      })
  }

  /// Whose references and collections lose something.
  private mutating func noteConsequences() throws {
    var updates: [(String, Int64, PropertyMask)] = []
    try relationships { table, relationship, destination in
      // What the doomed objects lead to has them in its inverse.
      if let inverse = relationship.inverse {
        let affected = try connection.integers(
          """
          SELECT DISTINCT pk FROM (\(Self.related(relationship, of: table, at: destination))) \
          WHERE pk NOT IN (\(Self.keys(of: destination)))
          """)
        updates += affected.map { (destination.layout.entityName, $0, inverse.mask) }
        return
      }
      // References without an inverse are found from their own side.
      let property = relationship.property
      switch relationship.storage {
      case .column(let column):
        let affected = try connection.integers(
          """
          SELECT _pk FROM \(Self.name(table)) WHERE _pk NOT IN (\(Self.keys(of: table))) \
          AND \(SQLName.quoted(column)) IN (\(Self.keys(of: destination)))
          """)
        updates += affected.map { (table.layout.entityName, $0, property.mask) }
      case .joinTable(let join):
        let affected = try connection.integers(
          """
          SELECT DISTINCT \(join.owner) FROM \(SQLName.quoted(join.name)) \
          WHERE \(join.target) IN (\(Self.keys(of: destination))) \
          AND \(join.owner) NOT IN (\(Self.keys(of: table)))
          """)
        updates += affected.map { (table.layout.entityName, $0, property.mask) }
      case .inverseColumn: break
      }
    }
    for (name, rowID, mask) in updates {
      event.changes[name, default: .init()].updated.append(.init(rowID: rowID, mask: mask))
    }
  }
}
