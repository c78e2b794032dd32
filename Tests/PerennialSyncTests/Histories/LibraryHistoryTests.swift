import Foundation
import RandomTesting
import Testing

@Suite("Real stores and a hub agree")
struct LibraryHistoryTests {
  /// The histories to run: `PERENNIAL_SEED=17` for one.
  private static let seeds =
    TestSeeds.only.map { [$0] } ?? TestSeeds.some(TestAmount.storeHistories.count)

  /// The smallest history that goes wrong like that of a seed, as a story.
  private func story(of seed: UInt64) -> String {
    let whole = LibraryPlan(seed: seed)
    let kind = LibraryHistory.violation(of: whole)?.text.violationKind
    let plan = whole.shrunk { LibraryHistory.violation(of: $0)?.text.violationKind == kind }
    guard let violation = LibraryHistory.violation(of: plan) else {
      return "Seed \(seed) does not go wrong again"
    }
    let story = violation.story.map { "\n  " + $0 }.joined()
    return "Seed \(seed), in \(plan.events.count) events: \(violation.text)\(story)"
  }

  @Test("Histories end without a difference, a lost write or a resurrection, within 3 rounds")
  func histories() async {
    let start = ContinuousClock.now
    let failures = await Self.seeds.violations {
      LibraryHistory.violation(of: LibraryPlan(seed: $0))?.text
    }
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
