/// A queue of the remote changes that a context has not merged yet.
///
/// A save puts an event into the inboxes of the other contexts. A context takes the event out at its next
/// operation, or when its executor is notified.
final class Inbox: Sendable {
  private let events = Guarded<[ChangeSet]>([])
  /// The flag that is set while the inbox has an event.
  let flag = RemoteChangeFlag()
  /// The action for the first event in the inbox, which makes the context merge it on its executor.
  let wake = Guarded<(@Sendable () -> Void)?>(nil)
  /// The action for each event. It runs on the thread of the save.
  let listener = Guarded<(@Sendable (ChangeSet) -> Void)?>(nil)

  /// `true` if the inbox has an event.
  var hasRemoteChanges: Bool { flag.isSet }

  /// Adds an event, and notifies no listener.
  ///
  /// - Returns: `true` if the event is the first one in the inbox.
  func put(_ event: ChangeSet) -> Bool {
    events.withLock { events in
      events.append(event)
      flag.set()
      return events.count == 1
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
