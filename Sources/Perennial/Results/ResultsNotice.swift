import Observation
import Synchronization

/// How the observers of one live query are told.
///
/// It stands for the query where Observation wants an object, and where somebody else than the
/// query's own actor tells: in a context that nobody can wake, whoever saves does it.
final class ResultsNotice: Observable, Sendable {
  private struct Listener {
    weak var wakeUp: WakeUp?
  }

  // Only their key paths are used: what Observation tracks.
  var list: Void { () }
  var descriptor: Void { () }
  var failure: Void { () }

  private let registrar = ObservationRegistrar()
  private let listeners = Guarded<[Listener]>([])
  private let interest: Guarded<ResultsInterest>
  /// Whether somebody was told that the list may have changed, and nobody has looked since.
  private let isAnnounced = Atomic<Bool>(false)

  init(_ interest: ResultsInterest) {
    self.interest = Guarded(interest)
  }

  func change(_ interest: ResultsInterest) {
    self.interest.withLock { $0 = interest }
  }

  func track(_ keyPath: KeyPath<ResultsNotice, Void>) {
    registrar.access(self, keyPath: keyPath)
  }

  func announce(_ keyPath: KeyPath<ResultsNotice, Void>) {
    registrar.willSet(self, keyPath: keyPath)
    registrar.didSet(self, keyPath: keyPath)
  }

  // MARK: Tasks

  /// Raises a wake-up with each change from now on, while somebody else holds it.
  func add(_ wakeUp: WakeUp) {
    listeners.withLock { listeners in
      listeners.removeAll { $0.wakeUp == nil }
      listeners.append(Listener(wakeUp: wakeUp))
    }
  }

  func wake() {
    for listener in listeners.withLock({ $0 }) { listener.wakeUp?.raise() }
  }

  /// How many tasks wait for changes.
  var listenerCount: Int { listeners.withLock { $0.count { $0.wakeUp != nil } } }

  // MARK: Contexts that nobody wakes

  /// Tells everybody once, until somebody looks, that the list may have changed.
  func warn(of event: ChangeSet) {
    if interest.withLock({ $0 }).isConcerned(by: event) { warn() }
  }

  func warn() {
    if isAnnounced.exchange(true, ordering: .acquiringAndReleasing) { return }
    announce(\.list)
    wake()
  }

  var isWarned: Bool { isAnnounced.load(ordering: .relaxed) }

  /// Somebody looks.
  func settle() { isAnnounced.store(false, ordering: .releasing) }
}
