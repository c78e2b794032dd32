/// The functions that conditions use: SQLite's, and those that ``SQLFunctions`` adds.
enum SQLFunction: String {
  // SQLite's.
  case length
  case typeof
  case jsonArrayLength = "json_array_length"
  // Text, as Swift sees it: as characters.
  case contains = "perennial_contains"
  case starts = "perennial_starts"
  case characterCount = "perennial_count"
  case matches = "perennial_matches"
  case localizedContains = "perennial_localized_contains"
  case caseInsensitiveCompare = "perennial_compare_ignoring_case"
  case localizedCompare = "perennial_compare_localized"
  case arrayContains = "perennial_array_contains"
  // Numbers.
  case divide = "perennial_divide"
  // Values that JSON cannot carry as they are.
  case blob = "perennial_blob"
  case text = "perennial_text"
  case real = "perennial_real"

  /// Whether the function returns NULL if an argument is NULL.
  var isStrict: Bool { self != .typeof }

  /// Whether the function may return NULL although no argument is NULL.
  var mayReturnNull: Bool { self == .divide }
}

/// The collations that ``SQLFunctions`` adds.
enum SQLCollation: String {
  case localizedStandard = "perennial_standard"
}
