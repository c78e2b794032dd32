import ArgumentParser
import Dispatch
import Foundation
import PerennialSimulator
import Synchronization
import ReadableText

struct SimulateCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Check sync: simulate devices and a hub with faults.",
    discussion: """
      Runs histories of 2 to 8 devices and a hub in this process. Messages are lost, repeated and delayed, \
      processes end, power cuts take back commits, and a hub is restored. At the end, all devices must agree, \
      and the hub must have everything that it has acknowledged. A history follows from its seed. \
      Documentation/Simulator.md lists what is simulated and checked.

      EXAMPLES
        perennial simulate
        perennial simulate --histories 20000 --seed 1000000
        perennial simulate --story --seed 42
      """)

  @Option(help: ArgumentHelp("The number of histories.", valueName: "number"))
  var histories = 1000

  @Option(
    help: ArgumentHelp(
      "The seed of the first history. Each further one has the next.", valueName: "seed"))
  var seed: UInt64 = 0

  @Flag(help: "Print the events of one history. If it fails, those that its failure needs.")
  var story = false

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    guard (1...1_000_000_000).contains(histories) else {
      throw ValidationError("--histories needs a number from 1 to 1000000000.")
    }
    guard seed <= UInt64.max - UInt64(histories) else {
      throw ValidationError("--seed \(seed) leaves no seeds for \(histories) histories.")
    }
    if story, json { throw ValidationError("--story and --json exclude each other.") }
  }

  func perform() throws {
    if story { return try tell() }
    let report = SimulationReport.run(
      count: histories, from: seed, progress: ProgressBar("Simulating"))
    if json {
      try Console.print(json: report)
    } else {
      for line in report.text { Console.print(line) }
    }
    if !report.failures.isEmpty { throw ExitStatus.found.code }
  }

  /// Prints the story of a seed, without the events that its failure does not need.
  private func tell() throws {
    var history = History(seed: seed)
    if Simulation.run(history).violation != nil {
      history = history.shrunk { Simulation.run($0).violation != nil }
    }
    let outcome = Simulation.run(history, tells: true)
    for line in outcome.story { Console.print(line) }
    Console.print(
      outcome.violation
        ?? "Seed \(seed) ends as it should, after \(history.eventCount.of("event")).")
    if outcome.violation != nil { throw ExitStatus.found.code }
  }
}

/// The sums over histories, and the histories that went wrong.
struct SimulationReport: Encodable, Sendable {
  struct Failure: Encodable, Sendable {
    let seed: UInt64
    let violation: String
  }

  let firstSeed: UInt64
  let histories: Int
  var devices = 0
  var transactions = 0
  var lostMessages = 0
  var crashes = 0
  /// The most rounds that a history has needed after its faults.
  var rounds = 0
  /// The sum of the hashes of all events, in hexadecimal. Two runs of the same seeds have the same.
  var trace = ""
  var seconds = 0.0
  var failures: [Failure] = []

  /// Runs histories on all cores.
  static func run(count: Int, from seed: UInt64, progress: ProgressBar) -> SimulationReport {
    let start = ContinuousClock.now
    let report = Mutex(SimulationReport(firstSeed: seed, histories: count))
    let trace = Mutex(UInt64(0))
    let block = 16 * ProcessInfo.processInfo.activeProcessorCount
    var done = 0
    while done < count {
      let first = done
      DispatchQueue.concurrentPerform(iterations: min(block, count - done)) { index in
        let seed = seed + UInt64(first + index)
        let outcome = Simulation.run(History(seed: seed))
        report.withLock { $0.add(outcome, of: seed) }
        trace.withLock { $0 &+= outcome.trace }
      }
      done += min(block, count - done)
      progress.update(done, count)
    }
    progress.end()
    var result = report.withLock { $0 }
    result.trace = String(trace.withLock { $0 }, radix: 16)
    result.seconds = (ContinuousClock.now - start) / .seconds(1)
    result.failures.sort { $0.seed < $1.seed }
    return result
  }

  private mutating func add(_ outcome: Simulation.Outcome, of seed: UInt64) {
    devices += outcome.devices
    transactions += outcome.transactions
    lostMessages += outcome.lostMessages
    crashes += outcome.crashes
    rounds = max(rounds, outcome.rounds)
    if let violation = outcome.violation {
      failures.append(Failure(seed: seed, violation: violation))
    }
  }

  /// The report for people. A failure comes with the command that replays it.
  var text: [String] {
    var columns = Columns([.left, .right])
    columns.add("Histories", histories.grouped)
    columns.add("Devices", devices.grouped)
    columns.add("Transactions", transactions.grouped)
    columns.add("Lost messages", lostMessages.grouped)
    columns.add("Crashes", crashes.grouped)
    columns.add("Rounds to agree", rounds.grouped)
    columns.add("Failures", failures.count.grouped)
    var lines = columns.text
    for failure in failures.prefix(10) {
      lines += ["", "Seed \(failure.seed): \(failure.violation)"]
      lines.append("Replay it: perennial simulate --story --seed \(failure.seed)")
    }
    return lines
  }
}
