import ArgumentParser
import Foundation
import PerennialHub
import ReadableText
import Synchronization

struct HubMoveCommand: AsyncToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Move accounts to another database, also while hubs run.",
    discussion: """
      Copies and compares an account while devices go on. For the last changes, the account takes no writes for at \
      most five seconds. Devices keep their tokens and positions. An account stays where it is until its copy is \
      complete. If the command was interrupted, repeat it, or use --abandon. To undo a move, move the account back.

      EXAMPLES
        perennial hub move hub.sqlite postgresql://hub@db.example/hub --to-assets /srv/hub-assets --dry-run
        perennial hub move hub.sqlite postgresql://hub@db.example/hub --to-assets /srv/hub-assets
        perennial hub move hub.sqlite other.sqlite --account ann
      """)

  @Argument(
    help: "The present file of the hub, or postgresql://USER@HOST/DATABASE.", completion: .file())
  var from: String

  @Argument(help: "The other one. A file is created if it does not exist.", completion: .file())
  var to: String

  @Option(
    help: ArgumentHelp("The account. The default is all accounts.", valueName: "name"))
  var account: String?

  @Option(
    help: ArgumentHelp(
      "The present folder of large values. The default is the one beside the file.",
      valueName: "folder"),
    completion: .directory)
  var fromAssets: String?

  @Option(
    help: ArgumentHelp(
      "The other folder of large values. The default is the one beside the file.",
      valueName: "folder"),
    completion: .directory)
  var toAssets: String?

  @Flag(help: "Show the contents that would move, and change nothing.")
  var dryRun = false

  @Flag(help: "Delete what an interrupted move has copied. The account stays where it is.")
  var abandon = false

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    guard !dryRun || !abandon else {
      throw ValidationError("--dry-run and --abandon exclude each other.")
    }
  }

  func perform() async throws {
    let source = try HubDatabase(from, assets: fromAssets)
    let target = try HubDatabase(to, assets: toAssets)
    let sides = (try source.assets, try target.assets)
    let reports: [MoveReport] = try await source.use { from in
      try await target.useForArrival { to in
        try await moveAll(
          from: HubMove.Side(from, assets: sides.0), to: HubMove.Side(to, assets: sides.1))
      }
    }
    if json { return try Console.print(json: reports) }
    if reports.isEmpty { Console.print("There is no account to move.") }
  }

  /// Moves one account after another. What has moved before an error stays moved.
  private func moveAll(from: HubMove.Side, to: HubMove.Side) async throws -> [MoveReport] {
    let bars = Bars()
    let move = try HubMove(from: from, to: to) { bars.show($0) }
    var reports: [MoveReport] = []
    let names: [String]
    if let account { names = [account] } else { names = try await move.names() }
    for name in names {
      let report =
        dryRun
        ? try await move.plan(name)
        : abandon ? try await move.abandon(name) : try await move.move(name)
      bars.end()
      reports.append(report)
      if !json { Console.print(Self.line(report)) }
    }
    return reports
  }

  private static func line(_ report: MoveReport) -> String {
    let contents =
      "\(report.records.of("record")), \(report.assets.of("asset")), \(report.devices.of("device"))"
    var line =
      switch report.outcome {
      case .planned: "Would move \(report.account): \(contents)."
      case .moved: "Moved \(report.account): \(contents)."
      case .alreadyMoved: "\(report.account) has moved already: \(contents)."
      case .abandoned: "\(report.account) stays where it is: \(contents)."
      }
    if let time = report.readOnlyMilliseconds { line += " It took no writes for \(time) ms." }
    if let missing = report.missingFiles, !missing.isEmpty {
      line += " Files of assets that were missing or damaged before: \(missing.count.grouped)."
    }
    return line
  }
}

/// The progress bars of accounts, one after another.
private final class Bars: Sendable {
  private let bar = Mutex<(title: String, bar: ProgressBar)?>(nil)

  func show(_ progress: MoveProgress) {
    let title = "\(progress.phase.rawValue) \(progress.account)"
    bar.withLock { current in
      if current?.title != title {
        current?.bar.end()
        current = (title, ProgressBar(title))
      }
      current?.bar.update(progress.records, nil)
    }
  }

  func end() {
    bar.withLock { current in
      current?.bar.end()
      current = nil
    }
  }
}
