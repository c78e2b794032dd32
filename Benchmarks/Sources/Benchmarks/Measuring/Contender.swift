/// A library that takes part in a workload.
struct Contender {
  let library: Library

  /// Does the work once. What is not timed on the stopwatch is preparation and does not count.
  let round: (Stopwatch) throws -> Void
}
