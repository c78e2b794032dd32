#if !canImport(Darwin)
public import Foundation

/// A formatter of durations: “1:05:00”, “1h 5m”, “1 hour, 5 minutes”.
///
/// The locale is that of the calendar. Years and months, the styles `spellOut` and `brief`, and the
/// phrases are in English in every locale.
///
/// The remainder below the smallest unit is cut off. `allowsFractionalUnits`, `collapsesLargestUnit`
/// and parsing are not implemented.
///
/// ```swift
/// let formatter = DateComponentsFormatter()
/// formatter.unitsStyle = .full
/// formatter.allowedUnits = [.hour, .minute]
/// print(formatter.string(from: 3900) ?? "")  // 1 hour, 5 minutes
/// ```
open class DateComponentsFormatter: Formatter {
  /// The form of values and units.
  public enum UnitsStyle: Int, Sendable {
    /// “1:10:00”. Units larger than an hour precede the positions, in the style `abbreviated`.
    case positional
    /// “1h 10m”
    case abbreviated
    /// “1 hr, 10 min”
    case short
    /// “1 hour, 10 minutes”
    case full
    /// “one hour, ten minutes”
    case spellOut
    /// “1hr 10min”
    case brief
  }

  /// The choice of units that are left out if their value is 0.
  public struct ZeroFormattingBehavior: OptionSet, Sendable {
    /// The bits of the options, as on Apple's platforms.
    public let rawValue: UInt
    /// Creates options from their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// `dropLeading` in the style `positional`, and `dropAll` in the others.
    public static var `default`: Self { Self(rawValue: 1) }
    /// Leaves out units with the value 0 before the first other unit.
    public static var dropLeading: Self { Self(rawValue: 1 << 1) }
    /// Leaves out units with the value 0 between other units.
    public static var dropMiddle: Self { Self(rawValue: 1 << 2) }
    /// Leaves out units with the value 0 after the last other unit.
    public static var dropTrailing: Self { Self(rawValue: 1 << 3) }
    /// Leaves out all units with the value 0.
    public static var dropAll: Self { [.dropLeading, .dropMiddle, .dropTrailing] }
    /// Leaves out no unit. In the style `positional` the first value has two digits.
    public static var pad: Self { Self(rawValue: 1 << 16) }
  }

  /// The form of numbers and units; ``UnitsStyle/positional`` by default.
  open var unitsStyle = UnitsStyle.positional
  /// The units that the text may have: years, months, `weekOfMonth`, days, hours, minutes, seconds.
  /// Other units have no effect.
  open var allowedUnits: NSCalendar.Unit = [
    .year, .month, .weekOfMonth, .day, .hour, .minute, .second,
  ]
  /// The choice of units that are left out if their value is 0.
  open var zeroFormattingBehavior = ZeroFormattingBehavior.default
  /// The calendar that defines the lengths of units; nil for the current one.
  open var calendar: Calendar? = .autoupdatingCurrent
  /// The date at which durations begin, because months and years have different lengths; nil for the
  /// first of January 2001.
  open var referenceDate: Date?
  /// The maximum number of units, of which the largest are kept; 0 for all.
  open var maximumUnitCount = 0
  /// `true` if the text begins with “About”.
  open var includesApproximationPhrase = false
  /// `true` if the text ends with “remaining”.
  open var includesTimeRemainingPhrase = false
  /// The position of the text, which determines if it begins with a capital letter.
  open var formattingContext = Formatter.Context.unknown

  public override init() { super.init() }

