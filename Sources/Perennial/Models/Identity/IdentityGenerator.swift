/// Generates identities for new objects: 63-bit numbers that ascend; see ``ClockedCounter``.
///
/// An object keeps its number for life. The number becomes the row's primary key when the object is
/// saved. Therefore a temporary identifier equals its permanent successor and has the same hash,
/// references between new objects need no remapping, and rows are in the file in the order of their
/// creation.
///
/// No other code takes numbers from this counter. Objects that are created one after the other have
/// consecutive keys, and SQLite finds the row next to the last one without a search.
enum IdentityGenerator {
  private static let counter = ClockedCounter()

  /// Returns a number greater than all that were generated before in this process.
  static func next() -> Int64 { counter.next() }

  /// Reserves `count` consecutive numbers, greater than all before, and returns the first of them.
  static func reserve(_ count: Int64) -> Int64 { counter.reserve(count) }
}
