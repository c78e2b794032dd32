/// An issue that prevents a migration: objects that the new schema does not allow as they are.
///
/// ```swift
/// for issue in try ModelContainer.migrationReports(for: Trip.self).flatMap(\.issues) {
///   print("\(issue.count) objects of \(issue.entityName): \(issue.reason)")
/// }
/// ```
public struct MigrationIssue: Hashable, Sendable, CustomStringConvertible {
  /// The name of the objects' entity in the new schema.
  public let entityName: String
  /// The names of the properties whose values are not allowed. Several for a uniqueness constraint.
  public let propertyNames: [String]
  /// The reason that the schema does not allow the objects.
  public let reason: String
  /// The number of objects with this issue.
  public let count: Int
  /// The identifiers of the first objects with this issue.
  public let identifiers: [PersistentIdentifier]
  /// The value with the issue of each object in ``identifiers``, in the same order.
  public let values: [String]

  /// The properties, the reason, the number of objects, and the keys of the first ones with their values.
  public var description: String {
    let objects = zip(identifiers, values).map { identifier, value in
      let key = identifier.rowID.map { "\($0)" } ?? ""
      return value == "nil" ? key : "\(key) (\(value))"
    }
    let more = count > identifiers.count ? ", …" : ""
    return """
      \(entityName).\(propertyNames.joined(separator: "+")): \(reason). \
      \(count) object\(count == 1 ? "" : "s"): \(objects.joined(separator: ", "))\(more)
      """
  }
}

/// A check of a file's rows before or during a migration.
protocol MigrationCheck {
  /// Returns the issue that the check finds; nil if it finds none.
  func issue(on connection: Connection, store: String) throws -> MigrationIssue?
}

/// A check that reports the objects that a query finds.
struct QueryCheck: MigrationCheck {
  let entity: String
  let properties: [String]
  let reason: String
  /// A query for the keys of the objects, and for the value of each that has the issue.
  let query: String

  func issue(on connection: Connection, store: String) throws -> MigrationIssue? {
    var found = FoundObjects()
    try connection.rows(query) { row in found.add(row.int64(), row.value()) }
    return found.issue(of: entity, properties: properties, reason: reason, store: store)
  }
}

/// A check that reports objects with a value that a property's new type cannot decode.
struct DecodingCheck: MigrationCheck {
  let entity: String
  let property: String
  let slot: any _Storage.Slot.Type
  /// A query for the keys of the objects, and for their converted values.
  let query: String

  func issue(on connection: Connection, store: String) throws -> MigrationIssue? {
    var found = FoundObjects()
    var reason = ""
    try connection.rows(query) { row in
      let key = row.int64()
      let column = row.column
      guard let failure = Self.failure(slot, &row) else { return }
      if reason.isEmpty { reason = failure }
      row.column = column
      found.add(key, row.value())
    }
    return found.issue(of: entity, properties: [property], reason: reason, store: store)
  }

  private static func failure<S: _Storage.Slot>(_ slot: S.Type, _ row: inout _Storage.Row)
    -> String?
  {
    _ = S(&row)
    return row.failure?.error.explanation
  }
}

/// A check that reports objects with equal values of properties that must be unique.
struct UniquenessCheck: MigrationCheck {
  let entity: EntityDescription
  let properties: [String]
  /// The SQL expressions of the values, over a row of the table.
  let expressions: [String]
  /// The entities for whose objects the constraint holds; nil if it holds for the whole table.
  var scope: [String]?

  /// Returns the checks of a table that has its new columns, but not yet its new indices.
  static func all(of entity: EntityDescription) -> [UniquenessCheck] {
    entity.uniquenessConstraints.map { names in
      UniquenessCheck(
        entity: entity,
        properties: names,
        expressions: entity.columns(names).map(SQLName.quoted),
        scope: entity.sharing?.scopes[names]
      )
    }
  }

  func issue(on connection: Connection, store: String) throws -> MigrationIssue? {
    let rows = scope.map { " WHERE \(TableSharing.condition($0))" } ?? ""
    let columns = expressions.enumerated().map { "\($1) AS c\($0)" }
    let names = expressions.indices.map { "c\($0)" }
    let present = names.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
    let query = """
      SELECT _pk, \(names.map { "quote(\($0))" }.joined(separator: " || ', ' || ")) FROM (
      SELECT *, count(*) OVER (PARTITION BY \(names.joined(separator: ", "))) AS n FROM (
      SELECT _pk, \(columns.joined(separator: ", ")) FROM \(SQLName.quoted(entity.table))\(rows))
      WHERE \(present)) WHERE n > 1 ORDER BY \(names.joined(separator: ", ")), _pk
      """
    var found = FoundObjects()
    try connection.rows(query) { row in found.add(row.int64(), row.string()) }
    return found.issue(
      of: entity.name,
      properties: properties,
      reason: "must be unique, but has duplicates",
      store: store
    )
  }
}

/// The first objects that a check found, and the number of all of them.
private struct FoundObjects {
  private var count = 0
  private var first: [(key: Int64, value: String)] = []

  mutating func add(_ key: Int64, _ value: @autoclosure () -> SQLValue) {
    add(key, value().description)
  }

  mutating func add(_ key: Int64, _ value: @autoclosure () -> String) {
    count += 1
    if first.count < 10 { first.append((key, value())) }
  }

  func issue(
    of entity: String,
    properties: [String],
    reason: String,
    store: String
  ) -> MigrationIssue? {
    guard count > 0 else { return nil }
    return MigrationIssue(
      entityName: entity,
      propertyNames: properties,
      reason: reason,
      count: count,
      identifiers: first.map {
        PersistentIdentifier(storeIdentifier: store, entityName: entity, key: .row($0.key))
      },
      values: first.map(\.value)
    )
  }
}
