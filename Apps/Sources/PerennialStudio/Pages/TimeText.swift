import Foundation

extension Date {
  /// The time in UTC to the second, as in `2026-01-31 18:30:00`.
  var studioText: String {
    formatted(
      .iso8601.year().month().day().dateTimeSeparator(.space).time(
        includingFractionalSeconds: false))
  }
}
