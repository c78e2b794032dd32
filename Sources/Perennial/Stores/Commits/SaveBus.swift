/// Delivers the events of a context's save to the other contexts of the container.
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

  /// Returns `true` if there are other listeners than `sender`.
  func hasListeners(besides sender: Inbox?) -> Bool {
    listeners.withLock { $0.contains { $0.inbox != nil && $0.inbox !== sender } }
  }

  /// An event that was put into the inboxes and not announced yet.
  struct Delivery {
    let changes: ChangeSet
    /// The inboxes, and `true` for each one in which the event is the first.
    fileprivate(set) var inboxes: [(inbox: Inbox, isFirst: Bool)] = []
  }

  /// Puts an event into all inboxes except the sender's, so that the contexts can merge it.
  ///
  /// The method runs no code of the program. So it is called before another connection may write.
  func deliver(_ event: ChangeSet, from sender: Inbox?) -> Delivery {
    let inboxes = listeners.withLock { $0.compactMap(\.inbox) }
    var delivery = Delivery(changes: event)
    for inbox in inboxes where inbox !== sender {
      delivery.inboxes.append((inbox, inbox.put(event)))
    }
    return delivery
  }
}
