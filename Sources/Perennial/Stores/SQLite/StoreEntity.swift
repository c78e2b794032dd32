/// One entity in the default store: its layout and the statements over its table.
final class StoreEntity: Sendable {
  let layout: ModelLayout
  /// The properties whose slots read and bind a column, in order.
  let columns: [PropertyLayout]
  /// The to-one relationships whose inverse is to-many: their columns are accompanied by one with
  /// the object's place among its siblings.
  let positions: [PropertyLayout]
  /// The to-one relationships.
  let references: [PropertyLayout]
  /// The relationships that have a column on both sides, by property index.
  let oneToOne: [Int: RelationshipLayout]
  /// The to-many relationships that can be loaded again at any time.
  let collections: PropertyMask
  /// The attributes that no row has, and that begin with their defaults.
  let ephemeral: [PropertyLayout]
  /// The attributes whose values outlive the object, in the history.
  let preserved: [PropertyLayout]
  /// The properties whose changes the history knows: those that are stored.
  let recorded: PropertyMask
  /// Whether the table has objects of other classes too.
  let isShared: Bool
  /// The classes of the objects that queries give, if they are several.
  let family: StoreFamily?
  /// The entities of the objects that queries give; nil if every row of the table is one of them.
  private let names: [String]?
  /// The statement that inserts a row: the parameters are the key, the columns, and the positions.
  let insertSQL: String
  /// The same for a preset, whose last parameter is what the row says of that.
  let insertPresetSQL: String
  private let insertion: Insertion
  private let presetInsertion: Insertion
  let deleteSQL: String
  /// The query for one row by its key.
  let selectByKeySQL: String

  init(_ layout: ModelLayout, _ hierarchies: ClassHierarchies) {
    self.layout = layout
    isShared = hierarchies.isShared(layout)
    family = StoreFamily(layout, hierarchies)
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
      // The last bit stands for several properties.
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

  /// What statements that insert rows are made of.
  private struct Insertion {
    /// The table and its columns.
    let head: String
    /// The name of the entity, where a row has one.
    let entity: String?
    /// The parameters of a row; slots bind in order whether or not their column is stored.
    let parameters: [Int]
    /// How many parameters a row has.
    let width: Int

    /// The values of a row whose parameters begin behind so many others.
    ///
    /// A parameter without a number is the one behind the greatest so far. SQLite looks for a number
    /// among all that were written before, and with thousands of them that takes longer than to insert
    /// the rows.
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

  /// How many parameters a row has.
  func insertedColumns(ofPresets: Bool) -> Int {
    (ofPresets ? presetInsertion : insertion).width
  }

  /// The statement that inserts so many rows, or those before the first that is refused; see
  /// ``RowGroups``.
  func insertSQL(rows: Int, ofPresets: Bool) -> String {
    let insertion = ofPresets ? presetInsertion : insertion
    let values = (0..<rows).map { "(\(insertion.values($0 * insertion.width)))" }
    return "INSERT OR FAIL \(insertion.head) VALUES \(values.joined(separator: ", "))"
  }

  /// The columns of a query whose rows become objects. Those of properties outside `mask` are
  /// NULL: their slots are loaded when they are first read.
  func selection(alias: String, mask: PropertyMask = .all) -> String {
    Self.selection(family, columns, alias: alias, mask: mask)
  }

  private static func selection(
    _ family: StoreFamily?, _ columns: [PropertyLayout], alias: String, mask: PropertyMask
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

  /// What a condition goes on with, where the table has rows of classes that a query for this one
  /// does not give: ` AND …`, or nothing.
  func membership(alias: String) -> String { Self.membership(names, alias: alias) }

  /// The same for the objects of this class alone, without those of subclasses.
  func isOwn(alias: String) -> String {
    isShared ? " AND \(alias).\(SQLName.entity) = \(SQLName.literal(layout.entityName))" : ""
  }

  private static func membership(_ names: [String]?, alias: String) -> String {
    guard let names else { return "" }
    let list = names.map(SQLName.literal).joined(separator: ", ")
    return " AND \(alias).\(SQLName.entity) IN (\(list))"
  }

  /// The statement that writes the properties in `mask`, or nil if none of them has a column.
  ///
  /// - Parameter stamping: Whether what changes is stamped as the user's, in a preset's row. The time
  ///   of the stamp is then the parameter behind the key.
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
      // A place that is as stored is bound as NULL.
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
