import Foundation
import PerennialPresets
import RandomTesting
import Testing

@Suite("Devices agree")
struct SimulationTests {
  /// The sums over many histories.
  private struct Tally: Sendable {
    var histories = 0
    var devices = 0
    var operations = 0
    var duplicates = 0
    var lostMessages = 0
    var crashes = 0
    var conflicts = 0
    var rounds = 0
    /// The seeds of the histories that went wrong.
    var failures: [UInt64] = []

    mutating func add(_ outcome: Simulation.Outcome, seed: UInt64) {
      histories += 1
      devices += outcome.devices
      operations += outcome.operations
      duplicates += outcome.duplicates
      lostMessages += outcome.lostMessages
      crashes += outcome.crashes
      conflicts += outcome.conflicts
      rounds = max(rounds, outcome.rounds)
      if outcome.violation != nil { failures.append(seed) }
    }

    mutating func add(_ other: Tally) {
      histories += other.histories
      devices += other.devices
      operations += other.operations
      duplicates += other.duplicates
      lostMessages += other.lostMessages
      crashes += other.crashes
      conflicts += other.conflicts
      rounds = max(rounds, other.rounds)
      failures += other.failures
    }
  }

  /// Lets the histories of seeds happen, on as many threads as there are cores.
  ///
  /// They are threads of their own: other tests wait for nothing here.
  private func run(seeds: [UInt64], fault: Fault? = nil) async -> Tally {
    let threadCount = UInt64(ProcessInfo.processInfo.activeProcessorCount)
    return await withTaskGroup(of: Tally.self) { group in
      for first in 0..<threadCount {
        group.addTask {
          await withCheckedContinuation { continuation in
            Thread {
              var tally = Tally()
              for seed in seeds where seed % threadCount == first {
                tally.add(Simulation.run(History(seed: seed), fault: fault), seed: seed)
              }
              continuation.resume(returning: tally)
            }.start()
          }
        }
      }
      return await group.reduce(into: Tally()) { $0.add($1) }
    }
  }

  /// A history that goes wrong, made as small as it goes, as it happened.
  private func account(of seed: UInt64, fault: Fault? = nil) -> String {
    let smallest = History(seed: seed).shrunk {
      Simulation.run($0, fault: fault).violation != nil
    }
    let outcome = Simulation.run(smallest, fault: fault, isTraced: true)
    let story = outcome.trace.map { "\n  " + $0 }.joined()
    return "Seed \(seed), in \(smallest.events.count) events: \(outcome.violation ?? "")\(story)"
  }

  @Test("Histories end everywhere as the list of what was done says")
  func histories() async {
    let seeds = TestSeeds.some(TestAmount.presetSimulations.count)
    let tally = await run(seeds: seeds)
    print(
      """
      \(tally.histories) histories · seeds from \(seeds[0]) · \(tally.devices) devices · \(tally.operations) acts of people · \
      \(tally.duplicates) legacy duplicates · \(tally.lostMessages) lost messages · \
      \(tally.crashes) crashes · \(tally.conflicts) conflicts · settled within \(tally.rounds) \
      rounds · \(tally.failures.count) violations
      """)
    if let first = tally.failures.min() {
      Issue.record("\(tally.failures.count) violations. \(account(of: first))")
    }
  }

  /// Faults that the simulation has to notice, and in how many of a hundred histories at least.
  @Test(
    "Broken rules are noticed",
    arguments: [
      (.seedsAsEdits, 50), (.noLegacyFold, 50), (.serverFieldWins, 10), (.lastWriterWins, 50),
      (.queueInMemory, 5), (.sentIsReceived, 3), (.blindClock, 1), (.manifestOverwritten, 1),
      (.foldsOnce, 1), (.plainReferences, 5),
    ] as [(Fault, Int)])
  func faults(fault: Fault, percent: Int) async {
    let tally = await run(seeds: Array(0..<400), fault: fault)
    let share = Double(tally.failures.count) / Double(tally.histories) * 100
    print("\(fault.rawValue): noticed in \(share) % of \(tally.histories) histories")
    #expect(share >= Double(percent))
  }

  @Test("A history that goes wrong is made small")
  func shrinking() throws {
    let failing = try #require(
      (0..<100 as Range<UInt64>).first {
        Simulation.run(History(seed: $0), fault: .lastWriterWins).violation != nil
      })
    let whole = History(seed: failing)
    let smallest = whole.shrunk {
      Simulation.run($0, fault: .lastWriterWins).violation != nil
    }
    #expect(smallest.events.count < whole.events.count / 2)
    #expect(Simulation.run(smallest, fault: .lastWriterWins).violation != nil)
    #expect(Simulation.run(smallest).violation == nil)
  }
}
