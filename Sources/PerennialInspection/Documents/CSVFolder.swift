import Foundation

/// The names of the files of a CSV document.
enum CSVFolder {
  /// The schema, as JSON.
  static let schema = "schema.json"

  /// The preset metadata of the store, as JSON. The file is missing if the store has no preset metadata.
  static let presets = "presets.json"

  /// Returns the name of the file of an entity or of a join table. Characters that some file systems do not
  /// allow in names are percent-encoded.
  static func name(_ table: String) -> String {
    let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "._-$"))
    return "\(table.addingPercentEncoding(withAllowedCharacters: allowed) ?? table).csv"
  }
}
