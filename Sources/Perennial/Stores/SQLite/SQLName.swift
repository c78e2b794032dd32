/// The names of tables and columns, and how they are quoted.
package enum SQLName {
  /// The primary key's column, in every entity's table.
  package static let primaryKey = "_pk"

  /// A name as it stands in a statement.
  package static func quoted(_ name: String) -> String { enclose(name, in: "\"") }

  /// A text as it stands in a statement.
  static func literal(_ text: String) -> String { enclose(text, in: "'") }

  private static func enclose(_ text: String, in mark: Unicode.Scalar) -> String {
    var enclosed = String(mark)
    // Hardly any name has one, and every fetch quotes dozens.
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

  /// The table of an entity: its name, unless SQLite or the framework keeps that for itself.
  package static func table(entity: String) -> String {
    let lower = entity.lowercased()
    return lower.hasPrefix("sqlite_") || lower.hasPrefix("_perennial") ? "\(entity)$" : entity
  }

  /// The column with the name of an object's entity, in the table of a hierarchy of classes.
  package static let entity = "_entity"

  /// The column with what a preset says of itself (see ``PresetMark``), and with the mark of a link that a
  /// catalog has made.
  package static let preset = "_preset"

  /// The column with the stamps of presets in files of format 4. No property has it in any format.
  package static let formerStamps = "_stamps"

  /// The columns of properties: their names, told apart where SQLite, which does not distinguish
  /// capital letters, could not.
  ///
  /// - Parameter others: The columns that are there already.
  static func columns(properties: [String], besides others: [String] = []) -> [String] {
    var taken = Set([primaryKey, entity, preset, formerStamps] + others.map { $0.lowercased() })
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

  /// The column that keeps an object's place in the to-many relationship which is the inverse of
  /// the to-one relationship in `column`.
  package static func position(of column: String) -> String { "\(column)$position" }

  /// The join table of a relationship.
  static func joinTable(entity: String, property: String) -> String { "\(entity).\(property)" }
}
