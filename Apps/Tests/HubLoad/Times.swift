import Foundation

/// Times of one operation, in milliseconds.
struct Times: CustomStringConvertible {
  private var values: [Double] = []

  mutating func add(_ duration: Duration) { values.append(duration / .milliseconds(1)) }

  /// The median, the 99th percentile and the greatest time.
  var description: String {
    let sorted = values.sorted()
    func text(_ share: Double) -> String {
      guard let last = sorted.indices.last else { return "–" }
      return String(format: "%.2f", sorted[min(Int(Double(sorted.count) * share), last)])
    }
    return
      "p50 \(text(0.5)) ms, p99 \(text(0.99)) ms, at most \(text(1)) ms (\(sorted.count) times)"
  }
}
