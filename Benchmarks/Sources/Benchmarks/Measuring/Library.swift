/// The libraries that do the work, some of them in several variants.
enum Library: String, Codable, Sendable, CaseIterable {
  /// The C API by hand: prepared statements, positional columns, plain structs.
  case raw = "raw SQLite C API"

  /// GRDB, with records that read and write their columns by hand.
  case grdb = "GRDB record"

  /// GRDB, with records that leave their columns to `Codable`.
  case grdbCodable = "GRDB Codable record"

  /// Perennial, with managed, observable objects.
  case perennial = "Perennial"

  /// Perennial, with stores that keep no history.
  case perennialWithoutHistory = "Perennial, no history"

  /// Perennial, doing the same to objects that are no presets.
  case perennialWithoutPresets = "Perennial, no presets"

  /// Perennial, with presets of a file.
  case perennialFromFile = "Perennial, from a file"

  /// Swift objects without a store, whose references are set by hand.
  case plain = "plain Swift objects"

  /// Returns `true` if the name begins with one of some texts, or if there are none.
  func isNamed(_ beginnings: [String]) -> Bool {
    let name = rawValue.lowercased()
    return beginnings.isEmpty || beginnings.contains { name.hasPrefix($0.lowercased()) }
  }

  /// The head of a column in which the others' figures are divided by those of this library.
  var asDivisor: String {
    switch self {
    case .raw: "× raw"
    case .plain: "× plain"
    case .perennialWithoutHistory, .perennialWithoutPresets: "× without"
    case .perennial: "× from arrays"
    default: "× \(rawValue)"
    }
  }
}
