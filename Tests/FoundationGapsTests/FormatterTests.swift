import Foundation
import SwiftData
import Testing

private let english = Locale(identifier: "en_US")

@Suite("ListFormatter")
struct ListFormatterTests {
  static let listForms: [([String], String, String)] = [
    ([], "en_US", ""), (["A"], "en_US", "A"), (["A", "B"], "en_US", "A and B"),
    (["A", "B", "C"], "en_US", "A, B, and C"), (["A", "B", "C"], "en_GB", "A, B and C"),
    (["A", "B", "C"], "de_DE", "A, B und C"),
  ]

  @Test(
    "13.12 Lists are joined by the locale's rules",
    arguments: listForms)
  func lists(items: [String], locale: String, text: String) {
    let formatter = ListFormatter()
    formatter.locale = Locale(identifier: locale)
    #expect(formatter.string(from: items) == text)
    #expect(formatter.string(for: items) == text)
  }

  @Test("13.12 Items have a formatter of their own")
  func items() throws {
    let formatter = ListFormatter()
    formatter.locale = english
    let numbers = NumberFormatter()
    numbers.numberStyle = .spellOut
    numbers.locale = english
    formatter.itemFormatter = numbers
    #expect(formatter.string(from: [1, 2, 3]) == "one, two, and three")
    let copy = try #require(formatter.copy() as? ListFormatter)
    #expect(copy.string(from: [1, 2]) == "one and two")
    #expect(formatter.string(for: "no array") == nil)
    #expect(ListFormatter.localizedString(byJoining: ["A"]) == "A")
  }
}

@Suite("RelativeDateTimeFormatter")
struct RelativeDateTimeFormatterTests {
  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()

  private static func formatter(
    _ style: RelativeDateTimeFormatter.DateTimeStyle = .numeric,
    _ units: RelativeDateTimeFormatter.UnitsStyle = .full, _ locale: String = "en_US"
  ) -> RelativeDateTimeFormatter {
    let formatter = RelativeDateTimeFormatter()
    (formatter.dateTimeStyle, formatter.unitsStyle) = (style, units)
    (formatter.locale, formatter.calendar) = (Locale(identifier: locale), calendar)
    return formatter
  }

  @Test(
    "13.12 Components are formatted by their largest unit",
    arguments: [
      (DateComponents(day: -2), "2 days ago", "2 days ago"),
      (DateComponents(day: -1), "1 day ago", "yesterday"),
      (DateComponents(day: 1, hour: 5), "in 1 day", "tomorrow"),
      (DateComponents(weekOfMonth: 3), "in 3 weeks", "in 3 weeks"),
      (DateComponents(weekOfMonth: -1), "1 week ago", "last week"),
      (DateComponents(month: 1), "in 1 month", "next month"),
      (DateComponents(year: -1), "1 year ago", "last year"),
      (DateComponents(day: 14), "in 14 days", "in 14 days"),
      (DateComponents(hour: -36), "36 hours ago", "36 hours ago"),
      (DateComponents(), "in 0 seconds", "now"),
    ])
  func components(components: DateComponents, numeric: String, named: String) {
    #expect(Self.formatter().localizedString(from: components) == numeric)
    #expect(Self.formatter(.named).localizedString(from: components) == named)
  }

  static let distances: [(TimeInterval, String)] = [
    (-120.0, "2 minutes ago"), (119, "in 1 minute"), (-3600 * 47, "1 day ago"),
    (86_400 * 10, "in 1 week"), (-86_400 * 40, "1 month ago"), (86_400 * 800, "in 2 years"),
    (5, "in 5 seconds"),
  ]

  @Test(
    "13.12 Dates are cut off and not rounded",
    arguments: distances)
  func dates(seconds: TimeInterval, text: String) {
    let reference = Date(timeIntervalSinceReferenceDate: 800_000_000)
    let date = reference.addingTimeInterval(seconds)
    #expect(Self.formatter().localizedString(for: date, relativeTo: reference) == text)
  }

  @Test("13.12 An interval is as seen from now")
  func interval() {
    #expect(Self.formatter().localizedString(fromTimeInterval: -120) == "2 minutes ago")
    #expect(Self.formatter().string(for: 5) == nil)
  }

  @Test("13.12 Units have four styles, and texts a language")
  func styles() {
    let components = DateComponents(month: -2)
    let units: [RelativeDateTimeFormatter.UnitsStyle] = [.full, .spellOut, .short, .abbreviated]
    #expect(
      units.map { Self.formatter(.numeric, $0).localizedString(from: components) }
        == ["2 months ago", "two months ago", "2 mo. ago", "2mo ago"])
    let german = Self.formatter(.named, .full, "de_DE")
    #expect(german.localizedString(from: DateComponents(day: -1)) == "gestern")
    let capital = Self.formatter(.named)
    capital.formattingContext = .beginningOfSentence
    #expect(capital.localizedString(from: DateComponents(day: 1)) == "Tomorrow")
  }

  @Test(
    "13.12 No time is too far away", arguments: [Double.infinity, -.infinity, .nan, 1e300, -1e12])
  func extremes(seconds: Double) {
    #expect(!Self.formatter().localizedString(fromTimeInterval: seconds).isEmpty)
    #expect(!Self.formatter().localizedString(from: DateComponents(second: .min)).isEmpty)
  }
}

