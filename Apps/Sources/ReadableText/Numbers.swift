extension Int {
  /// The number with its digits in groups of three.
  package var grouped: String {
    let digits = String(magnitude)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return self < 0 ? "-\(text)" : text
  }

  /// A number of bytes, in the unit that people would take.
  package var byteCount: String {
    let units = ["KB", "MB", "GB", "TB"]
    if self < 1000 { return "\(self) bytes" }
    var tenths = self / 100
    var unit = 0
    while tenths >= 10_000, unit < units.count - 1 {
      tenths /= 1000
      unit += 1
    }
    return tenths % 10 == 0
      ? "\(tenths / 10) \(units[unit])" : "\(tenths / 10).\(tenths % 10) \(units[unit])"
  }

  /// The number with a noun: `1 object`, `2 objects`.
  package func of(_ noun: String) -> String { "\(grouped) \(noun)\(self == 1 ? "" : "s")" }
}
