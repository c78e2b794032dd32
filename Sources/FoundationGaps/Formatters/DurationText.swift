#if !canImport(Darwin)
import Foundation

/// A unit of a duration or a relative date. The cases are sorted from the largest unit to the smallest.
enum CalendarUnit: CaseIterable {
  case year, month, week, day, hour, minute, second

  var allowed: NSCalendar.Unit {
    switch self {
    case .year: .year
    case .month: .month
    case .week: .weekOfMonth
    case .day: .day
    case .hour: .hour
    case .minute: .minute
    case .second: .second
    }
  }

  var component: Calendar.Component {
    switch self {
    case .year: .year
    case .month: .month
    case .week: .weekOfMonth
    case .day: .day
    case .hour: .hour
    case .minute: .minute
    case .second: .second
    }
  }

  /// The corresponding unit of a `Duration`, and its seconds; nil for units of variable length.
  var exact: (unit: Duration.UnitsFormatStyle.Unit, seconds: Int64)? {
    switch self {
    case .year, .month: nil
    case .week: (.weeks, 604_800)
    case .day: (.days, 86_400)
    case .hour: (.hours, 3_600)
    case .minute: (.minutes, 60)
    case .second: (.seconds, 1)
    }
  }

  var isOfClock: Bool { [.hour, .minute, .second].contains(self) }

  /// Returns the English name of the unit: in full, short, and as a letter.
  fileprivate func name(of value: Int) -> (full: String, short: String, letter: String) {
    let (full, short, letter) =
      switch self {
      case .year: ("year", "yr", "y")
      case .month: ("month", "mth", "mo")
      case .week: ("week", "wk", "w")
      case .day: ("day", "day", "d")
      case .hour: ("hour", "hr", "h")
      case .minute: ("minute", "min", "m")
      case .second: ("second", "sec", "s")
      }
    if value == 1 { return (full, short, letter) }
    return (full + "s", isOfClock ? short : short + "s", letter)
  }
}

/// A number of units.
struct DurationValue {
  let unit: CalendarUnit
  let value: Int

  var magnitude: DurationValue {
    DurationValue(unit: unit, value: value == .min ? .max : abs(value))
  }
}

/// A duration as text.
struct DurationText {
  let style: DateComponentsFormatter.UnitsStyle
  let isPadded: Bool
  let locale: Locale

  func text(_ values: [DurationValue]) -> String {
    switch style {
    case .positional: positional(values)
    case .abbreviated: words(values, width: .narrow) { "\($0)\($1.letter)" }
    case .short: words(values, width: .abbreviated) { "\($0) \($1.short)" }
    case .full: words(values, width: .wide) { "\($0) \($1.full)" }
    case .brief: words(values, width: nil) { "\($0)\($1.short)" }
    case .spellOut: words(values, width: nil) { "\(spelledOut($0)) \($1.full)" }
    }
  }

  // MARK: Positions

  /// Returns hours, minutes and seconds with colons between them, after larger units.
  private func positional(_ values: [DurationValue]) -> String {
    let (clock, days) = (values.filter(\.unit.isOfClock), values.filter { !$0.unit.isOfClock })
    let others = DurationText(style: .abbreviated, isPadded: false, locale: locale)
    guard !clock.isEmpty else { return others.text(values) }
    let time = self.clock(clock) ?? others.text(clock)
    return days.isEmpty ? time : "\(others.text(days)) \(time)"
  }

  /// Returns the units in positions; nil for combinations without a positional format, such as hours
  /// and seconds without minutes.
  private func clock(_ values: [DurationValue]) -> String? {
    let length = isPadded ? 2 : 1
    let duration = Duration.seconds(seconds(values))
    let pattern: Duration.TimeFormatStyle.Pattern
    switch values.map(\.unit) {
    case [.hour, .minute, .second]: pattern = .hourMinuteSecond(padHourToLength: length)
    case [.hour, .minute]: pattern = .hourMinute(padHourToLength: length)
    case [.minute, .second]: pattern = .minuteSecond(padMinuteToLength: length)
    case [.hour], [.minute], [.second]:
      return values[0].value.formatted(
        .number.grouping(.never).precision(.integerLength(length...)).locale(locale))
    default: return nil
    }
    return duration.formatted(.time(pattern: pattern).locale(locale))
  }

  // MARK: Words

  private func words(
    _ values: [DurationValue],
    width: Duration.UnitsFormatStyle.UnitWidth?,
    _ english: (Int, (full: String, short: String, letter: String)) -> String
  ) -> String {
    let exact = values.compactMap(\.unit.exact)
    if let width, locale.language.languageCode != .english, exact.count == values.count {
      return Duration.seconds(seconds(values)).formatted(
        .units(
          allowed: Set(exact.map(\.unit)), width: width, zeroValueUnits: .show(length: 1)
        ).locale(locale))
    }
    let separator = style == .abbreviated || style == .brief ? " " : ", "
    return values.map { english($0.value, $0.unit.name(of: $0.value)) }
      .joined(separator: separator)
  }

  private func spelledOut(_ value: Int) -> String {
    let formatter = NumberFormatter()
    formatter.numberStyle = .spellOut
    formatter.locale = Locale(identifier: "en_US")
    return formatter.string(from: NSNumber(value: value)) ?? "\(value)"
  }

  private func seconds(_ values: [DurationValue]) -> Int64 {
    values.reduce(0) { sum, value in
      sum + Int64(value.value) * (value.unit.exact?.seconds ?? 0)
    }
  }
}
#endif
