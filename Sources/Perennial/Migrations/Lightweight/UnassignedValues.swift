/// A required attribute without a default. Some of its rows have no value until the code of a stage assigns
/// one.
struct UnassignedAttribute {
  let entity: String
  let property: String
  let table: String
  let column: String
  /// A query over the earlier table for the keys of the rows.
  let keys: String
}

/// The rows to which the code of a stage has not assigned a value yet.
///
/// Until then these rows have a neutral value of the type. A temporary table of this connection has their
/// keys. Triggers delete a key from it when the attribute is written, whatever the value.
struct UnassignedValues {
  let attributes: [UnassignedAttribute]
  let connection: Connection
  private static let table = "_perennial_unassigned"

  /// Records the rows. Called before the tables change.
  func note() throws {
    if attributes.isEmpty { return }
    try connection.run(
      """
      CREATE TEMP TABLE \(Self.table) (attribute INTEGER NOT NULL, key INTEGER NOT NULL, \
      PRIMARY KEY (attribute, key)) WITHOUT ROWID
      """)
    for (number, attribute) in attributes.enumerated() {
      try connection.run(
        "INSERT INTO temp.\(Self.table) SELECT \(number), _pk FROM (\(attribute.keys))")
    }
  }

  /// Begins to track assignments. Called after the tables have changed.
  func watch() throws {
    for (number, attribute) in attributes.enumerated() {
      let table = SQLName.quoted(attribute.table)
      for (name, event) in triggers(number, attribute) {
        // The key of a deleted row may be given to a new row.
        try connection.run(
          """
          CREATE TEMP TRIGGER \(name) AFTER \(event) ON main.\(table) BEGIN \
          DELETE FROM \(Self.table) WHERE attribute = \(number) AND key = old._pk; END
          """)
      }
    }
  }

  private func triggers(
    _ number: Int, _ attribute: UnassignedAttribute
  ) -> [(name: String, event: String)] {
    [
      ("\(Self.table)_\(number)", "UPDATE OF \(SQLName.quoted(attribute.column))"),
      ("\(Self.table)_\(number)_deleted", "DELETE"),
    ]
  }

  /// Returns the issues of rows that have no value yet.
  ///
  /// - Parameter store: The identifier of the store.
  func issues(store: String) throws -> [MigrationIssue] {
    try attributes.enumerated().compactMap { number, attribute in
      let check = QueryCheck(
        entity: attribute.entity, properties: [attribute.property],
        reason: """
          is required, has no default, and was not assigned in didMigrate; assign it there, give it a \
          default, or make it optional
          """,
        query: "SELECT key, NULL FROM temp.\(Self.table) WHERE attribute = \(number) ORDER BY key")
      return try check.issue(on: connection, store: store)
    }
  }

  /// Drops the triggers and the temporary table.
  func end() throws {
    if attributes.isEmpty { return }
    for (number, attribute) in attributes.enumerated() {
      for (name, _) in triggers(number, attribute) {
        try connection.run("DROP TRIGGER temp.\(name)")
      }
    }
    try connection.run("DROP TABLE temp.\(Self.table)")
  }
}
