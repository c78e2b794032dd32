import Perennial
import PerennialJSON

/// An object of a store, with its values by property name.
public struct InspectedRow: Sendable {
  /// The name of the object's entity.
  public let entity: String
  /// The primary key of the object's row.
  public let key: Int64
  /// The stored properties and their values: attributes, and to-one relationships as keys. Inherited
  /// properties are first.
  public let values: [Element]
  /// The order keys of the object among its siblings, by the to-one relationship to their parent. Only their
  /// order has a meaning.
  public let orderKeys: [Element]
  /// The columns of the framework that belong to no property.
  public let hidden: [Element]
  /// The to-many relationships, with the keys of the related objects in the order of the collections.
  /// Inherited relationships are first. Empty if the row was fetched without links.
  public internal(set) var links: [Links] = []

  /// The name of a property and its value.
  public typealias Element = (name: String, value: InspectedValue)
  /// The name of a to-many relationship and the primary keys of the related objects.
  public typealias Links = (name: String, keys: [Int64])

  /// The value of a property; nil if the entity has no property of this name that is stored in its table.
  public subscript(_ property: String) -> InspectedValue? {
    values.first { $0.name == property }?.value
  }

  /// The object as one line of JSON, in the form that documents use. If the object was fetched with links,
  /// they follow.
  public var json: String {
    var text = JSONText()
    text.add(self)
    return text.text
  }
}

extension InspectedStore {
  /// Returns objects of an entity, without those of its subentities, in the order of their keys.
  ///
  /// If the external file of a value is missing, the value is ``InspectedValue/unreadable(_:)``.
  ///
  /// ```swift
  /// for row in try store.rows(of: "Recipe", limit: 10) {
  ///   if case .text(let title) = row["title"] { print(row.key, title) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - entity: The name of the entity.
  ///   - limit: The greatest number of objects; nil for all.
  ///   - offset: The number of objects to skip at the beginning.
  ///   - includesLinks: `true` to fetch the links of to-many relationships too, by a query for each row and
  ///     relationship.
  /// - Throws: ``InspectionError`` if there is no such entity; `SwiftDataError.storeFailure`.
  public func rows(
    of entity: String, limit: Int? = nil, offset: Int = 0, includesLinks: Bool = false
  ) throws -> [InspectedRow] {
    let shape = try shape(ofEntity: entity)
    let (sql, bindings) = shape.query(limit: limit.map { max(0, $0) }, offset: max(0, offset))
    return try rows(shape, sql: sql, bindings: bindings, includesLinks: includesLinks)
  }

  /// Returns the object with a key; nil if there is none.
  ///
  /// ```swift
  /// if let row = try store.row(of: "Recipe", key: 34, includesLinks: true) { print(row.json) }
  /// ```
  ///
  /// - Parameters:
  ///   - entity: The name of the entity.
  ///   - key: The primary key of the object.
  ///   - includesLinks: `true` to fetch the links of to-many relationships too.
  /// - Throws: ``InspectionError`` if there is no such entity; `SwiftDataError.storeFailure`.
  public func row(
    of entity: String, key: Int64, includesLinks: Bool = false
  ) throws -> InspectedRow? {
    let shape = try shape(ofEntity: entity)
    let (sql, bindings) = shape.query(key: key)
    return try rows(shape, sql: sql, bindings: bindings, includesLinks: includesLinks).first
  }

  private func rows(
    _ shape: RowShape, sql: String, bindings: [SQLValue], includesLinks: Bool
  ) throws -> [InspectedRow] {
    // Rows and links are read from the same snapshot.
    try database.snapshot {
      var rows = try rows(shape, sql: sql, bindings: bindings)
      guard includesLinks else { return rows }
      let queries = linkQueries(ofEntity: shape.entity)
      for index in rows.indices { rows[index].links = try links(of: rows[index], by: queries) }
      return rows
    }
  }

  /// Returns the objects that a query of the shape's columns finds.
  func rows(
    _ shape: RowShape, sql: String, bindings: [SQLValue]
  ) throws -> [InspectedRow] {
    try database.map(sql, bindings) { row in
      try InspectedRow(shape, from: &row) { _, field, stored in
        field.readableValue(stored, in: database)
      }
    }
  }
}

extension InspectedRow {
  /// Reads a row of a query of its shape.
  ///
  /// - Parameter value: A closure that returns the value of a property from the value of its column, for the
  ///   object with a key.
  init(
    _ shape: RowShape, from row: inout _Storage.Row,
    value: (_ key: Int64, Field, Result<SQLValue, any Error>) throws -> InspectedValue
  ) throws {
    entity = shape.entity
    guard case .integer(let key) = row.value() else {
      throw SwiftDataError.storeFailure.because("\(shape.table): a row lacks a key")
    }
    self.key = key
    func elements(_ fields: [Field]) throws -> [Element] {
      try fields.map { field in
        (field.name, try value(key, field, Result { try row.exactValue() }))
      }
    }
    values = try elements(shape.properties)
    orderKeys = try elements(shape.orderKeys)
    hidden = try elements(shape.hidden)
  }
}

extension JSONText {
  /// Appends an object in the form that documents use. Hidden columns that are NULL are omitted.
  mutating func add(_ row: InspectedRow) {
    add("{\"key\":")
    add(quoted: "\(row.key)")
    add("values", row.values)
    if !row.orderKeys.isEmpty { add("orderKeys", row.orderKeys) }
    let hidden = row.hidden.filter { $0.value != .null }
    if !hidden.isEmpty { add("hidden", hidden) }
    if !row.links.isEmpty { add(row.links) }
    add("}")
  }

  private mutating func add(_ name: String, _ elements: [InspectedRow.Element]) {
    addComma()
    add(name: name)
    add(elements.map { ($0.name, $0.value.plain) })
  }

  private mutating func add(_ links: [InspectedRow.Links]) {
    add(",\"links\":{")
    for link in links {
      addComma()
      add(name: link.name)
      add("[")
      for key in link.keys {
        addComma()
        add(quoted: "\(key)")
      }
      add("]")
    }
    add("}")
  }
}
