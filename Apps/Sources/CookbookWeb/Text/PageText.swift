import CookbookModel
import Foundation

/// The texts for numbers and days on the pages.
enum PageText {
  /// `45 min`, `1 h 30 min`, `2 h`.
  static func duration(_ minutes: Int) -> String {
    let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
    if hours == 0 { return "\(rest) min" }
    return rest == 0 ? "\(hours) h" : "\(hours) h \(rest) min"
  }

  /// `1 recipe`, `5 recipes`.
  static func count(_ count: Int, one: String, many: String) -> String {
    count == 1 ? "1 \(one)" : "\(count) \(many)"
  }

  /// `once`, `twice`, `3 times`.
  static func times(_ count: Int) -> String {
    switch count {
    case 1: "once"
    case 2: "twice"
    default: "\(count) times"
    }
  }

  /// `4.5`
  static func rating(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  /// A day as form fields want it, such as `2026-03-09`.
  static func day(_ date: Date) -> String {
    date.formatted(Date.ISO8601FormatStyle(timeZone: .current).year().month().day())
  }

  /// A day as people read it, such as `9 March 2026`.
  static func longDay(_ date: Date) -> String {
    let parts = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day], from: date)
    guard let year = parts.year, let month = parts.month, let day = parts.day else { return "" }
    return "\(day) \(months[month - 1]) \(year)"
  }

  /// A time of the day, such as `09:05`.
  static func time(_ date: Date) -> String {
    let parts = Calendar(identifier: .gregorian).dateComponents([.hour, .minute], from: date)
    func digits(_ number: Int?) -> String {
      let text = String(number ?? 0)
      return text.count < 2 ? "0\(text)" : text
    }
    return "\(digits(parts.hour)):\(digits(parts.minute))"
  }

  /// A day and a time, such as `9 March 2026, 09:05`.
  static func moment(_ date: Date) -> String { "\(longDay(date)), \(time(date))" }

  /// The date of a day written like `2026-03-09`; today keeps the time of day, so that the newest
  /// entry of a log comes first.
  static func date(ofDay text: String) -> Date? {
    if text == day(Date()) { return Date() }
    return startOfDay(text)
  }

  /// The first moment of a day written like `2026-03-09`.
  static func startOfDay(_ text: String) -> Date? {
    let style = Date.ISO8601FormatStyle(timeZone: .current).year().month().day()
    return try? style.parse(text)
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}
