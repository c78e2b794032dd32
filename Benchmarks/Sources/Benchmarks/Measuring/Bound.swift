/// A promise about Perennial's figure.
enum Bound: Sendable {
  /// At most so many times the median of the workload's reference.
  case ratio(Double)

  /// At most so many bytes.
  case bytes(Double)

  /// At most so many milliseconds on the wall.
  case milliseconds(Double)

  /// The unit of a figure and of its limit.
  enum Unit: String, Codable, Sendable {
    case ratio, bytes, milliseconds
  }

  /// The largest figure that keeps the promise.
  var limit: Double {
    switch self {
    case .ratio(let limit), .bytes(let limit), .milliseconds(let limit): limit
    }
  }

  var unit: Unit {
    switch self {
    case .ratio: .ratio
    case .bytes: .bytes
    case .milliseconds: .milliseconds
    }
  }

  /// The figure of a contender that the promise is about.
  func figure(_ line: Outcome.Line) -> Double? {
    switch self {
    case .ratio: line.ratio
    case .bytes: line.median
    case .milliseconds: line.wallMedian.map { $0 / 1_000_000 }
    }
  }
}
