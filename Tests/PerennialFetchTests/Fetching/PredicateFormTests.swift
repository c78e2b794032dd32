import SwiftData
import Testing

@testable import Perennial

@Suite("Forms of predicates")
struct PredicateFormTests {
  private static let world = Result { try FuzzWorld(seed: 7, items: 120) }

  @Test("A fetch gives what the predicate holds for", arguments: PredicateForms.all)
  func fetch(_ form: PredicateForm) throws {
    let context = ModelContext(try Self.world.get().container)
    let all = try context.fetch(FetchDescriptor<FuzzItem>())
    let descriptor = FetchDescriptor(predicate: form.predicate)
    let expected = try all.filter { try form.evaluate($0) }
    #expect(Set(try context.fetch(descriptor)) == Set(expected))
    #expect(try context.fetchCount(descriptor) == expected.count)
    #expect(FetchPlan(descriptor).isConditionExact == form.isExact)
  }

  @Test("Predicates can be described", arguments: PredicateForms.all)
  func description(_ form: PredicateForm) {
    #expect(form.predicate.description.contains("Predicate<"))
  }

  @Test("Combined predicates are about one variable")
  func combination() throws {
    let (rank, names) = (3, ["a", "b"])
    let first = #Predicate<FuzzOwner> { $0.items.filter { $0.number > rank }.count > 1 }
    let second = #Predicate<FuzzOwner> { owner in
      names.contains { owner.name.starts(with: $0) } && owner.staff.allSatisfy { $0.rank < rank }
    }
    let third = #Predicate<FuzzOwner> { $0.boss.flatMap { $0.nickname }?.isEmpty == false }
    let combined = Predicate(any: [first, second, third]).and(first.or(third))
    let context = ModelContext(try Self.world.get().container)
    for owner in try context.fetch(FetchDescriptor<FuzzOwner>()) {
      let (one, two, three) = (
        try first.evaluate(owner), try second.evaluate(owner), try third.evaluate(owner)
      )
      #expect(try combined.evaluate(owner) == ((one || two || three) && (one || three)))
    }
  }
}

extension PredicateForm {
  /// Returns the value of the predicate for an item, or `false` if the evaluation fails.
  func evaluate(_ item: FuzzItem) throws -> Bool {
    if traps { return ModelFilter(predicate).matches(item) }
    do {
      return try predicate.evaluate(item)
    } catch is PredicateError {
      return false
    }
  }
}
