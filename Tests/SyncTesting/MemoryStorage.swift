import Foundation
import PerennialRecords
import PerennialReplication
import PerennialSimulator
import PerennialSync

/// A store in memory, with a history, for an engine.
final class MemoryStorage: SyncStorage, @unchecked Sendable {
  private let lock = NSLock()
  // All are guarded by the lock.
  private let store: MemoryStore
  private var listeners: [AsyncStream<Void>.Continuation] = []
  private var failure: (any Error)?
  private var delay: TimeInterval = 0
  private var transactions = 0

  private let milliseconds: @Sendable () -> Int64

  init(device: DeviceIdentifier, milliseconds: @escaping @Sendable () -> Int64) {
    store = MemoryStore(Disk(device: device))
    self.milliseconds = milliseconds
  }

  // MARK: The engine's side

  func transaction<Result>(_ body: (Replica<MemoryStore>) throws -> Result) throws -> Result {
    try lock.withLock {
      if delay > 0 { Thread.sleep(forTimeInterval: delay) }
      if let failure { throw failure }
      transactions += 1
      store.wallClock = milliseconds()
      return try store.transaction { try body(Replica(store)) }
    }
  }

  var localChanges: AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      lock.withLock { listeners.append(continuation) }
    }
  }

  // MARK: The app's side

  /// Runs a transaction of the app, and enters its changes into the history.
  func commit(_ body: (inout Disk, Stamp) -> [LocalChange]) {
    let listeners = lock.withLock { () -> [AsyncStream<Void>.Continuation] in
      let now = HybridTime(milliseconds: milliseconds() + store.disk.correction)
      store.disk.latest = max(store.disk.latest.successor, now)
      let stamp = Stamp(time: store.disk.latest, device: store.disk.device)
      let changes = body(&store.disk, stamp)
      guard !changes.isEmpty else { return [] }
      store.disk.history.append(
        LocalTransaction(
          number: store.disk.lastTransaction + 1, stamp: stamp, changes: changes))
      return self.listeners
    }
    for listener in listeners { listener.yield() }
  }

  var disk: Disk { lock.withLock { store.disk } }

  /// Replaces all data, as the restoration of a file does.
  func replace(by disk: Disk) { lock.withLock { store.disk = disk } }

  // MARK: Faults

  /// The error that transactions of the engine throw; nil if they work.
  func fail(_ failure: (any Error)?) { lock.withLock { self.failure = failure } }

  /// Makes the engine's transactions slow.
  func slow(_ seconds: TimeInterval) { lock.withLock { delay = seconds } }

  /// The number of the engine's transactions.
  var transactionCount: Int { lock.withLock { transactions } }
}
