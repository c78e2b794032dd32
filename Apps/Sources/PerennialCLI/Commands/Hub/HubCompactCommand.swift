import ArgumentParser
import Foundation
import PerennialHub
import PerennialRecords
import ReadableText

struct HubCompactCommand: AsyncToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "compact",
    abstract: "Forget old deletions, remove unused assets, and give free space back.",
    discussion: """
      A hub forgets by itself once an hour, and removes unused assets once a day. A device that has not \
      synced since before a forgotten deletion reads everything again. Deletions of presets are kept.

      The file of a hub that does not run is written anew, without free pages. While a hub runs, its free \
      pages stay in the file for later records. On a PostgreSQL server, VACUUM (ANALYZE) is run, also while \
      hubs run.

      EXAMPLES
        perennial hub compact
        perennial hub compact --retention 30 --asset-retention 1 --file hub.sqlite
      """)

  @OptionGroup var hub: HubDatabaseOptions

  @Option(help: ArgumentHelp("The days for which deletions are kept.", valueName: "days"))
  var retention = 180

  @Option(
    help: ArgumentHelp(
      "The days for which an asset is kept after the last record that mentions it.",
      valueName: "days"))
  var assetRetention = 7

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    guard (0...36_500).contains(retention), (0...36_500).contains(assetRetention) else {
      throw ValidationError("--retention and --asset-retention need numbers from 0 to 36500.")
    }
  }

  func perform() async throws {
    let assets = try hub.assetFolder
    let (now, day) = (StampClock.systemMilliseconds, Int64(24 * 3600 * 1000))
    let summary = try await hub.use { storage in
      let administration = HubAdministration(storage)
      let before = try await storage.size()
      let forgotten = try await administration.forgetDeletions(
        before: now - Int64(retention) * day)
      let removed = try await administration.removeUnusedAssets(
        assets, usedBefore: now - Int64(assetRetention) * day)
      let isRewritten = try await storage.compact()
      return CompactionSummary(
        forgotten: forgotten.values.reduce(0, +), assetBytes: removed.values.reduce(0, +),
        bytesBefore: before, bytes: try await storage.size(), hubRuns: !isRewritten)
    }
    if json { return try Console.print(json: summary) }
    Console.print("Forgot \(summary.forgotten.of("deletion")).")
    Console.print("Unused assets removed: \(Int(clamping: summary.assetBytes).byteCount)")
    Console.print(
      "Database: \(Int(clamping: summary.bytes).byteCount), before "
        + Int(clamping: summary.bytesBefore).byteCount)
    if summary.hubRuns {
      Console.print("A hub runs, so the file keeps its free pages. End the hub to shrink the file.")
    }
  }
}

/// A compaction, as JSON describes it.
struct CompactionSummary: Encodable {
  /// The number of deletions that were forgotten.
  let forgotten: Int
  /// The number of bytes of the assets that were removed.
  let assetBytes: Int64
  /// The number of bytes of the database before.
  let bytesBefore: Int64
  /// The number of bytes of the database.
  let bytes: Int64
  /// `true` if the file keeps its free pages, because a hub serves it.
  let hubRuns: Bool
}
