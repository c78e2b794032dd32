/// How the table of an entity that the file has becomes the one that the program wants.
struct TableMigration {
  let old: EntityDescription
  let new: EntityDescription
  /// The columns of the new table.
  var columns: [ColumnMigration] = []

  /// The earlier columns that do not live on.
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

  /// Whether the table has its columns already.
  var isInPlace: Bool {
    droppedColumns.isEmpty
      && columns.allSatisfy { $0.kept == $0.column.name && !$0.changesValues && $0.fill == nil }
  }

  /// Whether references are put together from elsewhere.
  var hasNewLinks: Bool {
    columns.contains { $0.relationship != nil && $0.kept == nil && !$0.isLiteral }
  }

  /// Whether SQLite cannot alter the table to what it is to be, or would have to write its rows
  /// several times.
  var needsRebuild: Bool {
    let dropped = droppedColumns
    if dropped.count > 1 { return true }
    // Columns with a foreign key cannot be dropped.
    let references = old.properties.filter(\.isToOne).compactMap(\.column?.name)
    if dropped.contains(where: references.contains) { return true }
    return columns.contains { column in
      if column.isConverted { return true }
      // A name that another column still has.
      return column.kept != column.column.name && old.hasColumn(column.column.name)
    }
  }
}

/// Where the values of one column come from.
struct ColumnMigration {
  let column: ColumnDescription
  /// The relationship, if the column is that of a to-one one.
  var relationship: RelationshipDescription?
  /// The earlier column that this one is, perhaps under another name.
  var kept: String?
  /// Whether the property was there, in a column that cannot become this one.
  var isConverted = false
  /// The value, over a row of the earlier table.
  var expression: String
  /// Whether ``expression`` is a literal.
  var isLiteral = false
  /// Whether the column is kept, but some of its values change.
  var changesValues = false
  /// The rows that get a default which SQL cannot express.
  var fill: Fill?
  /// Whether the code of a stage has to give rows their values.
  var isUnassigned = false

  struct Fill {
    let value: DefaultValue
    /// A query over the earlier table for the keys of the rows.
    let keys: String
  }

  /// The declaration by which the column is added to a table that has rows.
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

/// How a table of pairs comes to be.
struct JoinMigration {
  let table: StoreTables.JoinTable
  /// The table that it was before.
  var kept: String?
  /// Queries for the links of which it is made; see ``LinkStorage/query(isReversed:)``.
  var sources: [String] = []
  /// Whether the owners of the links are the pairs' sources.
  var isSource = true
}
