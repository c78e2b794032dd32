import RandomTesting
import SwiftData

extension PredicateAuthor {
  /// A question about the end of a to-one relationship.
  func one<Other: FuzzModel>(_ other: Term<Other?>, _ depth: Int) -> Term<Bool> {
    let answer = Terms.flatMap(other, repeatable { self.condition($0, depth) })
    return pick(
      [
        { Terms.isNil(other) },
        { Terms.coalesce(answer, Terms.value(self.random.chance(0.5))) },
        { Terms.coalesce(answer, Terms.value(false)) },
        { Terms.equal(answer, Terms.value(self.random.optional([true, false]))) },
        { self.condition(Terms.unwrap(other), depth) },
        { self.optionalValue(other, FuzzWorld.texts) },
        { self.optionalValue(other, FuzzWorld.numbers) },
        { self.optionalValue(other, FuzzWorld.doubles) },
        {
          let identifier = Terms.flatMap(other) { Terms.path($0, \.persistentModelID) }
          return Terms.equal(identifier, Terms.value(self.random.optional(self.identifiers)))
        },
      ],
      or: Terms.isNil(other)
    )
  }

  /// A question about an attribute at the end of a to-one relationship: `other?.attribute`.
  private func optionalValue<Other: FuzzModel, Value: Comparable & Hashable & Codable & Sendable>(
    _ other: Term<Other?>,
    _ literals: [Value]
  ) -> Term<Bool> {
    guard let literal = random.element(literals) else { return Terms.isNil(other) }
    var values: [Term<Value?>] = []
    if let path = random.element(Other.shape.paths(to: Value.self)) {
      values.append(Terms.flatMap(other) { Terms.path($0, path) })
    }
    if let path = random.element(Other.shape.paths(to: Value?.self)) {
      values.append(Terms.flatMapOptional(other) { Terms.path($0, path) })
    }
    guard let value = random.element(values), let second = random.element(values) else {
      return Terms.isNil(other)
    }
    return pick(
      [
        { Terms.equal(value, Terms.value(Optional(literal))) },
        { Terms.notEqual(value, Terms.value(Optional(literal))) },
        { Terms.isNil(value) }, { Terms.equal(value, second) },
        {
          Terms.compare(
            Terms.coalesce(value, Terms.value(literal)),
            .lessThanOrEqual,
            Terms.value(literal)
          )
        },
        {
          let test = Terms.flatMap(value) { Terms.compare($0, .greaterThan, Terms.value(literal)) }
          return Terms.coalesce(test, Terms.value(self.random.chance(0.5)))
        },
      ],
      or: Terms.isNil(value)
    )
  }

  /// A question about the objects of a to-many relationship.
  func many<Other: FuzzModel>(_ others: Term<[Other]>, _ depth: Int) -> Term<Bool> {
    let body = repeatable { (other: Term<Other>) in self.condition(other, depth) }
    let size = Terms.value(Int.random(in: 0...2, using: &random))
    return pick(
      [
        { Terms.path(others, \.isEmpty) },
        { Terms.any(others, body) }, { Terms.any(others, body) },
        { Terms.all(others, body) },
        { Terms.compare(Terms.path(others, \.count), .greaterThan, size) },
        { Terms.equal(Terms.path(others, \.count), size) },
        { Terms.compare(Terms.path(Terms.filter(others, body), \.count), .lessThanOrEqual, size) },
        { Terms.path(Terms.filter(others, body), \.isEmpty) },
        { Terms.any(Terms.filter(others, body)) { Terms.not(self.attributeless($0)) } },
      ],
      or: Terms.path(others, \.isEmpty)
    )
  }

  /// Returns a question that reads no attribute of an object: whether an empty list contains its
  /// identifier.
  private func attributeless<Other: FuzzModel>(_ other: Term<Other>) -> Term<Bool> {
    Terms.member(Terms.value([PersistentIdentifier]()), Terms.path(other, \.persistentModelID))
  }

  /// A question about an optional to-many relationship.
  func optionalMany<Other: FuzzModel>(_ others: Term<[Other]?>, _ depth: Int) -> Term<Bool> {
    let answer = Terms.flatMap(others, repeatable { self.many($0, depth) })
    let count = Terms.flatMap(others) { Terms.path($0, \.count) }
    return pick(
      [
        { Terms.isNil(others) },
        { Terms.coalesce(answer, Terms.value(false)) },
        { Terms.coalesce(answer, Terms.value(true)) },
        { Terms.equal(answer, Terms.value(self.random.optional([true, false]))) },
        { Terms.compare(Terms.coalesce(count, Terms.value(7)), .greaterThan, Terms.value(1)) },
        { self.many(Terms.unwrap(others), depth) },
      ],
      or: Terms.isNil(others)
    )
  }
}
