import Observation
import Synchronization

/// Notifies the observers of one live query.
///
/// Observation needs an object to track, and this object represents the query. It can also be used outside of
/// the query's own actor: observers in a context without an executor are notified by the contexts that save.
final class QueryNotifier: Observable, Sendable {
  // These properties have no value; Observation tracks their key paths.
  var list: Void { () }
  var descriptor: Void { () }
  var failure: Void { () }

  private let registrar = ObservationRegistrar()
  private let listeners = Guarded<[Weak<AsyncSignal>]>([])
  private let interest: Guarded<QueryDependencies>
  /// `true` if observers were notified of a possible change of the list, and the list was not read since.
  private let isAnnounced = Atomic<Bool>(false)

  init(_ interest: QueryDependencies) {
    self.interest = Guarded(interest)
  }

  func change(_ interest: QueryDependencies) {
    self.interest.value = interest
  }

  func track(_ keyPath: KeyPath<QueryNotifier, Void>) {
    registrar.access(self, keyPath: keyPath)
  }

  func announce(_ keyPath: KeyPath<QueryNotifier, Void>) {
    registrar.willSet(self, keyPath: keyPath)
    registrar.didSet(self, keyPath: keyPath)
  }

  // MARK: Tasks

  /// Raises a wake-up with each further change, until the wake-up is deallocated.
  func add(_ wakeUp: AsyncSignal) {
    listeners.withLock { listeners in
      listeners.removeAll { $0.object == nil }
      listeners.append(Weak(wakeUp))
    }
  }

  func wake() {
    for listener in listeners.value { listener.object?.raise() }
  }

  /// The number of tasks that wait for changes.
  var listenerCount: Int { listeners.withLock { $0.count { $0.object != nil } } }

  // MARK: Contexts without an executor

  /// Notifies all observers that the list may have changed, once until the list is read.
  func warn(of event: ChangeSet) {
    if interest.value.isConcerned(by: event) { warn() }
  }

  func warn() {
    if isAnnounced.exchange(true, ordering: .acquiringAndReleasing) { return }
    announce(\.list)
    wake()
  }

  var isWarned: Bool { isAnnounced.load(ordering: .relaxed) }

  /// Notes that the list is read: the next warning notifies observers again.
  func settle() { isAnnounced.store(false, ordering: .releasing) }
}
