#if !canImport(Darwin)
public import Foundation

// What model files use of Foundation and Foundation lacks off Apple's platforms.

extension NotificationCenter {
  /// The notifications of a name as they are posted.
  public func notifications(
    named name: Notification.Name, object: (any AnyObject)? = nil
  ) -> Notifications {
    Notifications(center: self, name: name, object: object)
  }

  /// A sequence of notifications. Observation begins with the iteration and ends with it.
  public struct Notifications: AsyncSequence {
    public typealias Element = Notification
    let center: NotificationCenter
    let name: Notification.Name
    let object: (any AnyObject)?

    public func makeAsyncIterator() -> AsyncStream<Notification>.Iterator {
      let center = center
      let (stream, continuation) = AsyncStream.makeStream(of: Notification.self)
      let observer = center.addObserver(forName: name, object: object, queue: nil) {
        // The stream hands a notification from whoever posts to whoever iterates, once.
        nonisolated(unsafe) let notification = $0
        continuation.yield(notification)
      }
      nonisolated(unsafe) let token = observer
      continuation.onTermination = { _ in center.removeObserver(token) }
      return stream.makeAsyncIterator()
    }
  }
}
#endif
