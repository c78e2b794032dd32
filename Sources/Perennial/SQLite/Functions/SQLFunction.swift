/// The functions that conditions use: SQLite's own, and those that ``SQLFunctions`` adds.
enum SQLFunction: String {
  // SQLite's own functions.
  case length
  case typeof
  case jsonArrayLength = "json_array_length"
  // Functions of texts, which compare characters like Swift.
  case contains = "perennial_contains"
  case starts = "perennial_starts"
  case characterCount = "perennial_count"
  case matches = "perennial_matches"
  case localizedContains = "perennial_localized_contains"
  case caseInsensitiveCompare = "perennial_compare_ignoring_case"
  case localizedCompare = "perennial_compare_localized"
  case arrayContains = "perennial_array_contains"
  // Functions of numbers.
  case divide = "perennial_divide"
  // Functions for values that JSON cannot represent directly.
  case blob = "perennial_blob"
  case text = "perennial_text"
  case real = "perennial_real"

  /// `true` if the function returns NULL if an argument is NULL.
  var isStrict: Bool { self != .typeof }

  /// `true` if the function may return NULL although no argument is NULL.
  var mayReturnNull: Bool { self == .divide }
}

/// The collations that ``SQLFunctions`` adds.
enum SQLCollation: String {
  case localizedStandard = "perennial_standard"
}
