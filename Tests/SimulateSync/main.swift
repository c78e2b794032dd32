import Foundation
import PerennialSimulator
import RandomTesting
import Synchronization

// simulate-sync                       Runs the histories of `make test`, from a seed of `TestSeeds`.
// simulate-sync FIRST LAST            Runs the histories of a range of seeds, on all cores.
// simulate-sync FIRST LAST --first    Ends at the first history that goes wrong.
// simulate-sync SEED                  Tells the smallest history that goes wrong like that of a seed, or its story.

let numbers = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
switch numbers.count {
case 0 where CommandLine.argc == 1:
  let count = UInt64(TestAmount.simulatedHistories.count)
  run(TestSeeds.first...(TestSeeds.first &+ count - 1))
case 1: tell(numbers[0])
case 2 where numbers[0] <= numbers[1]: run(numbers[0]...numbers[1])
default:
  print("usage: simulate-sync | simulate-sync FIRST LAST [--first] | simulate-sync SEED")
  exit(2)
}

/// Prints the story of a seed.
func tell(_ seed: UInt64) {
  var history = History(seed: seed)
  if let violation = Simulation.run(history).violation {
    let fault = words(of: violation)
    history = history.shrunk { smaller in
      Simulation.run(smaller).violation.map(words(of:)) == fault
    }
  }
  let outcome = Simulation.run(history, tells: true)
  for line in outcome.story { print(line) }
  print(outcome.violation ?? "No violation in \(history.eventCount) events.")
  exit(outcome.violation == nil ? 0 : 1)
}

/// Returns the words at the beginning of a violation, without names and numbers: those of another fault are others.
func words(of violation: String) -> [Substring] {
  violation.prefix { !":(\n".contains($0) }.split(separator: " ").filter { word in
    !word.contains(where: \.isNumber)
  }
}

/// Prints the progress of a run, not its result.
func note(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }

/// Runs histories and prints the sums. Ends with 1 if one goes wrong.
func run(_ seeds: ClosedRange<UInt64>) {
  struct Sums {
    var histories = 0
    var transactions = 0
    var crashes = 0
    var rounds = 0
    var violations: [UInt64] = []
  }
  let sums = Mutex(Sums())
  let endsAtFirst = CommandLine.arguments.contains("--first")
  let start = ContinuousClock.now
  let cores = ProcessInfo.processInfo.activeProcessorCount
  DispatchQueue.concurrentPerform(iterations: cores) { core in
    for seed in seeds where seed % UInt64(cores) == UInt64(core) {
      if endsAtFirst, sums.withLock({ $0.violations.contains { $0 < seed } }) { return }
      let outcome = Simulation.run(History(seed: seed))
      sums.withLock {
        $0.histories += 1
        $0.transactions += outcome.transactions
        $0.crashes += outcome.crashes
        $0.rounds = max($0.rounds, outcome.rounds)
        if let violation = outcome.violation {
          $0.violations.append(seed)
          note("\(seed): \(violation.prefix { !$0.isNewline })")
        }
        if $0.histories.isMultiple(of: 100_000) { note("\($0.histories) of \(seeds.count)") }
      }
    }
  }
  let result = sums.withLock { $0 }
  print(
    "seeds \(seeds.lowerBound)–\(seeds.upperBound) · \(result.transactions) transactions · "
      + "\(result.crashes) crashes · settled within \(result.rounds) rounds · "
      + "\(result.violations.count) violations · \(ContinuousClock.now - start)")
  if let first = result.violations.min() {
    let some = result.violations.sorted().prefix(10).map { "\($0)" }.joined(separator: " ")
    print("The first violations: \(some). Tell one: simulate-sync \(first)")
    exit(1)
  }
}
