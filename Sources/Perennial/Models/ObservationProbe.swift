import Observation
import Synchronization

/// Tells whether somebody tracks observation on this thread.
///
/// A registrar for each object would double the cost of an object, so only objects that are read
/// while tracking is on get one. Observation has no public question for that; but it puts the key
/// path of an access into a set, and thus hashes it, exactly when an access list is installed. The
/// probe accesses a key path whose index counts how often it is hashed.
final class ObservationProbe: Observable, Sendable {
  struct Index: Hashable, Sendable {
    static func == (lhs: Index, rhs: Index) -> Bool { true }
    func hash(into hasher: inout Hasher) {
      ObservationProbe.probe.hashes.add(1, ordering: .relaxed)
    }
  }

  subscript(index: Index) -> Int { 0 }

  private let hashes = Atomic<Int>(0)
  private let registrar = ObservationRegistrar()
  private let keyPath = \ObservationProbe[Index()]

  // One constant, because every property read goes through it.
  private static let probe = ObservationProbe()

  /// Whether an access on this thread would be tracked. Another thread's tracking may make it say
  /// yes too, which costs a registrar and does no harm.
  static var isTracking: Bool { probe.isTracking }

  private var isTracking: Bool {
    let before = hashes.load(ordering: .relaxed)
    registrar.access(self, keyPath: keyPath)
    return hashes.load(ordering: .relaxed) != before
  }
}
