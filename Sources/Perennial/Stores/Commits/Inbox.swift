/// A queue of the remote changes that a context has not merged yet.
///
/// A save puts an event into the inboxes of the other contexts. A context takes the event out at its next
/// operation, or when its executor is notified.
final class Inbox: Sendable {
  private let events = Guarded<[ChangeSet]>([])
  /// The flag that is set while the inbox has an event.
  let flag = RemoteChangeFlag()
  /// `false` for the inbox of a reader of the history, which needs no more than the news that there is an event.
  let keepsEvents: Bool
  /// The action for the first event in the inbox, which makes the context merge it on its executor.
  let wake = Guarded<(@Sendable () -> Void)?>(nil)
  /// The action for each event. It runs on the thread of the save.
  let listener = Guarded<(@Sendable (ChangeSet) -> Void)?>(nil)

  /// Creates an empty inbox.
  ///
  /// - Parameter keepsEvents: `false` to keep the ``flag`` and no events. ``takeAll()`` returns none then.
  init(keepsEvents: Bool = true) { self.keepsEvents = keepsEvents }

  /// `true` if the inbox has an event.
  var hasRemoteChanges: Bool { flag.isSet }

  /// Adds an event, and notifies no listener.
  ///
  /// - Returns: `true` if the event is the first one in the inbox.
  func put(_ event: ChangeSet) -> Bool {
    guard keepsEvents else { return flag.set() }
    return events.withLock { events in
      events.append(event)
      return flag.set()
    }
  }

  func takeAll() -> [ChangeSet] {
    events.withLock { events in
      defer { events = [] }
      flag.clear()
      return events
    }
  }
}
