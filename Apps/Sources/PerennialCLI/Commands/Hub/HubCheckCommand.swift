import ArgumentParser
import Foundation
import PerennialHub
import PerennialRecords
import ReadableText

struct HubCheckCommand: AsyncToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check the database and the assets of a hub for damage.",
    discussion: """
      Checks the pages of a file, the references to accounts, the counted bytes of accounts, the heads of \
      zones, the JSON form of each record against the columns of its row, the assets that records mention, \
      and the files of assets. Nothing is repaired, and the hub may run. Of a PostgreSQL database, pages are \
      left to the server's tools, and files are checked with --assets only.

      Ends with status 65 if the database is damaged, and with status 1 for other problems.

      EXAMPLES
        perennial hub check
        perennial hub check --quick --file hub.sqlite
        perennial hub check --read-files --json --file hub.sqlite | jq .problems
      """)

  @OptionGroup var hub: HubDatabaseOptions

  @Flag(help: "Check the counters and the files only, and not the contents of records.")
  var quick = false

  @Flag(help: "Read the files of assets, and compare their digests.")
  var readFiles = false

  @Flag(help: "Print JSON.")
  var json = false

  func perform() async throws {
    let bar = ProgressBar("Checking")
    defer { bar.end() }
    let assets = try? hub.assetFolder
    if readFiles, assets == nil { _ = try hub.assetFolder }
    let report = try await hub.use(.reading) { storage in
      var check = HubCheck(storage, assets: assets)
      check.isQuick = quick
      check.readsFiles = readFiles
      return try await check.run(at: StampClock.systemMilliseconds, progress: bar.update)
    }
    bar.end()
    if json { try Console.print(json: report) } else { show(report) }
    let isDamaged =
      report.counts[HubCheckReport.Problem.Kind.damagedDatabase.rawValue] != nil
    if isDamaged { throw ExitStatus.damaged.code }
    if !report.isSound { throw ExitStatus.found.code }
  }

  private func show(_ report: HubCheckReport) {
    let contents =
      "\(report.accounts.of("account")), \(report.zones.of("zone")), "
      + "\(report.records.of("record")), \(report.assets.of("asset"))"
    let count = report.counts.values.reduce(0, +)
    Console.print(
      report.isSound
        ? "The hub is sound: \(contents)" : "The hub has \(count.of("problem")): \(contents)")
    for problem in report.problems {
      let place = [problem.account, problem.zone].compactMap(\.self).joined(separator: ", ")
      Console.print(
        "  \(problem.kind.rawValue)\(place.isEmpty ? "" : " in \(place)"): \(problem.description)")
    }
    let hidden = count - report.problems.count
    if hidden > 0 { Console.print("  and \(hidden.grouped) more") }
    if report.extraFiles > 0 {
      Console.print("Files of assets without an entry: \(report.extraFiles.grouped)")
    }
  }
}
