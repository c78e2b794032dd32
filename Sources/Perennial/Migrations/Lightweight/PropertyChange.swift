/// The change of one property of an entity that the file has.
struct PropertyChange {
  let entity: EntityDescription
  let before: EntityDescription
  let property: PropertyDescription
  /// The earlier description of the property; nil if the property is new.
  let earlier: PropertyDescription?
  let isSupervised: Bool

  /// The conversion of an attribute's values to the new type; nil if none is possible.
  var conversion: ValueConversion? {
    guard let old = earlier?.value, let new = property.value else { return nil }
    return ValueConversion(from: old, to: new)
  }

  /// `true` if the earlier values or links are kept.
  var isContinued: Bool {
    if property.isAttribute { return conversion != nil }
    return earlier?.relationship?.destination == property.relationship?.destination
  }

  /// The entities that have the property; nil if all rows of its table have it.
  var owners: [String]? { entity.sharing?.owners[property.name] }

  /// The rows of the earlier table that have the property, or are to have it.
  var rows: String { rows(of: before) }

  /// Returns the rows of the earlier or the new table that have the property, as a subquery with the table's
  /// name.
  func rows(of description: EntityDescription) -> String {
    let table = SQLName.quoted(description.table)
    guard let owners else { return table }
    let known = owners.filter { description.sharing?.entities.contains($0) == true }
    let condition = known.isEmpty ? "FALSE" : TableSharing.condition(known)
    return "(SELECT * FROM \(table) WHERE \(condition)) AS \(table)"
  }

  /// The columns, unchanged.
  var keptColumns: [ColumnMigration] {
    let position = property.relationship?.position.map { entity.positionColumn($0, of: property) }
    return [property.column, position].compactMap(\.self).map { column in
      ColumnMigration(
        column: column,
        relationship: column.name == property.column?.name && property.isToOne
          ? property.relationship : nil,
        kept: column.name, expression: self.column(column.name))
    }
  }

  /// Restricts a column's value to the rows that have the property; other rows get NULL.
  func scoped(_ column: ColumnMigration) -> ColumnMigration {
    guard let owners, column.kept == nil || column.changesValues else { return column }
    var column = column
    let known = owners.filter { before.sharing?.entities.contains($0) == true }
    if known.isEmpty {
      column.expression = "NULL"
      column.isLiteral = true
    } else if column.expression != "NULL" {
      let condition = TableSharing.condition(known)
      column.expression = "CASE WHEN \(condition) THEN \(column.expression) END"
      column.isLiteral = false
    }
    return column
  }

  /// Returns a column of the earlier table, qualified with the table's name.
  func column(_ name: String) -> String {
    "\(SQLName.quoted(before.table)).\(SQLName.quoted(name))"
  }

  /// Returns the changes for the report.
  ///
  /// - Parameters:
  ///   - name: The property's name in the class that declares it.
  ///   - owner: The name of that class.
  func changes(
    as name: String, of owner: String, in table: TableMigration
  ) -> [MigrationChange] {
    guard let earlier else { return [.addedProperty(entity: owner, name)] }
    var changes: [MigrationChange] = []
    if earlier.name != property.name {
      let former = table.declaration(of: earlier.name, in: owner).name
      changes.append(.renamedProperty(entity: owner, from: former, to: name))
    }
    guard isContinued else { return changes + [.replacedProperty(entity: owner, name)] }
    if let old = earlier.value, let new = property.value, old != new {
      changes.append(
        old.form == new.form && old.type == new.type
          ? .changedStorage(entity: owner, name)
          : .changedType(entity: owner, name, from: old.name, to: new.name))
    }
    if earlier.isOptional != property.isOptional {
      changes.append(
        property.isOptional
          ? .becameOptional(entity: owner, name) : .becameRequired(entity: owner, name))
    }
    if let old = earlier.relationship, let new = property.relationship,
      old.isToMany != new.isToMany || old.inverse != new.inverse
    {
      changes.append(.changedRelationship(entity: owner, name))
    }
    return changes
  }

  /// Returns a check for values that would be lost because they cannot be converted; nil if none is needed.
  func lossCheck(
    _ links: (PropertyDescription, EntityDescription) -> LinkStorage?
  ) -> (any MigrationCheck)? {
    guard let earlier, !isContinued, !isSupervised else { return nil }
    let query: String
    if earlier.isAttribute, let name = earlier.column?.name {
      let value = column(name)
      query = """
        SELECT _pk, \(value) FROM \(rows) \
        WHERE \(value) IS NOT NULL ORDER BY _pk
        """
    } else if let storage = links(earlier, before) {
      query = "SELECT owner, related FROM (\(storage.query(isReversed: false))) ORDER BY owner"
    } else {
      return nil
    }
    return check(
      """
      was \(Self.kind(earlier)) and becomes \(Self.kind(property)). Use a custom stage of \
      a migration plan, or another name
      """, query)
  }

  /// Returns a check for objects that prevent the change.
  func check(_ reason: String, _ query: String) -> QueryCheck {
    QueryCheck(entity: entity.name, properties: [property.name], reason: reason, query: query)
  }

  private static func kind(_ property: PropertyDescription) -> String {
    if let value = property.value { return value.name }
    let destination = property.relationship?.destination ?? "?"
    return "a relationship to \(property.isToMany ? "many " : "")\(destination)"
  }
}
