import Synchronization

/// The time of a simulated world.
final class WorldTime: Sendable {
  private let current = Atomic<Int64>(1_700_000_000_000)

  /// Milliseconds since 1970.
  var milliseconds: Int64 { current.load(ordering: .relaxed) }

  func advance(by milliseconds: Int64) { current.add(milliseconds, ordering: .relaxed) }
}
