import Foundation
import Observation
public import SwiftData
import Synchronization

/// Tells any number of listeners about every change of a container's store: saves of all contexts,
/// new versions of the recipes, resets, restored backups, and what other processes do.
public final class BookChanges: Sendable {
  private struct Listeners {
    var next = 0
    var continuations: [Int: AsyncStream<BookChange>.Continuation] = [:]
    var isFinished = false
  }

  private let listeners = Mutex(Listeners())
  private let observer: HistoryObserver
  private let signals: AsyncStream<Void>.Continuation

  /// Starts listening to the changes of `container`.
  public init(of container: ModelContainer) throws {
    observer = try HistoryObserver(modelContainer: container, isolation: nil)
    // One waiting signal is enough: a reader of the history reads everything that is new in it.
    let (news, signals) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    self.signals = signals
    var reader = try BookHistory(of: container)
    watch()
    Task { [weak self] in
      for await _ in news {
        guard let self else { return }
        // First, so that nothing falls between.
        watch()
        for change in reader.read() { tell(change) }
      }
    }
  }

  deinit {
    signals.finish()
    finish()
  }

  private func watch() {
    withObservationTracking {
      _ = observer.eventCounter
    } onChange: { [signals] in
      signals.yield()
    }
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

  /// Sends a change to all listeners.
  func tell(_ change: BookChange) {
    let told = listeners.withLock { Array($0.continuations.values) }
    for continuation in told { continuation.yield(change) }
  }

  private func remove(_ id: Int) {
    listeners.withLock { _ = $0.continuations.removeValue(forKey: id) }
  }
}
