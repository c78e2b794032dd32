import Foundation
import RandomTesting
import Testing

@testable import PerennialJSON

@Suite("Dates as text")
struct DateTextTests {
  @Test(
    "A date is written as ISO 8601 writes it",
    arguments: [
      (0.0, "2001-01-01T00:00:00Z"),
      (0.5, "2001-01-01T00:00:00.5Z"),
      (-0.25, "2000-12-31T23:59:59.75Z"),
      (-1, "2000-12-31T23:59:59Z"),
      (785_000_000.123456, "2025-11-16T15:33:20.123456Z"),
      (-978_307_200, "1970-01-01T00:00:00Z"),
      (-26_524_800, "2000-02-29T00:00:00Z"),
      (-63_113_904_000, "0001-01-01T00:00:00Z"),
      (252_423_993_599, "9999-12-31T23:59:59Z"),
    ])
  func known(_ seconds: Double, _ text: String) {
    #expect(DateText.text(seconds) == text)
    #expect(DateText.seconds(text) == seconds)
  }

  @Test("Foundation reads the same, to the second")
  func foundation() throws {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<2000 {
      let seconds = Double(Int64.random(in: -63_113_904_000..<252_423_993_600, using: &random))
      let text = try #require(DateText.text(seconds))
      // Foundation's calendar is Julian before 1582.
      guard seconds > -13_000_000_000 else { continue }
      let date = try Date(text, strategy: .iso8601)
      #expect(date.timeIntervalSinceReferenceDate == seconds, "\(text)")
    }
  }

  @Test("Every number of seconds comes back to the bit, or is not written as a date")
  func bits() {
    var random = SeededGenerator(seed: 12)
    var written = 0
    for _ in 0..<20_000 {
      let exponent = Double.random(in: -6...12, using: &random)
      let seconds = Double.random(in: -1...1, using: &random) * pow(10, exponent)
      guard let text = DateText.text(seconds) else { continue }
      written += 1
      #expect(DateText.seconds(text)?.bitPattern == seconds.bitPattern, "\(text)")
    }
    #expect(written > 10_000)
  }

  @Test(
    "What is no date is none",
    arguments: [
      "", "2001-01-01", "2001-01-01T00:00:00", "2001-13-01T00:00:00Z", "2001-02-29T00:00:00Z",
      "2001-01-01T24:00:00Z", "2001-01-01T00:60:00Z", "2001-01-01T00:00:00.Z",
      "2001-01-01T00:00:00,5Z", "0000-01-01T00:00:00Z", "2001-01-01T00:00:00+1",
      "2001-01-01T00:00:00+1:00", "2001-01-01T00:00:00+24:00", "2001-01-01T00:00:00+01:60",
      "2001-01-01T00:00:00+01:0", "2001-01-01T00:00:00 +01:00", "2001-01-01T00:00:00z",
      "2001-01-01_00:00:00Z", "2001-1-01T00:00:000Z", "２001-01-01T00:00:00Z",
    ])
  func none(_ text: String) { #expect(DateText.seconds(text) == nil) }

  @Test(
    "41/21: What usual tools make of a date is the same date",
    arguments: [
      ("2026-11-20 00:00:00Z", "2026-11-20T00:00:00Z"),
      ("2026-11-20 00:00:00+00", "2026-11-20T00:00:00Z"),
      ("2026-11-20 00:00:00+00:00", "2026-11-20T00:00:00Z"),
      ("2026-11-20T00:00:00+0000", "2026-11-20T00:00:00Z"),
      ("2026-11-20T00:00:00+01:00", "2026-11-19T23:00:00Z"),
      ("2026-11-20 00:00:00.250-0330", "2026-11-20T03:30:00.25Z"),
      ("2000-12-31 23:00:00.5-01", "2001-01-01T00:00:00.5Z"),
    ])
  func ofTools(text: String, same: String) throws {
    let seconds = try #require(DateText.seconds(text))
    #expect(DateText.text(seconds) == same)
    #expect(!DateText.lacksZone(text))
  }

  @Test(
    "41/21: Only a zone is missing",
    arguments: ["2026-11-20", "2026-11-20 12:00:00", "2026-11-20T12:00:00.5"])
  func withoutZone(_ text: String) {
    #expect(DateText.lacksZone(text))
    #expect(!DateText.lacksZone("\(text)?"))
  }
}
