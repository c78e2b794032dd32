public import Foundation
import Perennial

/// A store by itself, without the classes of the program that it belongs to.
///
/// What it tells comes from the file: that says what its entities are and how they are kept. The file is opened
/// to be read, while others may read and write it. An inspected store is used by one thread at a time.
///
/// ```swift
/// let store = try InspectedStore(url)
/// for row in try store.rows(of: "Recipe", limit: 10) { print(row.key, row["title"] ?? .null) }
/// ```
public final class InspectedStore {
  public let url: URL
  let database: StoreDatabase
  let schema: StoreSchema

  /// Opens a store.
  ///
  /// - Throws: `SwiftDataError.loadIssueModelContainer` if the file is not there, is no store, or is of a
  ///   format that this version does not read.
  public convenience init(_ url: URL) throws {
    self.init(url, try StoreDatabase(url))
  }

  init(_ url: URL, _ database: StoreDatabase) {
    self.url = url
    self.database = database
    schema = StoreSchema(database.entities)
  }

  /// The identifier that the store was given when it was made, a UUID.
  public var identifier: String { database.identifier }
  /// The version of the file's format.
  public var format: Int { database.format }
  /// The version of the schema, such as `1.2.3`; nil if the program does not number its schemas.
  public var schemaVersion: String? { database.version?.description }
  /// The names of the entities, in alphabetical order.
  public var entityNames: [String] { schema.entities.map(\.name) }

  // MARK: Shapes

  /// How an entity's objects lie in their table.
  func shape(of entity: EntityDescription) throws -> RowShape {
    RowShape(
      entity, in: schema, database.cases,
      hidden: try hiddenColumns(of: entity.table).hiddenFields)
  }

  /// - Throws: ``InspectionError``, if there is no such entity.
  func shape(ofEntity name: String) throws -> RowShape {
    guard let entity = schema[name] else {
      let names = entityNames.isEmpty ? "none" : entityNames.joined(separator: ", ")
      throw InspectionError(
        .unknownEntity, "\(url.path) has no entity “\(name)”; it has \(names)")
    }
    return try shape(of: entity)
  }

  /// How links lie in a table of pairs.
  func shape(ofLinksIn table: String) throws -> LinkShape {
    LinkShape(table: table, hidden: try hiddenColumns(of: table).hiddenFields)
  }

  /// The columns of a table that no property has, and no link: what the framework keeps there.
  func hiddenColumns(of table: String) throws -> [ColumnDescription] {
    let known = schema.knownColumns(of: table)
    return try columns(of: table).filter { !known.contains($0.name) }
  }

  /// The columns of a table; none if there is no such table.
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

  /// Whether the file has a table.
  func hasTable(_ name: String) throws -> Bool {
    try database.integer(
      "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", [.text(name)]) != nil
  }
}

extension InspectedStore {
  /// The recorded cases of enumerations, and the values that rows have besides, as another version's. So a
  /// document of the store can be imported with all values that it has.
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
