import Foundation
import RandomTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

/// Random predicates with casts: what a fetch gives must be what `Predicate.evaluate` gives.
///
/// `PERENNIAL_SEED=…` repeats one predicate alone.
@Suite("Inheritance: casts in SQL and in memory")
struct CastDifferentialTests {
  private static let seed = TestSeeds.only

  @Test("Random predicates select the same objects", arguments: Place.builtIn, [false, true])
  func compare(place: Place, isPending: Bool) throws {
    let seeds = Self.seed.map { [$0] } ?? TestSeeds.some(TestAmount.casts.count)
    var exact = 0
    for world in Set(seeds.map { $0 / 150 }) {
      try place.withMenagerie { container in
        let context = ModelContext(container)
        try RandomMenagerie.fill(context, seed: world)
        try context.save()
        if isPending { try RandomMenagerie.disturb(context, seed: world) }
        for seed in seeds where seed / 150 == world {
          var forms = CastForms(seed: seed)
          let (animal, dog, keeper) = (forms.animal(), forms.dog(), forms.keeper())
          exact +=
            try check(animal, context, seed) + check(dog, context, seed)
            + check(keeper, context, seed)
        }
      }
    }
    print(
      """
      \(3 * seeds.count) predicates with casts\(isPending ? " with pending changes" : ""), seeds from \
      \(seeds.first ?? 0): \(exact) wholly in SQL
      """)
    if Self.seed == nil { #expect(exact > seeds.count * 2) }
  }

  private func check<Model: PersistentModel>(
    _ predicate: Predicate<Model>, _ context: ModelContext, _ seed: UInt64
  ) throws -> Int {
    let all = try context.fetch(FetchDescriptor<Model>())
    let expected = all.filter { (try? predicate.evaluate($0)) ?? false }
    let descriptor = FetchDescriptor(predicate: predicate)
    let found = try context.fetch(descriptor)
    let plan = FetchPlan(descriptor, context.graph.coordinator.hierarchies)
    let isSame = Set(found) == Set(expected) && found.count == expected.count
    #expect(
      isSame,
      """
      PERENNIAL_SEED=\(seed): \(found.count) found, \(expected.count) expected
      \(predicate)
      WHERE \(plan.condition ?? "1") \(plan.bindings)
      """)
    #expect(try context.fetchCount(descriptor) == expected.count, "PERENNIAL_SEED=\(seed)")
    let identifiers = try context.fetchIdentifiers(descriptor)
    let areSame = Set(identifiers) == Set(expected.map(\.persistentModelID))
    #expect(areSame, "PERENNIAL_SEED=\(seed)")
    return plan.isConditionExact ? 1 : 0
  }
}
