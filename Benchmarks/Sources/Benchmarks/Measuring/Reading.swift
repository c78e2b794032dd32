/// The reading of one round, for one step of a workload, by one contender.
enum Reading: Sendable {
  /// Work that took this time and consisted of so many like operations.
  case time(Time, operations: Int)

  /// Bytes for each object, or of a whole file.
  case bytes(Double)

  /// The figure that is compared: nanoseconds of processor time for each operation, or bytes.
  var figure: Double {
    switch self {
    case .time(let time, let operations): time.cpu * 1e9 / Double(operations)
    case .bytes(let bytes): bytes
    }
  }

  /// Nanoseconds on the wall for each operation, where time was measured.
  var wallFigure: Double? {
    switch self {
    case .time(let time, let operations): time.wall * 1e9 / Double(operations)
    case .bytes: nil
    }
  }
}
