/// Tells of the transactions that a container's contexts, and other containers of the same stores, have written.
package final class StoreListener: Sendable {
  let inbox = Inbox(keepsEvents: false)
  private let bus: SaveBus
  /// One element for one or more transactions. There is no other until ``ModelContainer/writeRemotely(to:by:_:)`` has
  /// read the history: a save wakes no task that is awake already.
  package let changes: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  /// Begins to listen. It ends when the listener is released.
  package init(_ container: ModelContainer) {
    bus = container.coordinator.bus
    (changes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    inbox.wake.value = { [continuation] in continuation.yield() }
    bus.add(inbox)
  }

  deinit {
    bus.remove(inbox)
    inbox.wake.value = nil
    continuation.finish()
  }
}
