import ArgumentParser
import Foundation
import PerennialHub
import PerennialRecords
import ReadableText

struct HubStatsCommand: AsyncToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Show the numbers of accounts, devices and records of a hub.",
    discussion: """
      EXAMPLES
        perennial hub stats
        perennial hub stats --json --file hub.sqlite
      """)

  @OptionGroup var hub: HubDatabaseOptions

  @Flag(help: "Print JSON.")
  var json = false

  func perform() async throws {
    let statistics = try await hub.use { try await HubAdministration($0).statistics() }
    if json { return try Console.print(json: statistics) }
    var columns = Columns([.left, .right])
    columns.add("Accounts", statistics.accounts.grouped)
    columns.add("Devices", statistics.devices.grouped)
    columns.add("Zones", statistics.zones.grouped)
    columns.add("Records", statistics.records.grouped)
    columns.add("Contents", Int(clamping: statistics.bytes).byteCount)
    for line in columns.text { Console.print(line) }
  }
}

struct HubCompactCommand: AsyncToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "compact",
    abstract: "Forget old deletions.",
    discussion: """
      A hub does this by itself once an hour. A device that has not synced since before a forgotten deletion \
      reads everything again. Deletions of presets are kept.

      EXAMPLES
        perennial hub compact
        perennial hub compact --retention 30 --file hub.sqlite
      """)

  @OptionGroup var hub: HubDatabaseOptions

  @Option(help: ArgumentHelp("The days for which deletions are kept.", valueName: "days"))
  var retention = 180

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    guard (0...36_500).contains(retention) else {
      throw ValidationError("--retention needs a number from 0 to 36500.")
    }
  }

  func perform() async throws {
    let time = StampClock.systemMilliseconds - Int64(retention) * 24 * 3600 * 1000
    let count = try await hub.use { storage in
      try await HubAdministration(storage).forgetDeletions(before: time).values.reduce(0, +)
    }
    if json { return try Console.print(json: ["forgotten": count]) }
    Console.print("Forgot \(count.of("deletion")).")
  }
}