@Suite("DateComponentsFormatter")
struct DateComponentsFormatterTests {
  typealias Style = DateComponentsFormatter.UnitsStyle
  typealias Zeros = DateComponentsFormatter.ZeroFormattingBehavior

  private static func formatter(
    _ style: Style, _ units: NSCalendar.Unit, _ zeros: Zeros = .default, locale: String = "en_US"
  ) -> DateComponentsFormatter {
    let formatter = DateComponentsFormatter()
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    calendar.locale = Locale(identifier: locale)
    formatter.calendar = calendar
    (formatter.unitsStyle, formatter.allowedUnits) = (style, units)
    formatter.zeroFormattingBehavior = zeros
    return formatter
  }

  @Test(
    "13.12 A duration has six styles",
    arguments: [
      (Style.positional, "1:05:03"), (.abbreviated, "1h 5m 3s"), (.short, "1 hr, 5 min, 3 sec"),
      (.full, "1 hour, 5 minutes, 3 seconds"), (.spellOut, "one hour, five minutes, three seconds"),
      (.brief, "1hr 5min 3sec"),
    ])
  func styles(style: Style, text: String) {
    let formatter = Self.formatter(style, [.hour, .minute, .second])
    #expect(formatter.string(from: 3903) == text)
    #expect(formatter.string(from: DateComponents(minute: 65, second: 3)) == text)
    let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
    #expect(formatter.string(from: start, to: start.addingTimeInterval(3903)) == text)
    #expect(formatter.string(for: DateComponents(second: 3903)) == text)
  }

  static let zeroForms: [(Style, Zeros, Double, String)] = [
    (Style.positional, Zeros.default, 3900.0, "1:05:00"), (.positional, .default, 303, "5:03"),
    (.positional, .pad, 3900, "01:05:00"), (.positional, .pad, 303, "00:05:03"),
    (.abbreviated, .default, 3600, "1h"), (.abbreviated, .default, 3610, "1h 10s"),
    (.abbreviated, .default, 0, "0s"), (.abbreviated, .dropLeading, 600, "10m 0s"),
    (.abbreviated, .dropMiddle, 3610, "1h 10s"), (.abbreviated, .dropTrailing, 600, "0h 10m"),
    (.abbreviated, .pad, 0, "0h 0m 0s"), (.full, .dropAll, 60, "1 minute"),
    (.abbreviated, [], 3600, "1h 0m 0s"),
  ]

  @Test(
    "13.12 Zeros are dropped or shown",
    arguments: zeroForms)
  func zeros(style: Style, zeros: Zeros, seconds: Double, text: String) {
    #expect(Self.formatter(style, [.hour, .minute, .second], zeros).string(from: seconds) == text)
  }

  @Test("13.12 Only the units that are allowed appear, and as many as may")
  func units() {
    #expect(Self.formatter(.positional, [.minute, .second], .pad).string(from: 65) == "01:05")
    #expect(Self.formatter(.positional, [.minute, .second]).string(from: 3700) == "61:40")
    #expect(Self.formatter(.full, [.day, .hour]).string(from: 90_000) == "1 day, 1 hour")
    #expect(Self.formatter(.full, [.hour]).string(from: 7_199) == "1 hour")
    #expect(Self.formatter(.positional, [.day, .hour, .minute]).string(from: 90_060) == "1d 1:01")
    let one = Self.formatter(.full, [.hour, .minute, .second])
    one.maximumUnitCount = 1
    #expect(one.string(from: 7_140) == "1 hour")
    one.maximumUnitCount = 2
    #expect(one.string(from: 4_230) == "1 hour, 10 minutes")
    let months = Self.formatter(.full, [.year, .month, .day])
    months.referenceDate = Date(timeIntervalSinceReferenceDate: 31 * 86_400)
    #expect(months.string(from: DateComponents(day: 28)) == "1 month")
    #expect(months.string(from: DateComponents(year: 2, month: 1)) == "2 years, 1 month")
  }

  @Test("13.12 Phrases, signs and other languages")
  func rest() {
    let formatter = Self.formatter(.full, [.minute])
    formatter.includesApproximationPhrase = true
    formatter.includesTimeRemainingPhrase = true
    #expect(formatter.string(from: 300) == "About 5 minutes remaining")
    #expect(Self.formatter(.positional, [.hour, .minute]).string(from: -3900) == "-1:05")
    let german = Self.formatter(.full, [.hour, .minute], locale: "de_DE")
    #expect(german.string(from: 3900) == "1 Stunde und 5 Minuten")
    let sentence = Self.formatter(.spellOut, [.hour])
    sentence.formattingContext = .beginningOfSentence
    #expect(sentence.string(from: 7200) == "Two hours")
  }

  @Test("13.12 What is no duration has no text", arguments: [Double.infinity, .nan, -1e300])
  func extremes(seconds: Double) {
    #expect(Self.formatter(.full, [.hour]).string(from: seconds) == nil)
    #expect(
      DateComponentsFormatter.localizedString(
        from: DateComponents(hour: 1), unitsStyle: .abbreviated) != nil)
  }
}
