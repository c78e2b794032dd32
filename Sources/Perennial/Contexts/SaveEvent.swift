import Synchronization

/// What one save did to a store, told to all other contexts of the container.
struct SaveEvent: Sendable {
  struct Update: Sendable {
    let rowID: Int64
    let mask: PropertyMask
  }

  struct Changes: Sendable {
    var inserted: [Int64] = []
    var updated: [Update] = []
    var deleted: [Int64] = []

    var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
  }

  /// By entity name.
  var changes: [String: Changes] = [:]
  /// Every object of the stores is gone.
  var isErasure = false
  /// Somebody else has changed the store, and nobody knows what: all of it may be different.
  var isUnspecified = false
  /// A backup has taken the place of everything; it is unspecified too.
  private(set) var isRestoration = false
  /// Who saved.
  var author: String?
  /// The number of the transaction in the history of each store, by the store's identifier.
  var transactions: [String: Int64] = [:]
  /// The places of the save in the histories that custom stores keep themselves, by identifier.
  var ownTokens: [String: any HistoryToken] = [:]
  /// The keys of existing rows that a custom store has made of new objects.
  var aliases: [Int64: Int64] = [:]

  mutating func becomeRestoration() {
    isRestoration = true
    isUnspecified = true
  }

  mutating func add(_ other: SaveEvent) {
    for (name, more) in other.changes {
      changes[name, default: Changes()].inserted += more.inserted
      changes[name, default: Changes()].updated += more.updated
      changes[name, default: Changes()].deleted += more.deleted
    }
    transactions.merge(other.transactions) { max($0, $1) }
    ownTokens.merge(other.ownTokens) { $1 }
  }
}

/// Where a context finds the saves of others.
///
/// Whoever saves puts an event in; the context takes it out at its next operation, or when the
/// executor that it belongs to is woken.
final class Inbox: Sendable {
  private let events = Guarded<[SaveEvent]>([])
  private let flag = Atomic<Bool>(false)
  private let wake = Guarded<(@Sendable () -> Void)?>(nil)
  private let listener = Guarded<(@Sendable (SaveEvent) -> Void)?>(nil)

  /// Whether something waits. A single atomic load, because every property read asks.
  var hasNews: Bool { flag.load(ordering: .acquiring) }

  /// Puts an event in, and wakes nobody.
  ///
  /// - Returns: Whether it is the first one.
  func put(_ event: SaveEvent) -> Bool {
    events.withLock { events in
      events.append(event)
      flag.store(true, ordering: .releasing)
      return events.count == 1
    }
  }

  /// Tells of an event that was put in.
  func announce(_ event: SaveEvent, isFirst: Bool) {
    listener.withLock { $0 }?(event)
    if isFirst { wake.withLock { $0 }?() }
  }

  func takeAll() -> [SaveEvent] {
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
  func listen(_ action: (@Sendable (SaveEvent) -> Void)?) {
    listener.withLock { $0 = action }
  }
}

/// The way of save events from the context that saved to all others of the container.
final class SaveBus: Sendable {
  private struct Listener {
    weak var inbox: Inbox?
  }

  private let listeners = Guarded<[Listener]>([])

  func add(_ inbox: Inbox) {
    listeners.withLock { listeners in
      listeners.removeAll { $0.inbox == nil }
      listeners.append(Listener(inbox: inbox))
    }
  }

  func remove(_ inbox: Inbox) {
    listeners.withLock { $0.removeAll { $0.inbox == nil || $0.inbox === inbox } }
  }

  /// Whether anybody but `sender` listens.
  func hasListeners(besides sender: Inbox) -> Bool {
    listeners.withLock { $0.contains { $0.inbox != nil && $0.inbox !== sender } }
  }

  /// An event in the inboxes, of which nobody was told yet.
  struct Delivery {
    let event: SaveEvent
    fileprivate var inboxes: [(inbox: Inbox, isFirst: Bool)] = []

    /// Wakes those who wait for it. That may run code of the program.
    func announce() {
      for (inbox, isFirst) in inboxes { inbox.announce(event, isFirst: isFirst) }
    }
  }

  /// Puts an event into all inboxes: for whoever looks, it has happened. Runs no code of others, and
  /// is therefore done before the next one may write.
  func deliver(_ event: SaveEvent, from sender: Inbox?) -> Delivery {
    let inboxes = listeners.withLock { $0.compactMap(\.inbox) }
    var delivery = Delivery(event: event)
    for inbox in inboxes where inbox !== sender {
      delivery.inboxes.append((inbox, inbox.put(event)))
    }
    return delivery
  }

  func send(_ event: SaveEvent, from sender: Inbox?) {
    deliver(event, from: sender).announce()
  }
}
