/// The table that counts the references to external files, and the triggers that update it.
/// Documentation/FileFormat.md is the contract.
package enum ExternalTables {
  package static let table = "_perennial_external"

  /// Returns `true` if a row references a file.
  static func isNamed(_ name: String, on connection: Connection) throws -> Bool {
    try connection.hasRow("SELECT 1 FROM \(table) WHERE name = ? AND uses > 0", [.text(name)])
  }
}
