import Foundation

extension Date {
  /// Creates the date of a number of milliseconds since 1970, the form that a hub stores.
  init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
