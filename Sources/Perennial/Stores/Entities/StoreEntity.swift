/// One entity in the default store: its layout and the statements for its table.
final class StoreEntity: Sendable {
  let layout: ModelLayout
  /// The properties whose slots read and bind a column, in order.
  let columns: [PropertyLayout]
  /// The to-one relationships with a to-many inverse. Beside their columns there is a column with the
  /// object's order key.
  let positions: [PropertyLayout]
  /// The to-one relationships.
  let references: [PropertyLayout]
  /// The relationships that have a column on both sides, by property index.
  let oneToOne: [Int: RelationshipLayout]
  /// The to-many relationships that can be loaded again at any time.
  let collections: PropertyMask
  /// The attributes that are not stored, and have a default value.
  let ephemeral: [PropertyLayout]
  /// The attributes whose values the history preserves when the object is deleted.
  let preserved: [PropertyLayout]
  /// The properties whose changes the history records: the stored ones.
  let recorded: PropertyMask
  /// A Boolean value that indicates whether the table has objects of other classes too.
  let isShared: Bool
  /// The classes of the objects that queries return; nil if they are of one class.
  let family: Hierarchy?
  /// The entities of the objects that queries return; nil if these are all rows of the table.
  private let names: [String]?
  /// The statement that inserts a row. Its parameters are the key, the columns, and the order keys.
  let insertSQL: String
  /// The statement that inserts a preset. Its parameters are those of `insertSQL` and the preset
  /// metadata.
  let insertPresetSQL: String
  private let insertion: Insertion
  private let presetInsertion: Insertion
  let deleteSQL: String
  /// The query for one row by its key.
  let selectByKeySQL: String

  init(_ layout: ModelLayout, _ hierarchies: ClassHierarchies) {
    self.layout = layout
    isShared = hierarchies.isShared(layout)
    family = Hierarchy(layout, hierarchies)
    names = hierarchies.condition(of: layout)
    columns = layout.properties.filter { $0.slotColumns > 0 }
    positions = layout.properties.filter {
      $0.isToOne && layout.relationship($0.index)?.inverse?.isToMany == true
    }
    references = layout.properties.filter(\.isToOne)
    oneToOne = layout.relationships.filter {
      $1.property.isToOne && $1.inverse?.isToOne == true
    }
    collections = layout.properties.reduce([]) { mask, property in
      // The last bit represents several properties.
      let isAlone = property.index < 63
      return property.isToMany && isAlone ? mask.union(property.mask) : mask
    }
    ephemeral = layout.properties.filter {
      $0.attribute?.options.contains(.ephemeral) == true && $0.defaultValue != nil
    }
    preserved = layout.properties.filter {
      $0.attribute?.options.contains(.preserveValueOnDeletion) == true && $0.column != nil
    }
    recorded = layout.properties.reduce([]) { mask, property in
      property.column != nil || property.isToMany ? mask.union(property.mask) : mask
    }
    let table = SQLName.quoted(layout.tableName)
    let entityName = isShared ? layout.entityName : nil
    insertion = Self.insertion(table, columns, positions, entityName)
    presetInsertion = Self.insertion(table, columns, positions, entityName, isOfPresets: true)
    insertSQL = "INSERT \(insertion.head) VALUES (\(insertion.values(0)))"
    insertPresetSQL = "INSERT \(presetInsertion.head) VALUES (\(presetInsertion.values(0)))"
    deleteSQL = "DELETE FROM \(table) WHERE _pk = ?"
    let selection = Self.selection(family, columns, alias: "t0", mask: .all)
    let membership = Self.membership(names, alias: "t0")
    selectByKeySQL = "SELECT \(selection) FROM \(table) AS t0 WHERE t0._pk = ?\(membership)"
  }

  /// The parts of statements that insert rows.
  private struct Insertion {
    /// The table and its columns.
    let head: String
    /// The name of the entity, for a table with an entity column.
    let entity: String?
    /// The parameters of a row. Slots bind in order, including attributes that have no column.
    let parameters: [Int]
    /// The number of parameters of a row.
    let width: Int

    /// Returns the values of a row whose parameters begin after `offset` others.
    ///
    /// A parameter without a number follows the greatest number so far. SQLite looks for a numbered
    /// parameter among all parameters before it. With thousands of them that takes longer than the
    /// insertion of the rows.
    func values(_ offset: Int) -> String {
      var greatest = offset == 0 ? 0 : (parameters.last ?? 0) - width
      let list = parameters.map { parameter in
        defer { greatest = parameter }
        return parameter == greatest + 1 ? "?" : "?\(parameter + offset)"
      }
      guard let entity else { return list.joined(separator: ", ") }
      return (list.prefix(1) + [entity] + list.dropFirst()).joined(separator: ", ")
    }
  }

