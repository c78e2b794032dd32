/// Places in the orders of relationships: who is put in later comes later; see ``ClockedCounter``.
enum PlaceGenerator {
  private static let counter = ClockedCounter()

  /// A place behind all that this process was given before.
  static func next() -> Int64 { counter.next() }

  /// The first of `count` consecutive places behind all others.
  static func reserve(_ count: Int64) -> Int64 { counter.reserve(count) }
}
