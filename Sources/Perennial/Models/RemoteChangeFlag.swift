import Synchronization

/// A flag that indicates whether a context has remote changes to merge.
///
/// The test is a single atomic load, because every property read performs it.
final class RemoteChangeFlag: Sendable {
  private let flag = Atomic<Bool>(false)

  var isSet: Bool { flag.load(ordering: .acquiring) }

  /// Sets the flag.
  ///
  /// - Returns: `true` if it was not set.
  func set() -> Bool { !isSet && !flag.exchange(true, ordering: .acquiringAndReleasing) }

  func clear() { flag.store(false, ordering: .releasing) }
}
