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

  /// A number of bytes, in the unit that people would take, rounded to a tenth of it.
  package var byteCount: String {
    if self < 1000 { return of("byte") }
    let units = ["KB", "MB", "GB", "TB"]
    var (unit, tenth) = (0, 100)
    // From 999.95 on, a number is rounded to 1 of the next unit.
    while unit < units.count - 1, self >= 10_000 * tenth - tenth / 2 {
      unit += 1
      tenth *= 1000
    }
    let tenths = self / tenth + (self % tenth >= tenth / 2 ? 1 : 0)
    return tenths % 10 == 0
      ? "\((tenths / 10).grouped) \(units[unit])"
      : "\((tenths / 10).grouped).\(tenths % 10) \(units[unit])"
  }

  /// The number with a noun: `1 object`, `2 objects`.
  package func of(_ noun: String) -> String { "\(grouped) \(noun)\(self == 1 ? "" : "s")" }
}
