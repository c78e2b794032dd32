import Foundation

/// The metadata of a store's file, in the tables `_perennial_metadata` and `_perennial_entities`.
package struct StoreMetadata {
  /// The newest format that this version reads, and the format of new files.
  /// Documentation/FileFormat.md describes when it is raised.
  package static let formatVersion = 1
  /// The number in the header of new files by which tools such as `file` tell stores from other databases: “Pern”.
  package static let applicationID: Int32 = 0x5065_726E
  package static let table = "_perennial_metadata"
  /// The key of the position in the changes of a hub and of the store's own history, in JSON.
  package static let syncKey = "sync"
  /// The key of the transactions of a restored backup whose changes sync had not taken, in JSON.
  package static let syncUntakenKey = "sync_untaken"
  /// The key that a store has after it left its account on a hub.
  package static let syncLeftKey = "sync_left"
  /// The key of the account on a hub whose data the store has.
  package static let syncAccountKey = "sync_account"
  /// The key of the identifiers of the keys with which the store's sealed values were opened.
  package static let syncSealingKey = "sync_sealing"
  /// The key of the forms of fields that the rows of a synced store were last written in, in JSON.
  package static let syncFormsKey = "sync_forms"
  /// The key of the records that rows do not show yet in these forms, in JSON.
  package static let syncLateKey = "sync_late"
  private static let entityTable = "_perennial_entities"

  let identifier: String
  let format: Int
  /// The version of the schema, if the program gives its schemas versions.
  let version: Schema.Version?
  /// The checksums of the entities that the file has tables for.
  let checksums: [String: String]
  /// The rules of properties; see ``PropertyRule``. Nil if no program has recorded them.
  let rules: String?
  /// The cases of enumerations; see ``RecordedCases``. Nil if none are recorded.
  let cases: String?

  // MARK: Reading

  /// Returns the metadata of a file, or nil if it is empty.
  ///
  /// - Throws: ``SwiftDataError/loadIssueModelContainer`` if the database belongs to another program,
  ///   or has a newer format.
  static func read(on connection: Connection) throws -> StoreMetadata? {
    let tables = try names(on: connection)
    if tables.isEmpty { return nil }
    guard tables.contains(table) else {
      throw SwiftDataError.loadIssueModelContainer.because(
        """
        \(connection.path) is the database of another program: it has the tables \
        \(tables.prefix(5).joined(separator: ", ")) but none of this framework
        """
      )
    }
    var values: [String: String] = [:]
    try connection.rows("SELECT key, value FROM \(table)") { row in
      values[row.string()] = row.string()
    }
    guard let identifier = values["identifier"], let format = values["format"].flatMap({ Int($0) }),
      format > 0
    else {
      throw SwiftDataError.loadIssueModelContainer.because(
        "\(connection.path): the table \(table) lacks the identifier or the format of the store"
      )
    }
    guard format <= formatVersion else {
      throw SwiftDataError.loadIssueModelContainer.newerFormat(
        format, than: formatVersion, connection.path)
    }
    var checksums: [String: String] = [:]
    if tables.contains(entityTable) {
      try connection.rows("SELECT name, checksum FROM \(entityTable)") { row in
        checksums[row.string()] = row.string()
      }
    }
    return StoreMetadata(
      identifier: identifier,
      format: format,
      version: values["version"].flatMap(Schema.Version.init(text:)),
      checksums: checksums,
      rules: values["rules"],
      cases: values["cases"]
    )
  }

  /// Returns `true` if the file has a table for each of these entities, exactly as it is described.
  func holds(_ entities: [EntityDescription]) -> Bool {
    entities.allSatisfy { checksums[$0.name] == $0.checksum }
  }

  /// Returns `true` if the file may be an earlier or later version of a store with these entities: they
  /// share an entity name, or one side has no entities.
  func isKin(to entities: [EntityDescription]) -> Bool {
    checksums.isEmpty || entities.isEmpty || entities.contains { checksums[$0.name] != nil }
  }

  /// The names of the entities that the file has tables for, for an error.
  var entityNames: String { checksums.keys.sorted().joined(separator: ", ") }

  /// Returns the descriptions of all entities that the file has tables for.
  ///
  /// - Throws: ``SwiftDataError/loadIssueModelContainer`` if one is damaged.
  static func descriptions(on connection: Connection) throws -> [EntityDescription] {
    try eachDescription(on: connection).map { try $0.description.get() }
  }

  /// Returns the description of each entity that the file has a table for, or the error if it cannot be
  /// read.
  static func eachDescription(
    on connection: Connection
  ) throws -> [(name: String, description: Result<EntityDescription, SwiftDataError>)] {
    let texts = try connection.map(
      "SELECT name, description FROM \(entityTable) ORDER BY name"
    ) { row in (name: row.string(), text: row.string()) }
    let decoder = JSONDecoder()
    return texts.map { name, text in
      do {
        let description = try decoder.decode(EntityDescription.self, from: Data(text.utf8))
        return (name, .success(description))
      } catch {
        let failure = SwiftDataError.loadIssueModelContainer.because(
          "\(connection.path): the description of \(name) in \(entityTable) is damaged: \(error)"
        )
        return (name, .failure(failure))
      }
    }
  }

  /// Returns the entities that inherit from another one, by their tables.
  static func inheritingEntities(on connection: Connection) throws -> [String: [String]] {
    var names: [String: [String]] = [:]
    try connection.rows(
      """
      SELECT name, json_extract(description, '$.table') FROM \(entityTable) \
      WHERE json_extract(description, '$.superentity') IS NOT NULL ORDER BY name
      """
    ) { row in
      let name = row.string()
      names[row.string(), default: []].append(name)
    }
    return names
  }

  /// Returns the number of an entity's objects, and whether its table has objects of other entities.
  /// The file must describe the entity.
  static func count(
    _ entity: EntityDescription, on connection: Connection
  ) throws -> (objects: Int, isShared: Bool) {
    let table = SQLName.quoted(entity.table)
    let isShared = try inheritingEntities(on: connection)[entity.table] != nil
    let rows = isShared ? " WHERE \(TableSharing.condition([entity.name]))" : ""
    let count = try connection.integers("SELECT count(*) FROM \(table)\(rows)").first ?? 0
    return (Int(count), isShared)
  }

  /// Returns `true` if the file has a table.
  package static func hasTable(_ name: String, on connection: Connection) throws -> Bool {
    try connection.hasRow(
      "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", [.text(name)])
  }

  /// Removes the triggers whose names begin with a prefix.
  static func dropTriggers(prefix: String, on connection: Connection) throws {
    for name in try connection.strings("SELECT name FROM sqlite_master WHERE type = 'trigger'")
    where name.hasPrefix(prefix) {
      try connection.run("DROP TRIGGER \(SQLName.quoted(name))")
    }
  }

  /// Returns the tables of objects, and the join tables.
  static func tables(on connection: Connection) throws -> [String] {
    try names(on: connection).filter { !$0.hasPrefix("_perennial") }
  }

  private static func names(on connection: Connection) throws -> [String] {
    try connection.strings(
      """
      SELECT name FROM sqlite_master \
      WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      """)
  }

  /// Returns the file's metadata value for a key.
  package static func value(_ key: String, on connection: Connection) throws -> String? {
    try connection.strings("SELECT value FROM \(table) WHERE key = ?", [.text(key)]).first
  }

  // MARK: Writing

  /// Creates the tables of a schema in an empty database.
  static func create(
    on connection: Connection,
    _ entities: [EntityDescription],
    version: Schema.Version?
  ) throws {
    try connection.transaction {
      // Another process may have created the store in the meantime.
      guard try names(on: connection).isEmpty else { return }
      try createTables(on: connection, entities, version: version)
      try SchemaCheck.note(on: connection)
    }
  }

  /// Creates the tables of a schema in an empty database, inside a transaction.
  static func createTables(
    on connection: Connection,
    _ entities: [EntityDescription],
    version: Schema.Version?
  ) throws {
    try connection.run(
      "CREATE TABLE \(table) (key TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) STRICT"
    )
    for statement in StoreTables.definitions(entities) { try connection.run(statement) }
    let tables = EntityDescription.tables(of: entities)
    try ExternalTables.install(tables, on: connection)
    try SearchTables.install(tables, on: connection)
    try connection.run("PRAGMA application_id = \(applicationID)")
    try set("identifier", UUID().uuidString, on: connection)
    try describe(entities, on: connection, version: version)
  }

  /// Records the descriptions of the entities that the file has tables for. Descriptions of other
  /// entities stay unchanged.
  static func describe(
    _ entities: [EntityDescription],
    on connection: Connection,
    version: Schema.Version?
  ) throws {
    try connection.run(
      """
      CREATE TABLE IF NOT EXISTS \(entityTable) (name TEXT PRIMARY KEY NOT NULL, \
      checksum TEXT NOT NULL, description TEXT NOT NULL) STRICT
      """
    )
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    for entity in entities {
      let text = String(decoding: try encoder.encode(entity), as: UTF8.self)
      try connection.run(
        "INSERT OR REPLACE INTO \(entityTable) (name, checksum, description) VALUES (?, ?, ?)",
        [.text(entity.name), .text(entity.checksum), .text(text)]
      )
    }
    try set("format", String(formatVersion), on: connection)
    try set("version", version?.description, on: connection)
  }

  /// Removes an entity with its objects and its join tables, while foreign keys are off.
  static func remove(_ entity: EntityDescription, on connection: Connection) throws {
    for join in StoreTables.JoinTable.all(of: entity) {
      try connection.run("DROP TABLE IF EXISTS \(SQLName.quoted(join.name))")
    }
    if try ExternalTables.exist(on: connection), try tables(on: connection).contains(entity.table) {
      // An explicit DELETE, because the triggers do not run for a table that is dropped.
      try connection.run("DELETE FROM \(SQLName.quoted(entity.table))")
    }
    try connection.run("DROP TABLE IF EXISTS \(SQLName.quoted(entity.table))")
    try SearchTables.remove(entity.table, on: connection)
    try connection.run("DELETE FROM \(entityTable) WHERE name = ?", [.text(entity.name)])
  }

  /// Deletes the objects of classes that share tables with others, while foreign keys are off.
  ///
  /// - Returns: The names of the classes that had objects.
  static func empty(
    _ entities: [EntityDescription], on connection: Connection
  ) throws -> [String] {
    let populated = try entities.filter { try count($0, on: connection).objects > 0 }
    if populated.isEmpty { return [] }
    try ReferenceTriggers.create(on: connection)
    for entity in populated {
      try connection.run(
        """
        DELETE FROM \(SQLName.quoted(entity.table)) \
        WHERE \(TableSharing.condition([entity.name]))
        """)
    }
    try ReferenceTriggers.drop(on: connection)
    return populated.map(\.name)
  }

  /// Sets a value, or removes it if it is nil.
  package static func set(_ key: String, _ value: String?, on connection: Connection) throws {
    if let value {
      try connection.run(
        "INSERT OR REPLACE INTO \(table) (key, value) VALUES (?, ?)",
        [.text(key), .text(value)]
      )
    } else {
      try connection.run("DELETE FROM \(table) WHERE key = ?", [.text(key)])
    }
  }
}

extension Schema.Version {
  /// Creates a version from the text of ``description``.
  package init?(text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 3, let major = parts[0], let minor = parts[1], let patch = parts[2] else {
      return nil
    }
    self.init(major, minor, patch)
  }
}
