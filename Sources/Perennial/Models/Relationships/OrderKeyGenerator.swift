/// Generates order keys for relationships. Members that are added later have greater keys; see
/// ``ClockedCounter``.
package enum OrderKeyGenerator {
  private static let counter = ClockedCounter()

  /// Returns an order key greater than all that were generated before in this process.
  package static func next() -> Int64 { counter.next() }

  /// Reserves `count` consecutive order keys, greater than all before, and returns the first of
  /// them.
  package static func reserve(_ count: Int64) -> Int64 { counter.reserve(count) }
}
