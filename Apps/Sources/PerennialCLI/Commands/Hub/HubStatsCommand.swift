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
    let statistics = try await hub.use { try await $0.statistics() }
    if json { return try Console.print(json: statistics) }
    var columns = Columns([.left, .right])
    columns.add("Accounts", statistics.accounts.grouped)
    columns.add("Devices", statistics.devices.grouped)
    columns.add("Zones", statistics.zones.grouped)
    columns.add("Records", statistics.records.grouped)
    columns.add("Assets", statistics.assets.grouped)
    columns.add("Contents", Int(clamping: statistics.bytes).byteCount)
    for line in columns.text { Console.print(line) }
  }
}
