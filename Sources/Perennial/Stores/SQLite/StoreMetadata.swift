import Foundation

/// What a store's file says of itself, in the table `_perennial_metadata`.
struct StoreMetadata {
  static let formatVersion = 1
  private static let table = "_perennial_metadata"

  let identifier: String
  let format: Int
  /// The statements that made the entities' tables, by which a schema is recognised.
  let definitions: String

  /// Makes the tables of a schema in an empty database.
  static func create(on connection: Connection, _ entities: [StoreEntity]) throws -> String {
    let identifier = UUID().uuidString
    try connection.transaction {
      // Another process may have made the store in the meantime.
      if let found = try read(on: connection) {
        return try found.check(entities, path: connection.path)
      }
      try connection.run(
        "CREATE TABLE \(table) (key TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) STRICT")
      for statement in StoreTables.definitions(entities) { try connection.run(statement) }
      let values = [
        ("format", String(formatVersion)), ("identifier", identifier),
        ("definitions", text(of: entities)), ("schema", try schemaJSON(of: entities)),
      ]
      for (key, value) in values {
        try connection.run(
          "INSERT INTO \(table) (key, value) VALUES (?, ?)", [.text(key), .text(value)])
      }
    }
    guard let made = try read(on: connection) else {
      throw SwiftDataError.loadIssueModelContainer.because(
        "\(connection.path): the new store cannot be read")
    }
    return made.identifier
  }

  /// What the file says, or nil if it is empty.
  ///
  /// - Throws: ``SwiftDataError/loadIssueModelContainer`` if it is a database of something else.
  static func read(on connection: Connection) throws -> StoreMetadata? {
    let tables = try names(on: connection)
    if tables.isEmpty { return nil }
    guard tables.contains(table) else {
      throw SwiftDataError.loadIssueModelContainer.because(
        """
        \(connection.path) is a database of another program: it has the tables \
        \(tables.prefix(5).joined(separator: ", ")) and none of this framework
        """)
    }
    var values: [String: String] = [:]
    try connection.rows("SELECT key, value FROM \(table)") { row in
      values[row.string()] = row.string()
    }
    guard let identifier = values["identifier"], let format = values["format"].flatMap({ Int($0) })
    else {
      throw SwiftDataError.loadIssueModelContainer.because(
        "\(connection.path): the table \(table) lacks the store's identifier or format")
    }
    return StoreMetadata(
      identifier: identifier, format: format, definitions: values["definitions"] ?? "")
  }

  /// Compares the file's schema with the program's.
  func check(_ entities: [StoreEntity], path: String) throws {
    guard format <= Self.formatVersion else {
      throw SwiftDataError.loadIssueModelContainer.because(
        """
        \(path) has format \(format); this version of the framework reads up to \
        \(Self.formatVersion). Update the program.
        """)
    }
    let expected = Self.text(of: entities)
    guard definitions != expected else { return }
    let found = Set(definitions.split(separator: "\n\n"))
    let wanted = Set(expected.split(separator: "\n\n"))
    let difference = wanted.subtracting(found).union(found.subtracting(wanted))
    let named = entities.map(\.layout.entityName).filter { name in
      difference.contains { $0.contains("\"\(name)\"") || $0.contains("\"\(name).") }
    }
    throw SwiftDataError.loadIssueModelContainer.because(
      """
      \(path) was made with another schema. What differs: \
      \(named.isEmpty ? "entities that this schema lacks" : named.sorted().joined(separator: ", ")). \
      The file was left as it is.
      """)
  }

  /// The tables that hold objects and their links.
  static func tables(on connection: Connection) throws -> [String] {
    try names(on: connection).filter { !$0.hasPrefix("_perennial") }
  }

  private static func names(on connection: Connection) throws -> [String] {
    var names: [String] = []
    try connection.rows(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
    ) { names.append($0.string()) }
    return names
  }

  private static func text(of entities: [StoreEntity]) -> String {
    StoreTables.definitions(entities).sorted().joined(separator: "\n\n")
  }

  private static func schemaJSON(of entities: [StoreEntity]) throws -> String {
    let schema = Schema(entities.map(\.layout.type))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return String(decoding: try encoder.encode(schema), as: UTF8.self)
  }
}
