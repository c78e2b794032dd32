/// Delivers the events of a context's save to the other contexts of the container.
final class SaveBus: Sendable {
  private let inboxes = Guarded<[Inbox]>([])

  /// Adds an inbox. Its owner removes it in its deinitialiser.
  func add(_ inbox: Inbox) { inboxes.withLock { $0.append(inbox) } }

  func remove(_ inbox: Inbox) { inboxes.withLock { $0.removeAll { $0 === inbox } } }

  /// Returns `true` if there are other listeners than `sender`.
  func hasListeners(besides sender: Inbox?) -> Bool {
    inboxes.withLock { $0.contains { $0 !== sender } }
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
    var delivery = Delivery(changes: event)
    inboxes.withLock { inboxes in
      for inbox in inboxes where inbox !== sender {
        let isFirst = inbox.put(event)
        // A reader of the history that is awake needs no announcement.
        if isFirst || inbox.keepsEvents { delivery.inboxes.append((inbox, isFirst)) }
      }
    }
    return delivery
  }
}
