public import Foundation
public import PerennialRecords

/// The state of a store's sync at one time.
public struct SyncProgress: Equatable, Sendable {
  /// `true` if the device has received all that the hub had at the first exchange. The store remembers it.
  public var isInitialImportDone = false
  /// The number of records that were received since the engine began to read the zone from its beginning, or
  /// since the engine was created.
  public var receivedRecords = 0
  /// The number of records with changes that the hub has not acknowledged. Above 10,000 the number is a lower
  /// bound.
  public var pendingUploads = 0
  /// The number of records that the hub has refused as they are. They are sent again after a change.
  public var refusedRecords = 0
  /// The number of conflicts that merges have decided and that no user has.
  public var conflicts = 0
  /// The number of large values that are sent or received at present.
  public var pendingAssets = 0
  /// The number of large values that the hub does not have. Their objects show former values.
  public var missingAssets = 0
  /// The number of records with sealed values that the device cannot read. Their objects show former values.
  public var sealedRecords = 0
  /// The number of records that the store has, and whose objects do not show all of them yet: an earlier version of the
  /// app had no place for it.
  public var lateRecords = 0
  /// The number of records that the store cannot have as they are. Their objects show former values, or no reference,
  /// or are left out. ``StoreSync/unsyncedReason(for:)`` has the reason, and so has the log.
  public var unwrittenRecords = 0
  /// `true` if the hub has changes, or may have, that are not in the store.
  public var hasPendingDownloads = false
  /// `true` if a request or a transaction is under way.
  public var isExchanging = false
  /// `true` if the engine was started, and is not paused.
  public var isRunning = false
  /// The hub's answer that this device may only receive; nil if it may also send. Its changes stay on the device until
  /// it has another role and ``SyncEngine/retry()`` is called, or the engine is started again.
  public var readOnly: HubError?
  /// The time of the hub's last answer to this engine.
  public var lastContact: Date?
  /// The failure of the last attempt; nil after a success.
  public var lastError: SyncError?
  /// The reason for which the engine exchanges nothing; nil if it does.
  public var pause: PauseReason?

  /// Creates the state before the start of an engine.
  public init() {}

  /// `true` if the store and the hub have the same, as far as the device knows.
  ///
  /// ```swift
  /// for await progress in sync.status.updates where progress.isUpToDate { break }
  /// ```
  public var isUpToDate: Bool {
    isRunning && isInitialImportDone && pendingUploads == 0 && refusedRecords == 0
      && lateRecords == 0 && !hasPendingDownloads && !isExchanging && lastError == nil
  }
}
