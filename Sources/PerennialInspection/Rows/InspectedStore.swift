public import Foundation
import Perennial

/// A store that is opened without the classes of the program to which it belongs.
///
/// The entities and their storage are read from the file. The file is opened for reading, while other
/// processes may read and write it. An inspected store is used by one thread at a time.
///
/// ```swift
/// let store = try InspectedStore(url)
/// for row in try store.rows(of: "Recipe", limit: 10) { print(row.key, row["title"] ?? .null) }
/// ```
public final class InspectedStore {
  /// The store's file.
  public let url: URL
  let database: StoreDatabase
  let schema: StoreSchema

  /// Opens a store.
  ///
  /// ```swift
  /// let store = try InspectedStore(url, patience: .seconds(1))
  /// print(store.identifier, store.schemaVersion ?? "no version")
  /// ```
  ///
  /// - Parameters:
  ///   - url: The file of the store.
  ///   - patience: The time to wait for a lock on the file that another process holds.
  /// - Throws: `SwiftDataError.loadIssueModelContainer` if the file is missing, isn't a store, or has a
  ///   format that this version does not read.
  public convenience init(_ url: URL, patience: Duration = .seconds(10)) throws {
    self.init(url, try StoreDatabase(url, patience: patience / .seconds(1)))
  }

  init(_ url: URL, _ database: StoreDatabase) {
    self.url = url
    self.database = database
    schema = StoreSchema(database.entities)
  }

  /// The identifier that the store got when it was created, a UUID.
  public var identifier: String { database.identifier }
  /// The version of the file's format.
  public var format: Int { database.format }
  /// The version of the schema, such as `1.2.3`; nil if the program does not number its schemas.
  public var schemaVersion: String? { database.version?.description }
  /// The names of the entities, in alphabetical order.
  public var entityNames: [String] { schema.entities.map(\.name) }

  /// A number that changes when another connection has committed a change to the store.
  ///
  /// ```swift
  /// let version = try store.dataVersion()
  /// if try store.dataVersion() != version { print("The store has changed.") }
  /// ```
  ///
  /// - Throws: `SwiftDataError.storeFailure`.
  public func dataVersion() throws -> Int {
    Int(try database.integer("PRAGMA data_version") ?? 0)
  }

  /// The former name of ``dataVersion()``.
  ///
  /// - Throws: `SwiftDataError.storeFailure`.
  @available(*, deprecated, renamed: "dataVersion()")
  public func changeNumber() throws -> Int { try dataVersion() }

  // MARK: Shapes

  /// Returns the layout of an entity's rows in their table.
  func shape(of entity: EntityDescription) throws -> RowShape {
    RowShape(
      entity, in: schema, database.cases,
      hidden: try hiddenColumns(of: entity.table).hiddenFields)
  }

  /// Returns the layout of an entity's rows in their table.
  ///
  /// - Throws: ``InspectionError``, if there is no such entity.
  func shape(ofEntity name: String) throws -> RowShape {
    guard let entity = schema[name] else {
      let names = entityNames.isEmpty ? "none" : entityNames.joined(separator: ", ")
      throw InspectionError(
        .unknownEntity, "\(url.path) has no entity “\(name)”; it has \(names)")
    }
    return try shape(of: entity)
  }

  /// Returns the layout of the rows of a join table.
  func shape(ofLinksIn table: String) throws -> LinkShape {
    LinkShape(table: table, hidden: try hiddenColumns(of: table).hiddenFields)
  }

  /// Returns the columns of a table that belong to no property and no link, but to the framework.
  func hiddenColumns(of table: String) throws -> [ColumnDescription] {
    let known = schema.knownColumns(of: table)
    return try columns(of: table).filter { !known.contains($0.name) }
  }

  /// Returns the columns of a table; empty if there is no such table.
  func columns(of table: String) throws -> [ColumnDescription] {
    var columns: [ColumnDescription] = []
    try database.rows("SELECT name, type FROM pragma_table_info(?)", [.text(table)]) { row in
      guard case .text(let name) = row.value(), case .text(let type) = row.value(),
        let type = SQLType(rawValue: type)
      else { return }
      columns.append(ColumnDescription(name: name, type: type, isNullable: true))
    }
    return columns
  }

  /// Returns `true` if the file has a table with this name.
  func hasTable(_ name: String) throws -> Bool {
    try database.integer(
      "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", [.text(name)]) != nil
  }

  /// Removes the files of a store that could not be made.
  static func remove(_ store: URL) {
    for suffix in ["", "-wal", "-shm", "-external"] {
      try? FileManager.default.removeItem(atPath: store.path + suffix)
    }
  }
}

extension InspectedStore {
  /// Returns the recorded cases of enumerations. Values of rows that are not among them are added as cases of
  /// another version, so that a document of the store can be imported with all its values.
  func casesOfRows() throws -> RecordedCases.Table {
    var table = database.cases
    for entity in schema.entities {
      for property in entity.properties {
        guard let cases = table[entity.name]?[property.name], let column = property.column?.name
        else { continue }
        var others: [RecordedCase] = []
        try database.rows(
          """
          SELECT DISTINCT \(SQLName.quoted(column)) FROM \(SQLName.quoted(entity.table)) \
          WHERE \(SQLName.quoted(column)) NOT NULL ORDER BY 1
          """
        ) { row in
          guard let value = RecordedCase(try row.exactValue()), !cases.all.contains(value) else {
            return
          }
          others.append(value)
        }
        table[entity.name]?[property.name] = cases.adding(
          others.isEmpty ? nil : RecordedCases(known: others))
      }
    }
    return table
  }
}
