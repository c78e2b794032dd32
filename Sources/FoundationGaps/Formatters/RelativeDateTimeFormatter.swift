#if !canImport(Darwin)
public import Foundation

/// A formatter of dates relative to another date: “2 days ago”, “tomorrow”, “in 3 weeks”.
///
/// The text has the largest unit of the difference. The remainder is cut off.
///
/// ```swift
/// let formatter = RelativeDateTimeFormatter()
/// formatter.dateTimeStyle = .named
/// print(formatter.localizedString(from: DateComponents(day: -1)))  // yesterday
/// ```
open class RelativeDateTimeFormatter: Formatter {
  /// The choice between “1 day ago” and “yesterday”.
  public enum DateTimeStyle: Int, Sendable {
    /// “1 day ago”
    case numeric
    /// “yesterday”
    case named
  }

  /// The form of numbers and units.
  public enum UnitsStyle: Int, Sendable {
    /// “2 months ago”
    case full
    /// “two months ago”
    case spellOut
    /// “2 mo. ago”
    case short
    /// “2mo ago”
    case abbreviated
  }

  /// The choice between “1 day ago” and “yesterday”; ``DateTimeStyle/numeric`` by default.
  open var dateTimeStyle = DateTimeStyle.numeric
  /// The form of numbers and units; ``UnitsStyle/full`` by default.
  open var unitsStyle = UnitsStyle.full
  /// The position of the text, which determines if it begins with a capital letter.
  open var formattingContext = Formatter.Context.unknown
  /// The calendar of differences between dates; nil for the current one.
  open var calendar: Calendar!
  /// The locale of the text; nil for the current one.
  open var locale: Locale!

  public override init() { super.init() }

  /// Returns `nil`, because formatters cannot be archived.
  public required init?(coder: NSCoder) { nil }

  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = RelativeDateTimeFormatter()
    (copy.dateTimeStyle, copy.unitsStyle) = (dateTimeStyle, unitsStyle)
    (copy.formattingContext, copy.calendar, copy.locale) = (formattingContext, calendar, locale)
    return copy
  }

  /// Formats the largest unit of the components that is not 0. Negative values are in the past.
  open func localizedString(from dateComponents: DateComponents) -> String {
    let values = CalendarUnit.allCases.map { ($0, $0.value(in: dateComponents)) }
    let (unit, value) = values.first { $0.1 != 0 } ?? (.second, 0)
    return unit.text(
      value,
      Date.AnchoredRelativeFormatStyle(
        anchor: CalendarUnit.origin,
        presentation: dateTimeStyle == .named ? .named : .numeric,
        unitsStyle: width,
        locale: locale ?? .autoupdatingCurrent,
        calendar: CalendarUnit.calendar,
        capitalizationContext: formattingContext.capitalization))
  }

  /// Formats a date that is a number of seconds from now.
  open func localizedString(fromTimeInterval timeInterval: TimeInterval) -> String {
    let now = Date()
    return localizedString(for: now.addingTimeInterval(timeInterval), relativeTo: now)
  }

  /// Formats a date relative to a reference date.
  ///
  /// ```swift
  /// let now = Date()
  /// let inAnHour = now.addingTimeInterval(3600)
  /// let text = RelativeDateTimeFormatter().localizedString(for: inAnHour, relativeTo: now)
  /// print(text)  // in 1 hour
  /// ```
  open func localizedString(for date: Date, relativeTo referenceDate: Date) -> String {
    let units = Set(CalendarUnit.allCases.map(\.component))
    let calendar = calendar ?? .autoupdatingCurrent
    return localizedString(
      from: calendar.dateComponents(units, from: referenceDate.inReach, to: date.inReach))
  }

  /// Formats a date relative to now; returns `nil` for any other object.
  open override func string(for obj: Any?) -> String? {
    (obj as? Date).map { localizedString(for: $0, relativeTo: Date()) }
  }

  private var width: Date.RelativeFormatStyle.UnitsStyle {
    switch unitsStyle {
    case .full: .wide
    case .spellOut: .spellOut
    case .short: .abbreviated
    case .abbreviated: .narrow
    }
  }
}

extension CalendarUnit {
  /// The calendar that computes a date at an exact distance from `origin`.
  fileprivate static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()
  fileprivate static let origin = Date(timeIntervalSinceReferenceDate: 0)

  private var field: Date.RelativeFormatStyle.Field {
    switch self {
    case .year: .year
    case .month: .month
    case .week: .week
    case .day: .day
    case .hour: .hour
    case .minute: .minute
    case .second: .second
    }
  }

  fileprivate func value(in components: DateComponents) -> Int {
    switch self {
    case .week: components.weekOfMonth ?? components.weekOfYear ?? 0
    default: components.value(for: component) ?? 0
    }
  }

  fileprivate func text(_ value: Int, _ style: Date.AnchoredRelativeFormatStyle) -> String {
    // Limits the value to the range in which calendars compute.
    let value = min(max(value, -count(inYears: 10_000)), count(inYears: 10_000))
    var style = style
    style.allowedFields = [field]
    style.anchor =
      Self.calendar.date(byAdding: component, value: value, to: Self.origin) ?? Self.origin
    return style.format(Self.origin)
  }

  /// Returns the number of such units in a number of years, or slightly less.
  private func count(inYears years: Int) -> Int {
    switch self {
    case .year: years
    case .month: years * 12
    case .week: years * 52
    case .day: years * 365
    case .hour: years * 365 * 24
    case .minute: years * 365 * 24 * 60
    case .second: years * 365 * 24 * 60 * 60
    }
  }
}

extension Date {
  /// The date, limited to the range in which calendars compute.
  fileprivate var inReach: Date {
    let seconds = timeIntervalSinceReferenceDate
    guard !seconds.isNaN else { return Date(timeIntervalSinceReferenceDate: 0) }
    return Date(timeIntervalSinceReferenceDate: min(max(seconds, -6e10), 3e11))
  }
}

extension Formatter.Context {
  var capitalization: FormatStyleCapitalizationContext {
    switch self {
    case .standalone: .standalone
    case .listItem: .listItem
    case .beginningOfSentence: .beginningOfSentence
    case .middleOfSentence: .middleOfSentence
    default: .unknown
    }
  }
}
#endif
