import Observation
import Synchronization

/// A probe that detects whether observation is tracked on this thread.
///
/// A registrar for each object would double the cost of an object. Therefore only objects that are
/// read while tracking is on have one. Observation has no public API for this question. But it
/// inserts the key path of an access into a set, and thus hashes it, exactly when an access list is
/// installed. The probe accesses a key path whose index counts the calls of its hash function.
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

  // One constant, because every property read uses it.
  private static let probe = ObservationProbe()

  /// `true` if an access on this thread would be tracked. Tracking on another thread may also make
  /// it `true`, which costs a registrar and does no harm.
  static var isTracking: Bool { probe.isTracking }

  private var isTracking: Bool {
    let before = hashes.load(ordering: .relaxed)
    registrar.access(self, keyPath: keyPath)
    return hashes.load(ordering: .relaxed) != before
  }
}
