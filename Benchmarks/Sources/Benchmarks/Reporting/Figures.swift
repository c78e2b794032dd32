import Foundation

/// Figures as people read them.
enum Figures {
  /// Nanoseconds in the unit that leaves one to three digits before the point.
  static func duration(_ nanoseconds: Double) -> String {
    switch nanoseconds {
    case ..<1_000: String(format: "%.0f ns", nanoseconds)
    case ..<1_000_000: String(format: "%.2f µs", nanoseconds / 1_000)
    default: String(format: "%.2f ms", nanoseconds / 1_000_000)
    }
  }

  static func bytes(_ bytes: Double) -> String {
    String(format: "%.0f B", bytes)
  }

  static func percent(_ part: Double) -> String {
    String(format: "%.1f %%", part * 100)
  }

  static func ratio(_ ratio: Double) -> String {
    String(format: ratio < 0.1 ? "%.3f" : "%.2f", ratio)
  }
}

extension String {
  /// The text with spaces before it, up to a width.
  func right(_ width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }

  /// The text with spaces after it, up to a width.
  func left(_ width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
