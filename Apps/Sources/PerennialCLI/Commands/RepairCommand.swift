import ArgumentParser
import Foundation
import PerennialInspection
import ReadableText

struct RepairCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "repair",
    abstract: "Mend the problems of a store that have one solution.",
    discussion: """
      Removes links to objects that do not exist: to-one relationships become nil, and links of join tables are \
      deleted. Creates missing indices and triggers. Other problems are only reported, as by perennial verify, \
      and so are links of a store that is synced. Damaged pages, descriptions and files need a backup.

      A copy of the store is made first, beside it, and compared with the store. The repair is one transaction, \
      and is refused while another program is writing. Programs with the store open receive the changes. Ends \
      with status 1 if problems are left.

      EXAMPLES
        perennial repair book.store --dry-run
        perennial repair book.store
        perennial repair book.store --yes --json | jq .counts
      """)

  @OptionGroup var store: StoreArgument

  @Flag(help: "Report the repairs without making them.")
  var dryRun = false

  @OptionGroup var confirmation: Confirmation

  @Flag(help: "Print JSON.")
  var json = false

  func perform() throws {
    guard FileManager.default.fileExists(atPath: store.url.path) else {
      throw MissingFile(path: store.url.path)
    }
    var repair = StoreRepair(of: store.url)
    repair.author = "perennial repair"
    let preview = try run(repair, isDryRun: true)
    if dryRun || preview.count == 0 { return try tell(preview, "Would repair") }
    try confirmation.ask(
      "\(preview.count.of("problem")) of \(store.url.path) will be repaired: \(summary(of: preview))."
    )
    try tell(run(repair, isDryRun: false), "Repaired")
  }

  private func run(_ repair: StoreRepair, isDryRun: Bool) throws -> RepairReport {
    let bar = ProgressBar(isDryRun ? "Verifying" : "Repairing")
    defer { bar.end() }
    return try repair.run(isDryRun: isDryRun, progress: bar.update)
  }

  /// Prints a report.
  ///
  /// - Throws: The status ``ExitStatus/found`` if problems are left.
  private func tell(_ report: RepairReport, _ title: String) throws {
    if json {
      try Console.print(json: RepairSummary(report, store.url, isDryRun: dryRun))
    } else {
      show(report, title)
    }
    if !report.isComplete { throw ExitStatus.found.code }
  }

  private func show(_ report: RepairReport, _ title: String) {
    let path = store.url.path
    if report.count > 0 {
      Console.print("\(title) \(report.count.of("problem")) of \(path): \(summary(of: report))")
      for repair in report.repairs {
        Console.print("  \(repair.kind.rawValue): \(repair.description)")
      }
      let hidden = report.count - report.repairs.count
      if hidden > 0 { Console.print("  and \(hidden.grouped) more") }
    } else {
      Console.print("\(path) has nothing to repair")
    }
    for obstacle in report.obstacles { Console.print("Not repaired: \(obstacle)") }
    for problem in report.remaining.problems {
      Console.print("Not repaired: \(problem.kind.rawValue): \(problem.description)")
    }
    let hidden = report.remaining.counts.values.reduce(0, +) - report.remaining.problems.count
    if hidden > 0 { Console.print("and \(hidden.grouped) more") }
    guard let copy = report.copy else { return }
    Console.print("As it was before: \(copy.path)")
    // Not by copying: the file of the copy has to be another one, so that the store is told from its later state.
    Console.print(
      "To undo while no program has the store open: rm -f \(path)-wal \(path)-shm; mv \(copy.path) \(path)"
    )
  }

  /// Returns the numbers of repairs by kind.
  private func summary(of report: RepairReport) -> String {
    let nouns: [RepairReport.Repair.Kind: (one: String, several: String)] = [
      .link: ("link removed", "links removed"), .index: ("index created", "indices created"),
      .trigger: ("trigger created", "triggers created"),
    ]
    return RepairReport.Repair.Kind.allCases.compactMap { kind in
      guard let count = report.counts[kind.rawValue], let noun = nouns[kind] else { return nil }
      return "\(count.grouped) \(count == 1 ? noun.one : noun.several)"
    }.joined(separator: ", ")
  }
}

/// A repair, as JSON describes it.
private struct RepairSummary: Encodable {
  let store: String
  let dryRun: Bool
  let repairs: [RepairReport.Repair]
  /// The number of repairs of each kind.
  let counts: [String: Int]
  let obstacles: [String]
  let remaining: Verification
  /// The copy of the store as it was before.
  let copy: String?

  init(_ report: RepairReport, _ store: URL, isDryRun: Bool) {
    self.store = store.path
    dryRun = isDryRun
    repairs = report.repairs
    counts = report.counts
    obstacles = report.obstacles
    remaining = report.remaining
    copy = report.copy?.path
  }
}
