/// A comparison of texts, in SQL and in Swift.
enum TextFunction {
  case contains, localizedContains, beginsWith

  /// The function of SQL.
  var sql: String {
    switch self {
    case .contains: "perennial_contains"
    case .localizedContains: "perennial_localized_contains"
    case .beginsWith: "perennial_starts"
    }
  }

  /// The method of Swift.
  var method: String {
    switch self {
    case .contains: "contains"
    case .localizedContains: "localizedStandardContains"
    case .beginsWith: "starts"
    }
  }

  /// The label of the method's argument; empty if it has none.
  var label: String { self == .beginsWith ? "with: " : "" }
}
