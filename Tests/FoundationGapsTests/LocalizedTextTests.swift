import Foundation
import SwiftData
import Testing

@Suite("Localized texts")
struct LocalizedTextTests {
  private static let english = Locale(identifier: "en_US")

  @Test("13.12 A text without a table is itself, with its values")
  func texts() {
    let (count, place) = (1234, "Rome")
    #expect(String(localized: "Trips", table: nil, bundle: nil, comment: "title") == "Trips")
    #expect(String(localized: "100%") == "100%")
    #expect(
      String(localized: "\(count) trips to \(place), 100%", locale: Self.english)
        == "1,234 trips to Rome, 100%")
    #expect(String(localized: "\(1.5, specifier: "%.2f") km", locale: Self.english) == "1.50 km")
    #expect(String(localized: "trip.title", defaultValue: "Trip to \(place)") == "Trip to Rome")
    let value: String.LocalizationValue = "plain"
    #expect(String(localized: value) == "plain")
  }

  @Test("41/38: A text with its values is stored and read again")
  func coding() throws {
    let values: [String.LocalizationValue] = [
      "plain 100%", "\(3) trips to \("Rome")", "\(1.5, specifier: "%.2f") km", "\(UInt64.max)",
    ]
    let data = try JSONEncoder().encode(values)
    #expect(try JSONDecoder().decode([String.LocalizationValue].self, from: data) == values)
  }

  @Test("13.12 A resource is a text for later")
  func resources() {
    let place = "Rome"
    var resource: LocalizedStringResource = "Trip to \(place)"
    resource.locale = Self.english
    #expect(resource.key == "Trip to %@")
    #expect(String(localized: resource) == "Trip to Rome")
    let named = LocalizedStringResource("trip.count", defaultValue: "\(3) trips", comment: "list")
    #expect((named.key, String(localized: named)) == ("trip.count", "3 trips"))
    #expect(LocalizedStringResource("a") == LocalizedStringResource("a"))
  }

  @Test("13.12 A bundle's table translates, and may change the order of values")
  func tables() throws {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("gaps-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: directory) }
    let language = directory.appendingPathComponent("en.lproj")
    try FileManager.default.createDirectory(at: language, withIntermediateDirectories: true)
    let table = #"""
      "%lld trips to %@" = "%2$@: %1$lld trips";
      "broken %@" = "%lld %q %3$@ %";
      """#
    try Data(table.utf8).write(to: language.appendingPathComponent("Trips.strings"))
    let bundle = try #require(Bundle(url: directory))
    func text(_ value: String.LocalizationValue) -> String {
      String(localized: value, table: "Trips", bundle: bundle, locale: Self.english)
    }
    #expect(text("\(3) trips to \("Rome")") == "Rome: 3 trips")
    #expect(text("broken \("x")") == "x %q %3$@ %")
    #expect(text("not in the table") == "not in the table")
    let resource = LocalizedStringResource(
      "\(3) trips to \("Rome")", table: "Trips", locale: Self.english, bundle: .atURL(directory))
    #expect(String(localized: resource) == "Rome: 3 trips")
  }
}
