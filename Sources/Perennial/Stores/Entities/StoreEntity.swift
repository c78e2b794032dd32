/// One entity in the default store: its layout and the statements for its table.
package final class StoreEntity: Sendable {
  let layout: ModelLayout
  /// The properties whose slots read and bind a column, in order.
  package let columns: [PropertyLayout]
  /// The to-one relationships with a to-many inverse. Beside their columns there is a column with the
  /// object's order key.
  package let positions: [PropertyLayout]
  /// The to-one relationships.
  let references: [PropertyLayout]
  /// The relationships that have a column on both sides, by property index.
  package let oneToOne: [Int: RelationshipLayout]
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
  /// The statements that write rows.
  package let sql: EntitySQL
  /// The columns of a query whose rows become objects, from a table with the alias `t0`.
  let selection: String
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
    // The last bit represents several properties.
    collections = layout.properties.filter { $0.isToMany && $0.index < 63 }.mask
    ephemeral = layout.properties.filter {
      $0.attribute?.options.contains(.ephemeral) == true && $0.defaultValue != nil
    }
    preserved = layout.properties.filter {
      $0.attribute?.options.contains(.preserveValueOnDeletion) == true && $0.column != nil
    }
    recorded = layout.properties.filter { $0.column != nil || $0.isToMany }.mask
    let table = SQLName.quoted(layout.tableName)
    sql = EntitySQL(
      table, columns: columns, positions: positions, entityName: isShared ? layout.entityName : nil)
    selection = Self.selection(family, columns: columns, mask: .all)
    let membership = Self.membership(names, alias: "t0")
    selectByKeySQL = "SELECT \(selection) FROM \(table) AS t0 WHERE t0._pk = ?\(membership)"
  }

  /// Returns the ``selection`` with NULL for properties outside a mask. The slots of these properties are
  /// loaded when they are first read.
  func selection(of mask: PropertyMask) -> String {
    mask == .all ? selection : Self.selection(family, columns: columns, mask: mask)
  }

  private static func selection(
    _ family: Hierarchy?, columns: [PropertyLayout], mask: PropertyMask
  ) -> String {
    let list =
      (family == nil ? [] : ["t0.\(SQLName.entity)"]) + ["t0._pk"]
      + (family?.columns ?? columns).map { property in
        guard let column = property.columnName, mask.contains(property: property.index) else {
          return "NULL"
        }
        return "t0.\(SQLName.quoted(column))"
      }
    return list.joined(separator: ", ")
  }

  /// Returns the continuation of a condition that excludes rows of classes that queries for this class
  /// do not return: ` AND …`, or an empty text.
  func membership(alias: String) -> String { Self.membership(names, alias: alias) }

  /// Returns the continuation of a condition that excludes rows of other classes, including subclasses:
  /// ` AND …`, or an empty text.
  package func isOwn(alias: String) -> String {
    isShared ? " AND \(alias).\(SQLName.entity) = \(SQLName.literal(layout.entityName))" : ""
  }

  private static func membership(_ names: [String]?, alias: String) -> String {
    guard let names else { return "" }
    let list = names.map(SQLName.literal).joined(separator: ", ")
    return " AND \(alias).\(SQLName.entity) IN (\(list))"
  }
}
