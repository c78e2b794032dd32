import RandomTesting
import SwiftData
import Testing

@testable import Perennial

/// Random predicates: what a fetch gives must be what `Predicate.evaluate` gives.
///
/// `PERENNIAL_SEED=…` repeats one predicate alone.
@Suite("Predicates in SQL and in memory")
struct PredicateDifferentialTests {
  private static let seed = TestSeeds.only
  private static let count = TestAmount.predicates.count

  @Test("Random predicates select the same objects", arguments: 0..<8)
  func saved(part: UInt64) throws {
    try compare(part, isPending: false)
  }

  @Test("So they do while changes are not saved", arguments: 8..<12)
  func pending(part: UInt64) throws {
    try compare(part, isPending: true)
  }

  @Test("13.18 So they do where others have written unknown cases", arguments: 12..<16)
  func unknown(part: UInt64) throws {
    try compare(part, isPending: part % 2 == 0, hasUnknownValues: true)
  }

  private func compare(
    _ part: UInt64, isPending: Bool, hasUnknownValues: Bool = false
  ) throws {
    let first = TestSeeds.first + part << 32
    let count = isPending || hasUnknownValues ? Self.count / 16 : Self.count / 8
    let seeds = Self.seed.map { [$0] } ?? (0..<count).map { first + UInt64($0) }
    var comparison = PredicateComparison(
      isPending: isPending, hasUnknownValues: hasUnknownValues)
    for seed in seeds {
      try comparison.run(seed)
      if comparison.failures >= 3 { break }
    }
    print(
      """
      \(seeds.count) random predicates\(isPending ? " with pending changes" : ""), seeds from \
      \(seeds.first ?? 0): \(comparison.exact) wholly in SQL, \(comparison.applied) with another \
      predicate about related objects
      """
    )
    if seeds.count > 500 { #expect(comparison.applied > seeds.count / 50) }
  }
}

/// Compares fetches with `Predicate.evaluate`.
struct PredicateComparison {
  let isPending: Bool
  let hasUnknownValues: Bool
  private(set) var failures = 0
  /// The number of predicates that SQL answered alone.
  private(set) var exact = 0
  /// The number of predicates that apply another one to related objects.
  private(set) var applied = 0
  private var world: FuzzWorld?
  private var context: ModelContext?

  init(isPending: Bool, hasUnknownValues: Bool = false) {
    self.isPending = isPending
    self.hasUnknownValues = hasUnknownValues
  }

  mutating func run(_ seed: UInt64) throws {
    let context = try context(for: seed)
    switch seed % 4 {
    case 0, 1: try compare(FuzzItem.self, seed, context)
    case 2: try compare(FuzzOwner.self, seed, context)
    default: try compare(FuzzTag.self, seed, context)
    }
  }

  /// A context of a store that serves 64 seeds.
  private mutating func context(for seed: UInt64) throws -> ModelContext {
    let worldSeed = seed / 64
    if let world, let context, world.seed == worldSeed { return context }
    let world = try FuzzWorld(seed: worldSeed, hasUnknownValues: hasUnknownValues)
    let context = ModelContext(world.container)
    if isPending { try FuzzWorld.disturb(context, seed: worldSeed) }
    self.world = world
    self.context = context
    return context
  }

  private mutating func compare<Model: FuzzModel>(
    _ model: Model.Type,
    _ seed: UInt64,
    _ context: ModelContext
  ) throws {
    let goesTooFar = seed % 5 == 0
    let all = try context.fetch(FetchDescriptor<Model>())
    let identifiers =
      try context.fetchIdentifiers(FetchDescriptor<FuzzOwner>()).prefix(3)
      + context.fetchIdentifiers(FetchDescriptor<Model>()).prefix(3)
    let author = PredicateAuthor(
      seed: seed,
      goesTooFar: goesTooFar,
      identifiers: Array(identifiers)
    )
    let predicate = author.predicate(Model.self)
    if author.applications > 0 { applied += 1 }
    let descriptor = FetchDescriptor(predicate: predicate)
    let plan = FetchPlan(descriptor)
    if plan.isConditionExact { exact += 1 }
    let filter = ModelFilter(predicate)
    let expected = all.filter { model in
      goesTooFar ? filter.matches(model) : (try? predicate.evaluate(model)) ?? false
    }
    let fetched = try context.fetch(descriptor)
    let count = try context.fetchCount(descriptor)
    guard
      Set(fetched) != Set(expected) || fetched.count != expected.count
        || count != expected.count || expected != expected.filter(filter.matches)
    else { return }
    failures += 1
    let difference = Set(fetched).symmetricDifference(expected).first
    Issue.record(
      """
      PERENNIAL_SEED=\(seed): \(fetched.count) objects fetched, \(count) counted, \
      \(expected.count) expected
      \(predicate)
      FROM \(plan.from)
      WHERE \(plan.condition ?? "1")
      \(plan.bindings)
      first difference: \(difference.map { "\(Self.dump($0))" } ?? "none")
      """
    )
  }

  private static func dump(_ model: any PersistentModel) -> String {
    let layout = ModelLayout.of(type(of: model))
    return layout.properties.filter { !$0.isRelationship }.map { property in
      func value<Model: PersistentModel>(of model: Model) -> Any? {
        (property.keyPath as? PartialKeyPath<Model>).map { model[keyPath: $0] }
      }
      return "\(property.name): \(value(of: model) ?? "?")"
    }.joined(separator: ", ")
  }
}
