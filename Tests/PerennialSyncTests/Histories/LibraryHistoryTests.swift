import Foundation
import RandomTesting
import Testing

@Suite("Real stores and a hub agree")
struct LibraryHistoryTests {
  /// The histories to run: `PERENNIAL_SEED=17` for one.
  private static let seeds =
    TestSeeds.only.map { [$0] } ?? TestSeeds.some(TestAmount.storeHistories.count)

  /// Runs the histories of seeds, on a thread for each processor. Other tests do not wait for them.
  private func failures(ofAll seeds: [UInt64]) async -> [UInt64: String] {
    let count = UInt64(ProcessInfo.processInfo.activeProcessorCount)
    return await withTaskGroup(of: [UInt64: String].self) { group in
      for part in 0..<count {
        group.addTask { await failures(seeds.filter { $0 % count == part }) }
      }
      return await group.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
    }
  }

  /// Runs the histories of seeds on a thread of their own.
  private func failures(_ seeds: [UInt64]) async -> [UInt64: String] {
    await withCheckedContinuation { continuation in
      Thread {
        var failures: [UInt64: String] = [:]
        for seed in seeds {
          failures[seed] = LibraryHistory.violation(of: LibraryPlan(seed: seed))?.text
        }
        continuation.resume(returning: failures)
      }.start()
    }
  }

  /// The smallest history that goes wrong like that of a seed, as a story.
  private func story(of seed: UInt64) -> String {
    let plan = LibraryPlan(seed: seed).shrunk { LibraryHistory.violation(of: $0) != nil }
    guard let violation = LibraryHistory.violation(of: plan) else {
      return "Seed \(seed) does not go wrong again"
    }
    let story = violation.story.map { "\n  " + $0 }.joined()
    return "Seed \(seed), in \(plan.events.count) events: \(violation.text)\(story)"
  }

  @Test("Histories end without a difference, a lost write or a resurrection, within 3 rounds")
  func histories() async {
    let start = ContinuousClock.now
    let failures = await failures(ofAll: Self.seeds)
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    print(
      """
      \(Self.seeds.count) histories of real stores · seeds from \(Self.seeds.first ?? 0) · \
      \(Int(Double(Self.seeds.count) / seconds)) histories/s · \(failures.count) violations
      """)
    guard let first = failures.keys.min() else { return }
    let others = failures.sorted { $0.key < $1.key }.prefix(30)
      .map { "\n\($0.key): \($0.value.prefix(200))" }
    Issue.record("\(failures.count) violations. \(story(of: first))\(others.joined())")
  }
}
