extension Int {
  /// Returns the number with a noun: `1 row`, `2 rows`.
  func of(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
