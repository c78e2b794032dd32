public import Foundation
public import Observation
public import PerennialRecords
import Synchronization

/// The state of a store's sync, for views and tasks.
///
/// A view that reads a property is updated when that property changes. The object can be read on any thread.
/// A task reads ``updates``:
///
/// ```swift
/// for await progress in engine.status.updates where progress.isInitialImportDone { … }
/// ```
public final class SyncStatus: Observable, Sendable {
  private struct State {
    var progress = SyncProgress()
    var listeners: [Int: AsyncStream<SyncProgress>.Continuation] = [:]
    var lastListener = 0
  }

  private let state = Mutex(State())
  private let registrar = ObservationRegistrar()

  init() {}

  /// All properties at one time.
  ///
  /// ```swift
  /// let progress = sync.status.progress
  /// print("\(progress.pendingUploads) to send, \(progress.conflicts) conflicts")
  /// ```
  public var progress: SyncProgress { read(\.progress, \.self) }

  /// `true` if the device has received all that the hub had at the first exchange.
  public var isInitialImportDone: Bool { read(\.isInitialImportDone, \.isInitialImportDone) }
  /// The number of records that were received since the reading of the zone began.
  public var receivedRecords: Int { read(\.receivedRecords, \.receivedRecords) }
  /// The number of records with changes that the hub has not acknowledged.
  public var pendingUploads: Int { read(\.pendingUploads, \.pendingUploads) }
  /// The number of records that the hub has refused as they are.
  public var refusedRecords: Int { read(\.refusedRecords, \.refusedRecords) }
  /// The number of conflicts that merges have decided and that no user has.
  public var conflicts: Int { read(\.conflicts, \.conflicts) }
  /// The number of large values that are sent or received at present.
  public var pendingAssets: Int { read(\.pendingAssets, \.pendingAssets) }
  /// The number of large values that the hub does not have. Their objects show former values.
  public var missingAssets: Int { read(\.missingAssets, \.missingAssets) }
  /// The number of records with sealed values that the device cannot read. Their objects show former values.
  public var sealedRecords: Int { read(\.sealedRecords, \.sealedRecords) }
  /// The number of records that the store has, and whose objects do not show all of them yet: an earlier version of the
  /// app had no place for it.
  public var lateRecords: Int { read(\.lateRecords, \.lateRecords) }
  /// The number of records that the store cannot have as they are. Their objects show former values, or no reference,
  /// or are left out.
  public var unwrittenRecords: Int { read(\.unwrittenRecords, \.unwrittenRecords) }
  /// `true` if the hub has changes, or may have, that are not in the store.
  public var hasPendingDownloads: Bool { read(\.hasPendingDownloads, \.hasPendingDownloads) }
  /// `true` if a request or a transaction is under way.
  public var isExchanging: Bool { read(\.isExchanging, \.isExchanging) }
  /// `true` if the store and the hub have the same, as far as the device knows.
  public var isUpToDate: Bool { read(\.isUpToDate, \.isUpToDate) }
  /// The hub's answer that this device may only receive; nil if it may also send.
  public var readOnly: HubError? { read(\.readOnly, \.readOnly) }
  /// The time of the hub's last answer to this engine.
  public var lastContact: Date? { read(\.lastContact, \.lastContact) }
  /// The failure of the last attempt; nil after a success.
  public var lastError: SyncError? { read(\.lastError, \.lastError) }
  /// The reason for which the engine exchanges nothing; nil if it does.
  public var pause: PauseReason? { read(\.pause, \.pause) }

  /// The states from now on, the present one first. A task that is slower than the changes misses those in
  /// between, and never the latest. The sequence ends with the task that reads it.
  ///
  /// ```swift
  /// for await progress in sync.status.updates {
  ///   print("\(progress.pendingUploads) to send, \(progress.receivedRecords) received")
  /// }
  /// ```
  public var updates: AsyncStream<SyncProgress> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: SyncProgress.self, bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state in
      state.lastListener += 1
      state.listeners[state.lastListener] = continuation
      continuation.yield(state.progress)
      return state.lastListener
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
    }
    return stream
  }

  private func read<Value>(
    _ property: KeyPath<SyncStatus, Value>, _ field: KeyPath<SyncProgress, Value>
  ) -> Value {
    registrar.access(self, keyPath: property)
    return state.withLock { $0.progress }[keyPath: field]
  }

  /// Notes a state. Observers are notified after it: one that reads at once, on another thread, reads it.
  func update(_ progress: SyncProgress) {
    let former = state.withLock { state in
      let former = state.progress
      state.progress = progress
      if former != progress { for listener in state.listeners.values { listener.yield(progress) } }
      return former
    }
    guard former != progress else { return }
    announce(\.progress)
    func announce<Value>(_ property: KeyPath<SyncStatus, Value>) {
      registrar.willSet(self, keyPath: property)
      registrar.didSet(self, keyPath: property)
    }
    func compare<Value: Equatable>(
      _ field: KeyPath<SyncProgress, Value>, _ property: KeyPath<SyncStatus, Value>
    ) {
      if former[keyPath: field] != progress[keyPath: field] { announce(property) }
    }
    compare(\.isInitialImportDone, \.isInitialImportDone)
    compare(\.receivedRecords, \.receivedRecords)
    compare(\.pendingUploads, \.pendingUploads)
    compare(\.refusedRecords, \.refusedRecords)
    compare(\.conflicts, \.conflicts)
    compare(\.pendingAssets, \.pendingAssets)
    compare(\.missingAssets, \.missingAssets)
    compare(\.sealedRecords, \.sealedRecords)
    compare(\.lateRecords, \.lateRecords)
    compare(\.unwrittenRecords, \.unwrittenRecords)
    compare(\.hasPendingDownloads, \.hasPendingDownloads)
    compare(\.isExchanging, \.isExchanging)
    compare(\.isUpToDate, \.isUpToDate)
    compare(\.readOnly, \.readOnly)
    compare(\.lastContact, \.lastContact)
    compare(\.lastError, \.lastError)
    compare(\.pause, \.pause)
  }
}
