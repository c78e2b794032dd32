import Foundation

/// The files of a document of tables.
enum CSVFolder {
  /// The schema, as JSON.
  static let schema = "schema.json"

  /// What the store knows of presets, as JSON. It is not there if there are none.
  static let presets = "presets.json"

  /// The name of the file of an entity, or of a table of pairs. What not every file system has in names
  /// is percent-encoded.
  static func name(_ table: String) -> String {
    let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "._-$"))
    return "\(table.addingPercentEncoding(withAllowedCharacters: allowed) ?? table).csv"
  }
}
