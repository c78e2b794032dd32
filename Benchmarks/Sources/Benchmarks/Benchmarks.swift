import ArgumentParser
import Foundation

/// The command: runs the workloads and prints what they cost.
@main
struct Benchmarks: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "benchmarks",
    abstract: "Compares Perennial with GRDB and with the raw SQLite C API.",
    discussion: """
      Each workload is done by every contender in turn, round after round, in one process, with \
      the same values and the same settings of SQLite. Trust the ratios and not the times. Noise \
      never fails the command; promises that are not held are printed as such.
      """
  )

  @Option(
    name: .shortAndLong,
    help: "Run only workloads whose name begins with this; may be given more than once."
  )
  var filter: [String] = []

  @Option(
    name: .shortAndLong,
    help: "Run only contenders whose name begins with this; may be given more than once."
  )
  var contender: [String] = []

  @Option(name: .shortAndLong, help: "How many rounds count, after one to warm up.")
  var rounds = 9

  @Flag(help: "Fetch 1,000,000 objects too, and weigh as many.")
  var large = false

  @Flag(
    inversion: .prefixedNo,
    help: "Run the reference and Perennial twice in every round, and print by how much they differ."
  )
  var noise = true

  @Flag(help: "Print JSON, with the figures of every round.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Write a bar chart of the ratios to this file, as SVG.", valueName: "file"))
  var chart: String?

  @Flag(help: "Print the names of the workloads and do nothing.")
  var list = false

  func validate() throws {
    guard rounds > 0 else { throw ValidationError("--rounds must be at least 1.") }
    guard !workloads.isEmpty else {
      throw ValidationError("No workload has a name like that; --list prints the names.")
    }
    let unknown = contender.first { name in !Library.allCases.contains { $0.isNamed([name]) } }
    if let unknown {
      throw ValidationError("No contender has a name like “\(unknown)”.")
    }
    guard chart == nil || contender.isEmpty && workloads.contains(where: Chart.shows) else {
      throw ValidationError(
        "The chart would be empty: run all contenders, and a workload such as “insert”.")
    }
  }

  func run() throws {
    if list {
      for workload in workloads { print(workload.name.left(15) + workload.title) }
      return
    }
    var report = Report(rounds: rounds)
    if !json { print(report.preamble) }
    for workload in workloads {
      let outcomes = try workload.run(contender, rounds: rounds, measuresNoise: noise) { round in
        Progress.show("\(workload.name): \(round == 0 ? "warm-up" : "round \(round) of \(rounds)")")
      }
      Progress.clear()
      if !json { print(Table.text(workload, outcomes)) }
      report.outcomes += outcomes
    }
    if let chart {
      try Chart(report).svg.write(toFile: chart, atomically: true, encoding: .utf8)
    }
    if json { return print(try report.json()) }
    print(Table.noise(report.outcomes))
    print(Table.summary(report.outcomes))
  }

  private var workloads: [Workload] {
    Workload.all(large: large).filter { workload in
      filter.isEmpty || filter.contains { workload.name.lowercased().hasPrefix($0.lowercased()) }
    }
  }
}
