import Logging
import PerennialRecords
import ServiceLifecycle

/// The work that a hub does by itself: it notes the state of its database, forgets old deletions, and removes
/// unused assets.
struct Housekeeping: Service {
  let hub: Hub
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
          try await HubAdministration(hub.storage, by: .hub).forgetExpired(at: hub.clock())
        }
        if count % Self.notesPerCollection == 0 { try await removeUnusedAssets() }
        try await hub.storage.noteState()
      } catch {
        hub.logger.error("Housekeeping failed", metadata: ["error": "\(error)"])
      }
      count += 1
      // A cancelled sleep ends the loop.
      try? await cancelWhenGracefulShutdown { try await Task.sleep(for: Self.noteInterval) }
      if Task.isCancelled { break }
    }
  }

  private func forgetDeletions() async throws {
    let time = hub.clock() - hub.options.retention
    let counts = try await HubAdministration(hub.storage).forgetDeletions(before: time)
    for (account, count) in counts {
      hub.logger.info(
        "Forgot old deletions", metadata: ["account": "\(account)", "records": "\(count)"])
    }
  }

  private func removeUnusedAssets() async throws {
    let time = hub.clock() - hub.options.assetRetention
    let sizes = try await HubAdministration(hub.storage)
      .removeUnusedAssets(hub.assets, usedBefore: time)
    for (account, bytes) in sizes {
      hub.logger.info(
        "Removed unused assets", metadata: ["account": "\(account)", "bytes": "\(bytes)"])
    }
  }
}
