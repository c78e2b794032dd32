import Logging
import PerennialRecords
import ServiceLifecycle

/// The times for which a hub keeps what is no longer used, in milliseconds.
struct Retention: Sendable {
  /// The time for which deletions are kept.
  let deletions: Int64
  /// The time for which an asset is kept after the last record that mentions it.
  let assets: Int64
}

/// The work that a hub does by itself: it notes the state of its database, forgets old deletions, and removes
/// unused assets.
struct Housekeeping: Service {
  let storage: any StorageMaintenance
  /// The administration of the database by the hub.
  let administration: HubAdministration
  let assets: AssetFolder
  let retention: Retention
  let clock: HubClock
  let logger: Logger
  /// The interval between two notes of the state.
  static let noteInterval = Duration.seconds(1)
  /// The number of notes after which old deletions are forgotten: an hour.
  private static let notesPerCompaction = 3600
  /// The number of notes after which unused assets are removed: a day. All records are read for that.
  private static let notesPerCollection = 24 * notesPerCompaction

  func run() async throws {
    var count = 0
    while !Task.isShuttingDownGracefully {
      do {
        if count % Self.notesPerCompaction == 0 {
          try await forgetDeletions()
          try await administration.forgetExpired(at: clock())
        }
        if count % Self.notesPerCollection == 0 { try await removeUnusedAssets() }
        try await storage.noteState()
      } catch {
        logger.error("Housekeeping failed", metadata: ["error": "\(error)"])
      }
      count += 1
      // A cancelled sleep ends the loop.
      try? await cancelWhenGracefulShutdown { try await Task.sleep(for: Self.noteInterval) }
      if Task.isCancelled { break }
    }
  }

  private func forgetDeletions() async throws {
    let counts = try await administration.forgetDeletions(before: clock() - retention.deletions)
    for (account, count) in counts {
      logger.info(
        "Forgot old deletions", metadata: ["account": "\(account)", "records": "\(count)"])
    }
  }

  private func removeUnusedAssets() async throws {
    let sizes = try await administration.removeUnusedAssets(
      assets, usedBefore: clock() - retention.assets)
    for (account, bytes) in sizes {
      logger.info(
        "Removed unused assets", metadata: ["account": "\(account)", "bytes": "\(bytes)"])
    }
  }
}
