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
    let changes: ChangeSet
    fileprivate var inboxes: [(inbox: Inbox, isFirst: Bool)] = []

    /// Wakes those who wait for it. That may run code of the program.
    func announce() {
      for (inbox, isFirst) in inboxes { inbox.announce(changes, isFirst: isFirst) }
    }
  }

  /// Puts an event into all inboxes: for whoever looks, it has happened. Runs no code of others, and
  /// is therefore done before the next one may write.
  func deliver(_ event: ChangeSet, from sender: Inbox?) -> Delivery {
    let inboxes = listeners.withLock { $0.compactMap(\.inbox) }
    var delivery = Delivery(changes: event)
    for inbox in inboxes where inbox !== sender {
      delivery.inboxes.append((inbox, inbox.put(event)))
    }
    return delivery
  }
}
