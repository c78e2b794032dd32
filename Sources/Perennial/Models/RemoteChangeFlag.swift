import Synchronization

/// A flag that indicates whether a context has remote changes to merge.
///
/// The test is a single atomic load, because every property read performs it.
final class RemoteChangeFlag: Sendable {
  private let flag = Atomic<Bool>(false)

  var isSet: Bool { flag.load(ordering: .acquiring) }

  func set() { flag.store(true, ordering: .releasing) }

  func clear() { flag.store(false, ordering: .releasing) }
}
