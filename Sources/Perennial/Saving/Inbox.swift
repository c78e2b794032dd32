import Synchronization

/// Where a context finds the saves of others.
///
/// Whoever saves puts an event in; the context takes it out at its next operation, or when the
/// executor that it belongs to is woken.
final class Inbox: Sendable {
  private let events = Guarded<[ChangeSet]>([])
  private let flag = Atomic<Bool>(false)
  private let wake = Guarded<(@Sendable () -> Void)?>(nil)
  private let listener = Guarded<(@Sendable (ChangeSet) -> Void)?>(nil)

  /// Whether something waits. A single atomic load, because every property read asks.
  var hasNews: Bool { flag.load(ordering: .acquiring) }

  /// Puts an event in, and wakes nobody.
  ///
  /// - Returns: Whether it is the first one.
  func put(_ event: ChangeSet) -> Bool {
    events.withLock { events in
      events.append(event)
      flag.store(true, ordering: .releasing)
      return events.count == 1
    }
  }

  /// Tells of an event that was put in.
  func announce(_ event: ChangeSet, isFirst: Bool) {
    listener.withLock { $0 }?(event)
    if isFirst { wake.withLock { $0 }?() }
  }

  func takeAll() -> [ChangeSet] {
    events.withLock { events in
      defer { events = [] }
      flag.store(false, ordering: .releasing)
      return events
    }
  }

  /// What to do when the first event comes in: to have the context read it where it belongs.
  func onNews(_ action: (@Sendable () -> Void)?) {
    wake.withLock { $0 = action }
  }

  /// What to do with each event as it comes in, on the thread of whoever saved.
  func listen(_ action: (@Sendable (ChangeSet) -> Void)?) {
    listener.withLock { $0 = action }
  }
}
