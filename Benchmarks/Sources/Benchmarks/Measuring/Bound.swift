/// A promise about Perennial's figure.
enum Bound: Sendable {
  /// At most so many times the median of the workload's reference.
  case ratio(Double)

  /// At most so many bytes.
  case bytes(Double)

  /// The largest figure that keeps the promise.
  var limit: Double {
    switch self {
    case .ratio(let limit), .bytes(let limit): limit
    }
  }
}
