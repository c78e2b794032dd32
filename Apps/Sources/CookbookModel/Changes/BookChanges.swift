import Foundation
public import SwiftData
import Synchronization

/// Tells any number of listeners about every save of a container, whichever context made it.
public final class BookChanges: Sendable {
  private struct Listeners {
    var next = 0
    var continuations: [Int: AsyncStream<BookChange>.Continuation] = [:]
    var isFinished = false
  }

  private let listeners = Mutex(Listeners())
  private let observer: Mutex<(any NSObjectProtocol)?> = Mutex(nil)

  /// Starts listening to the saves of `container`.
  public init(of container: ModelContainer) {
    observer.withLock { observer in
      observer = NotificationCenter.default.addObserver(
        forName: ModelContext.didSave,
        object: nil,
        queue: nil
      ) { [weak self] notification in
        guard let context = notification.object as? ModelContext, context.container == container
        else { return }
        self?.tell(BookChange(notification))
      }
    }
  }

  deinit {
    if let observer = observer.withLock({ $0 }) {
      NotificationCenter.default.removeObserver(observer)
    }
    finish()
  }

  /// The changes from now on. A listener that falls behind by more than 64 changes loses the
  /// oldest of them, never the newest.
  public func stream() -> AsyncStream<BookChange> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: BookChange.self,
      bufferingPolicy: .bufferingNewest(64)
    )
    let id: Int? = listeners.withLock { listeners in
      guard !listeners.isFinished else { return nil }
      listeners.next += 1
      listeners.continuations[listeners.next] = continuation
      return listeners.next
    }
    if let id {
      continuation.onTermination = { [weak self] _ in self?.remove(id) }
    } else {
      continuation.finish()
    }
    return stream
  }

  /// The number of streams that are being listened to.
  public var listenerCount: Int { listeners.withLock { $0.continuations.count } }

  /// Ends all streams, and those that are asked for later.
  public func finish() {
    let ended = listeners.withLock { listeners in
      listeners.isFinished = true
      defer { listeners.continuations = [:] }
      return Array(listeners.continuations.values)
    }
    for continuation in ended { continuation.finish() }
  }

  private func tell(_ change: BookChange) {
    let told = listeners.withLock { Array($0.continuations.values) }
    for continuation in told { continuation.yield(change) }
  }

  private func remove(_ id: Int) {
    listeners.withLock { _ = $0.continuations.removeValue(forKey: id) }
  }
}
