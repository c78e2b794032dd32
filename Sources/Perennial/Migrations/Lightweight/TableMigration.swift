/// The migration of the table of an entity that the file already has.
struct TableMigration {
  let old: EntityDescription
  let new: EntityDescription
  /// The columns of the new table.
  var columns: [ColumnMigration] = []

  /// Returns the class that declares a property, and the property's name there. The name of a property of a
  /// table that classes share may begin with the name of its class.
  ///
  /// - Parameter entity: The class of a property whose name does not begin with one.
  func declaration(of name: String, in entity: String) -> (entity: String, name: String) {
    guard old.sharing != nil || new.sharing != nil, let dot = name.firstIndex(of: ".") else {
      return (entity, name)
    }
    return (String(name[..<dot]), String(name[name.index(after: dot)...]))
  }

  /// Returns the class that declares a constraint or an index, and the names of its properties there.
  func declaration(of names: [String], in entity: String) -> (entity: String, names: [String]) {
    let parts = names.map { declaration(of: $0, in: entity) }
    return (parts.first { $0.entity != entity }?.entity ?? entity, parts.map(\.name))
  }

  /// The earlier columns that are not kept.
  var droppedColumns: [String] {
    let kept = Set(columns.compactMap(\.kept))
    return oldColumns.filter { !kept.contains($0) }
  }

  private var oldColumns: [String] {
    (old.sharing == nil ? [] : [SQLName.entity])
      + old.properties.flatMap { property in
        [property.column?.name, property.relationship?.position].compactMap(\.self)
      }
  }

  /// `true` if the table already has its columns.
  var isInPlace: Bool {
    droppedColumns.isEmpty
      && columns.allSatisfy { $0.kept == $0.column.name && !$0.changesValues && $0.fill == nil }
  }

  /// `true` if a reference column gets its values from other columns or tables.
  var hasNewLinks: Bool {
    columns.contains { $0.relationship != nil && $0.kept == nil && !$0.isLiteral }
  }

  /// `true` if SQLite cannot alter the table as needed, or would have to write its rows several times.
  var needsRebuild: Bool {
    let dropped = droppedColumns
    if dropped.count > 1 { return true }
    // Columns with a foreign key cannot be dropped.
    let references = old.properties.filter(\.isToOne).compactMap(\.column?.name)
    if dropped.contains(where: references.contains) { return true }
    return columns.contains { column in
      if column.isConverted { return true }
      // Another column still has the name.
      return column.kept != column.column.name && old.hasColumn(column.column.name)
    }
  }
}

/// The source of the values of one column.
struct ColumnMigration {
  let column: ColumnDescription
  /// The relationship, if the column is the reference of a to-one relationship.
  var relationship: RelationshipDescription?
  /// The earlier column that is kept, possibly under another name.
  var kept: String?
  /// `true` if the property existed, but its column cannot become this one.
  var isConverted = false
  /// The SQL expression of the value, over a row of the earlier table.
  var expression: String
  /// `true` if ``expression`` is a literal.
  var isLiteral = false
  /// `true` if the column is kept, but some of its values change.
  var changesValues = false
  /// The rows that get a default that SQL cannot express.
  var fill: Fill?
  /// `true` if the code of a stage has to assign the values of rows.
  var isUnassigned = false

  struct Fill {
    let value: DefaultValue
    /// A query over the earlier table for the keys of the rows.
    let keys: String
  }

  /// The declaration that adds the column to a table with rows.
  var addition: String {
    var text = StoreTables.declaration(column)
    if isLiteral, expression != "NULL" {
      text += " DEFAULT \(expression)"
    } else if !column.isNullable {
      text += " DEFAULT \(DefaultValue.placeholder(column.type))"
    }
    if let relationship { text += " \(StoreTables.reference(relationship))" }
    return text
  }
}

/// The creation of a join table, or its renaming.
struct JoinMigration {
  let table: StoreTables.JoinTable
  /// The earlier name of the table, if it is kept.
  var kept: String?
  /// Queries for the links that are inserted; see ``LinkStorage/query(isReversed:)``.
  var sources: [String] = []
  /// `true` if the owners of the links are in the column `source`.
  var isSource = true
}