  private static func insertion(
    _ table: String, _ columns: [PropertyLayout], _ positions: [PropertyLayout],
    _ entity: String?, isOfPresets: Bool = false
  ) -> Insertion {
    var names = [SQLName.primaryKey]
    var parameters = [1]
    if entity != nil { names.append(SQLName.entity) }
    for (offset, property) in columns.enumerated() {
      guard let column = property.columnName else { continue }
      names.append(SQLName.quoted(column))
      parameters.append(offset + 2)
    }
    for (offset, property) in positions.enumerated() {
      guard let column = property.columnName else { continue }
      names.append(SQLName.quoted(SQLName.position(of: column)))
      parameters.append(columns.count + offset + 2)
    }
    if isOfPresets {
      names.append(SQLName.preset)
      parameters.append(columns.count + positions.count + 2)
    }
    return Insertion(
      head: "INTO \(table) (\(names.joined(separator: ", ")))",
      entity: entity.map(SQLName.literal), parameters: parameters,
      width: 1 + columns.count + positions.count + (isOfPresets ? 1 : 0))
  }

  /// Returns the number of parameters of a row.
  func insertedColumns(ofPresets: Bool) -> Int {
    (ofPresets ? presetInsertion : insertion).width
  }

  /// Returns the statement that inserts this many rows, or the rows before the first refused one; see
  /// ``RowGroups``.
  func insertSQL(rows: Int, ofPresets: Bool) -> String {
    let insertion = ofPresets ? presetInsertion : insertion
    let values = (0..<rows).map { "(\(insertion.values($0 * insertion.width)))" }
    return "INSERT OR FAIL \(insertion.head) VALUES \(values.joined(separator: ", "))"
  }

  /// Returns the columns of a query whose rows become objects. Columns of properties outside `mask` are
  /// NULL: their slots are loaded when they are first read.
  func selection(alias: String, mask: PropertyMask = .all) -> String {
    Self.selection(family, columns, alias: alias, mask: mask)
  }

  private static func selection(
    _ family: Hierarchy?, _ columns: [PropertyLayout], alias: String, mask: PropertyMask
  ) -> String {
    let list =
      (family == nil ? [] : ["\(alias).\(SQLName.entity)"]) + ["\(alias)._pk"]
      + (family?.columns ?? columns).map { property in
        guard let column = property.columnName, mask.contains(property: property.index) else {
          return "NULL"
        }
        return "\(alias).\(SQLName.quoted(column))"
      }
    return list.joined(separator: ", ")
  }

  /// Returns the continuation of a condition that excludes rows of classes that queries for this class
  /// do not return: ` AND …`, or an empty text.
  func membership(alias: String) -> String { Self.membership(names, alias: alias) }

  /// Returns the continuation of a condition that excludes rows of other classes, including subclasses:
  /// ` AND …`, or an empty text.
  func isOwn(alias: String) -> String {
    isShared ? " AND \(alias).\(SQLName.entity) = \(SQLName.literal(layout.entityName))" : ""
  }

  private static func membership(_ names: [String]?, alias: String) -> String {
    guard let names else { return "" }
    let list = names.map(SQLName.literal).joined(separator: ", ")
    return " AND \(alias).\(SQLName.entity) IN (\(list))"
  }

  /// Returns the statement that writes the properties in `mask`, or nil if none of them has a column.
  ///
  /// - Parameter stamping: `true` to record changed attributes as edited fields, in a preset's row. The
  ///   time of the edit is then the parameter after the key.
  func updateSQL(_ mask: PropertyMask, stamping: Bool = false) -> String? {
    var parameter = 1
    var assignments: [String] = []
    var fields: [String] = []
    for property in columns where mask.contains(property: property.index) {
      if let column = property.columnName.map(SQLName.quoted) {
        assignments.append("\(column) = ?\(parameter)")
        fields.append("\(SQLName.literal(property.name)), \(column), ?\(parameter)")
      }
      parameter += 1
    }
    for property in positions where mask.contains(property: property.index) {
      guard let column = property.columnName else { continue }
      // An unchanged order key is bound as NULL.
      let position = SQLName.quoted(SQLName.position(of: column))
      assignments.append("\(position) = ifnull(?\(parameter), \(position))")
      parameter += 1
    }
    guard !assignments.isEmpty else { return nil }
    if stamping {
      let values = fields.joined(separator: ", ")
      assignments.append(
        "\(SQLName.preset) = \(StampFunction.name)(\(SQLName.preset), ?\(parameter + 1), \(values))"
      )
    }
    let list = assignments.joined(separator: ", ")
    return "UPDATE \(SQLName.quoted(layout.tableName)) SET \(list) WHERE _pk = ?\(parameter)"
  }
}
