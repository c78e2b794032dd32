import Foundation
import RandomTesting
import Testing

@Suite("Apps are updated, and lose nothing")
struct GardenHistoryTests {
  /// The histories to run: `PERENNIAL_SEED=17` for one.
  private static let seeds =
    TestSeeds.only.map { [$0] } ?? TestSeeds.some(TestAmount.versionHistories.count)

  /// The smallest history that goes wrong like that of a seed, as a story.
  private func story(of seed: UInt64) -> String {
    let whole = GardenPlan(seed: seed)
    let kind = GardenHistory.violation(of: whole)?.text.violationKind
    let plan = whole.shrunk { GardenHistory.violation(of: $0)?.text.violationKind == kind }
    guard let violation = GardenHistory.violation(of: plan) else {
      return "Seed \(seed) does not go wrong again"
    }
    let story = violation.story.map { "\n  " + $0 }.joined()
    return "Seed \(seed), in \(plan.events.count) events: \(violation.text)\(story)"
  }

  @Test(
    "Histories that have failed once end as they should",
    arguments: [
      1_795_994_072_823, 1_796_035_771_452, 1_796_050_162_778, 1_796_050_163_525,
      1_796_050_164_160, 1_796_074_824_815,
    ])
  func formerFailures(seed: UInt64) {
    let violation = GardenHistory.violation(of: GardenPlan(seed: seed))
    #expect(violation == nil, "\(violation?.text ?? "")")
  }

  @Test("40: Every version of an app shows all that it can, and takes nothing from others")
  func histories() async {
    let start = ContinuousClock.now
    let failures = await Self.seeds.violations {
      GardenHistory.violation(of: GardenPlan(seed: $0))?.text
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    print(
      """
      \(Self.seeds.count) histories of updated apps · seeds from \(Self.seeds.first ?? 0) · \
      \(Int(Double(Self.seeds.count) / seconds)) histories/s · \(failures.count) violations
      """)
    guard let first = failures.keys.min() else { return }
    let others = failures.sorted { $0.key < $1.key }.prefix(30)
      .map { "\n\($0.key): \($0.value.prefix(200))" }
    Issue.record("\(failures.count) violations. \(story(of: first))\(others.joined())")
  }
}
