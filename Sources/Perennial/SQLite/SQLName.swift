/// The names of tables and columns, and their quotation.
package enum SQLName {
  /// The primary key's column, in every entity's table.
  package static let primaryKey = "_pk"

  /// Returns a name as a quoted identifier.
  package static func quoted(_ name: String) -> String { enclose(name, in: "\"") }

  /// Returns a text as a string literal.
  package static func literal(_ text: String) -> String { enclose(text, in: "'") }

  private static func enclose(_ text: String, in mark: Unicode.Scalar) -> String {
    var enclosed = String(mark)
    // Hardly any name contains the mark, and every fetch quotes dozens of names.
    if text.unicodeScalars.contains(mark) {
      for scalar in text.unicodeScalars {
        enclosed.unicodeScalars.append(scalar)
        if scalar == mark { enclosed.unicodeScalars.append(scalar) }
      }
    } else {
      enclosed += text
    }
    enclosed.unicodeScalars.append(mark)
    return enclosed
  }

  /// Returns the table of an entity: its name, unless SQLite or the framework reserves that name.
  package static func table(entity: String) -> String {
    let lower = entity.lowercased()
    return lower.hasPrefix("sqlite_") || lower.hasPrefix("_perennial") ? "\(entity)$" : entity
  }

  /// The column with the name of an object's entity, in the table of a hierarchy of classes.
  package static let entity = "_entity"

  /// The column with the preset metadata of a row (see ``PresetMetadata``). In a join table it marks the
  /// rows that a catalog has inserted.
  package static let preset = "_preset"

  /// Returns the columns of properties: their names, with a number where SQLite could not distinguish
  /// them. SQLite ignores case.
  ///
  /// - Parameter others: The columns that the table already has.
  static func columns(properties: [String], besides others: [String] = []) -> [String] {
    var taken = Set([primaryKey, entity, preset] + others.map { $0.lowercased() })
    return properties.map { name in
      var column = name
      var number = 2
      while !taken.insert(column.lowercased()).inserted {
        column = "\(name)$\(number)"
        number += 1
      }
      return column
    }
  }

  /// Returns the column with an object's order key in a to-many relationship. The inverse of that
  /// relationship is the to-one relationship in `column`.
  package static func position(of column: String) -> String { "\(column)$position" }

  /// Returns the name of a relationship's join table.
  static func joinTable(entity: String, property: String) -> String { "\(entity).\(property)" }
}
