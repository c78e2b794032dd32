#if !canImport(Darwin)
public import Foundation

extension NotificationCenter {
  /// Returns the notifications of a name as they are posted.
  ///
  /// ```swift
  /// let saves = NotificationCenter.default.notifications(named: ModelContext.didSave)
  /// for await save in saves { print(save.identifiers(.insertedIdentifiers).count) }
  /// ```
  @_disfavoredOverload
  public func notifications(
    named name: Notification.Name, object: (any AnyObject)? = nil
  ) -> NotificationSequence {
    NotificationSequence(center: self, name: name, object: object)
  }
}

/// A sequence of notifications, which has the name `NotificationCenter.Notifications`. Observation
/// begins with the iteration and ends with it.
public struct NotificationSequence: AsyncSequence {
  /// A notification that was posted.
  public typealias Element = Notification
  let center: NotificationCenter
  let name: Notification.Name
  let object: (any AnyObject)?

  /// Begins to observe, and returns an iterator over the notifications that are posted from now on.
  public func makeAsyncIterator() -> AsyncStream<Notification>.Iterator {
    let center = center
    let (stream, continuation) = AsyncStream.makeStream(of: Notification.self)
    let observer = center.addObserver(forName: name, object: object, queue: nil) {
      // The stream hands a notification from the thread that posts to the task that iterates, once.
      nonisolated(unsafe) let notification = $0
      continuation.yield(notification)
    }
    nonisolated(unsafe) let token = observer
    continuation.onTermination = { _ in center.removeObserver(token) }
    return stream.makeAsyncIterator()
  }
}

/// A type with the name of the sequence: `NotificationCenter`.
public protocol _NotificationPosting {}
extension NotificationCenter: _NotificationPosting {}

extension _NotificationPosting {
  /// The sequence of notifications that ``notifications(named:object:)`` returns.
  public typealias Notifications = NotificationSequence
}
#endif