  /// Returns `nil`, because formatters cannot be archived.
  public required init?(coder: NSCoder) { nil }

  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = DateComponentsFormatter()
    (copy.unitsStyle, copy.allowedUnits) = (unitsStyle, allowedUnits)
    (copy.zeroFormattingBehavior, copy.calendar) = (zeroFormattingBehavior, calendar)
    (copy.referenceDate, copy.maximumUnitCount) = (referenceDate, maximumUnitCount)
    copy.includesApproximationPhrase = includesApproximationPhrase
    copy.includesTimeRemainingPhrase = includesTimeRemainingPhrase
    copy.formattingContext = formattingContext
    return copy
  }

  /// Formats components with the default settings and a style.
  ///
  /// ```swift
  /// let hour = DateComponents(hour: 1, minute: 5)
  /// print(DateComponentsFormatter.localizedString(from: hour, unitsStyle: .abbreviated) ?? "")
  /// ```
  open class func localizedString(
    from components: DateComponents, unitsStyle: UnitsStyle
  ) -> String? {
    let formatter = DateComponentsFormatter()
    formatter.unitsStyle = unitsStyle
    return formatter.string(from: components)
  }

  /// Formats the sum of components; returns `nil` if the calendar cannot compute it.
  open func string(from components: DateComponents) -> String? {
    let start = referenceDate ?? Date(timeIntervalSinceReferenceDate: 0)
    let calendar = durationCalendar
    return calendar.date(byAdding: components, to: start).map { string(start, $0, calendar) }
  }

  /// Formats a number of seconds; returns `nil` if it is NaN, or more than 10,000 years.
  open func string(from ti: TimeInterval) -> String? {
    guard abs(ti) < 315_360_000_000 else { return nil }
    let start = referenceDate ?? Date(timeIntervalSinceReferenceDate: 0)
    return string(start, start.addingTimeInterval(ti), durationCalendar)
  }

  /// Formats the time between two dates; returns `nil` if it is more than 10,000 years.
  open func string(from startDate: Date, to endDate: Date) -> String? {
    guard abs(endDate.timeIntervalSince(startDate)) < 315_360_000_000 else { return nil }
    return string(startDate, endDate, calendar ?? .autoupdatingCurrent)
  }

  /// Formats date components; returns `nil` for any other object.
  open override func string(for obj: Any?) -> String? {
    (obj as? DateComponents).flatMap(string(from:))
  }

  /// The calendar for durations, without daylight saving time unless there is a reference date.
  private var durationCalendar: Calendar {
    var calendar = calendar ?? .autoupdatingCurrent
    if referenceDate == nil { calendar.timeZone = .gmt }
    return calendar
  }

  private func string(_ start: Date, _ end: Date, _ calendar: Calendar) -> String {
    let units = CalendarUnit.allCases.filter { allowedUnits.contains($0.allowed) }
    let components = calendar.dateComponents(Set(units.map(\.component)), from: start, to: end)
    let values = units.map {
      DurationValue(unit: $0, value: components.value(for: $0.component) ?? 0)
    }
    let isNegative = values.contains { $0.value < 0 }
    let text = DurationText(
      style: unitsStyle, isPadded: zeroFormattingBehavior.contains(.pad),
      locale: calendar.locale ?? .autoupdatingCurrent
    ).text(shown(values.map(\.magnitude)))
    return phrase(isNegative ? "-" + text : text)
  }

  /// Returns the values to show.
  private func shown(_ values: [DurationValue]) -> [DurationValue] {
    var behavior = zeroFormattingBehavior
    if behavior.contains(.default) {
      behavior.formUnion(unitsStyle == .positional ? .dropLeading : .dropAll)
    }
    let first = values.firstIndex { $0.value != 0 } ?? values.endIndex
    let last = values.lastIndex { $0.value != 0 } ?? values.startIndex
    let kept = values.indices.filter { index in
      if values[index].value != 0 || behavior.contains(.pad) { return true }
      if index < first { return !behavior.contains(.dropLeading) }
      return !behavior.contains(index > last ? .dropTrailing : .dropMiddle)
    }
    // A duration of zero shows its smallest unit.
    let shown = kept.isEmpty ? values.suffix(1) : kept.map { values[$0] }[...]
    return Array(maximumUnitCount > 0 ? shown.prefix(maximumUnitCount) : shown)
  }

  private func phrase(_ text: String) -> String {
    var text = text
    if includesApproximationPhrase {
      text = (formattingContext == .middleOfSentence ? "about " : "About ") + text
    }
    if includesTimeRemainingPhrase { text += " remaining" }
    switch formattingContext {
    case .beginningOfSentence, .standalone: return text.prefix(1).uppercased() + text.dropFirst()
    default: return text
    }
  }
}
#endif
