import RandomTesting
import SwiftData

extension PredicateAuthor {
  /// A question about values that are equal or not.
  func equatable<Model: FuzzModel, Value: Hashable & Codable & Sendable>(
    _ root: Term<Model>,
    _ literals: [Value],
    _ depth: Int
  ) -> Term<Bool> {
    let isPlain = !Model.shape.paths(to: Value.self).isEmpty
    if !isPlain || random.chance(0.4), !Model.shape.paths(to: Value?.self).isEmpty {
      return optional(root, literals, depth)
    }
    let (left, right) = (term(root, literals, depth), term(root, literals, depth))
    return pick(
      [
        { Terms.equal(left, right) }, { Terms.notEqual(left, right) },
        { Terms.member(Terms.value(self.random.some(literals)), left) },
        { Terms.member(Terms.value(Set(literals)), left) },
      ],
      or: Terms.equal(left, right)
    )
  }

  /// A question about values that have an order.
  func ordered<Model: FuzzModel, Value: Comparable & Hashable & Codable & Sendable>(
    _ root: Term<Model>,
    _ literals: [Value],
    _ depth: Int
  ) -> Term<Bool> {
    if random.chance(0.4) { return equatable(root, literals, depth) }
    let (left, right) = (term(root, literals, depth), term(root, literals, depth))
    let operations: [PredicateExpressions.ComparisonOperator] = [
      .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual,
    ]
    let compared = Terms.compare(left, random.element(operations) ?? .lessThan, right)
    guard let first = random.element(literals), let second = random.element(literals),
      first <= second
    else { return compared }
    return pick(
      [
        { compared }, { compared }, { Terms.within(first...second, left) },
        { Terms.within(first..<second, left) }, { Terms.within(first..., left) },
        { Terms.within(Terms.value(first), Terms.value(second), left) },
      ],
      or: compared
    )
  }

  /// A question about a value that may be nil.
  private func optional<Model: FuzzModel, Value: Hashable & Codable & Sendable>(
    _ root: Term<Model>,
    _ literals: [Value],
    _ depth: Int
  ) -> Term<Bool> {
    let (left, right) = (
      optionalTerm(root, literals, depth), optionalTerm(root, literals, depth)
    )
    let literal = Terms.value(random.optional(literals))
    let list = random.some(literals).map(Optional.some) + (random.chance(0.5) ? [nil] : [])
    return pick(
      [
        { Terms.equal(left, right) }, { Terms.notEqual(left, right) },
        { Terms.equal(left, literal) }, { Terms.notEqual(left, literal) },
        { Terms.equal(literal, left) }, { Terms.isNil(left) }, { Terms.not(Terms.isNil(left)) },
        { Terms.member(Terms.value(list), left) },
      ],
      or: Terms.isNil(left)
    )
  }

  // MARK: Values

  func term<Model: FuzzModel, Value: Hashable & Codable & Sendable>(
    _ root: Term<Model>,
    _ literals: [Value],
    _ depth: Int
  ) -> Term<Value> {
    var choices: [() -> Term<Value>] = []
    for path in Model.shape.paths(to: Value.self) {
      choices += Array(repeating: { Terms.path(root, path) }, count: 4)
    }
    for path in Model.shape.paths(to: Value?.self) {
      choices.append { Terms.unwrap(Terms.path(root, path)) }
      choices.append {
        Terms.coalesce(Terms.path(root, path), self.term(root, literals, depth - 1))
      }
    }
    if let literal = random.element(literals) { choices.append { Terms.value(literal) } }
    if depth > 0 {
      choices.append {
        let test = self.condition(root, 0)
        return Terms.choose(
          test,
          self.term(root, literals, depth - 1),
          self.term(root, literals, depth - 1)
        )
      }
    }
    choices += computed(root, depth) + computed(root, depth)
    // The literals stand in for a model that has no such attribute.
    guard let first = literals.first else { return pick(choices, or: choices[0]()) }
    return pick(choices, or: Terms.value(first))
  }

  func optionalTerm<Model: FuzzModel, Value: Hashable & Codable & Sendable>(
    _ root: Term<Model>,
    _ literals: [Value],
    _ depth: Int
  ) -> Term<Value?> {
    var choices: [() -> Term<Value?>] = []
    for path in Model.shape.paths(to: Value?.self) {
      choices += Array(repeating: { Terms.path(root, path) }, count: 4)
      choices.append {
        Terms.flatMap(
          Terms.path(root, path),
          self.repeatable { value in
            let test = self.condition(root, 0)
            return Terms.choose(test, value, self.term(root, literals, 0))
          }
        )
      }
    }
    return pick(choices, or: Terms.value(random.optional(literals)))
  }

  // MARK: Kinds of their own

  func truth<Model: FuzzModel>(_ root: Term<Model>, _ depth: Int) -> Term<Bool> {
    if random.chance(0.5), let path = random.element(Model.shape.paths(to: Bool.self)) {
      return Terms.path(root, path)
    }
    return equatable(root, [true, false], depth)
  }

  func text<Model: FuzzModel>(_ root: Term<Model>, _ depth: Int) -> Term<Bool> {
    let text: Term<String> = term(root, FuzzWorld.texts, depth)
    let literal = random.element(FuzzWorld.texts) ?? ""
    let part: Term<String> =
      random.chance(0.3)
      ? random.element(outerTexts) ?? Terms.value(literal)
      : random.chance(0.6) ? Terms.value(literal) : term(root, FuzzWorld.texts, depth)
    let several = Terms.value(random.some(FuzzWorld.texts))
    let count = Terms.path(text, \.count)
    return pick(
      [
        { Terms.contains(text, part) }, { Terms.contains(text, part) },
        { Terms.starts(text, with: part) }, { Terms.starts(text, with: part) },
        { Terms.localizedContains(text, part) }, { Terms.path(text, \.isEmpty) },
        { Terms.equal(text, part) }, { Terms.compare(text, .lessThan, part) },
        { Terms.any(several) { Terms.contains(text, $0) } },
        { Terms.all(several) { Terms.not(Terms.starts(text, with: $0)) } },
        { Terms.matches(text, self.random.chance(0.5) ? /a.c/ : /^[a-z]+$/) },
        { Terms.equal(Terms.path(text, \.isEmpty), Terms.value(false)) },
        {
          Terms.compare(count, .lessThan, Terms.value(Int.random(in: 0...5, using: &self.random)))
        },
      ],
      or: Terms.path(text, \.isEmpty)
    )
  }

  func words<Model: FuzzModel>(_ root: Term<Model>) -> Term<Bool> {
    guard let path = random.element(Model.shape.paths(to: [String].self)) else {
      return Terms.value(false)
    }
    let words = Terms.path(root, path)
    return pick(
      [
        { Terms.member(words, Terms.value(self.random.element(FuzzWorld.texts) ?? "")) },
        { Terms.path(words, \.isEmpty) },
        { Terms.compare(Terms.path(words, \.count), .greaterThan, Terms.value(1)) },
      ],
      or: Terms.path(words, \.isEmpty)
    )
  }

  func kind<Model: FuzzModel>(_ root: Term<Model>) -> Term<Bool> {
    let kind: Term<FuzzKind> = term(root, FuzzKind.allCases, 0)
    let text = Terms.value(random.element(["zebra", "ZEBRA", "plain", "ÜNIQUE"]) ?? "")
    return Terms.equal(Terms.path(kind, random.chance(0.5) ? \.rawValue : \.title), text)
  }

  func size<Model: FuzzModel>(_ root: Term<Model>) -> Term<Bool> {
    let data: Term<Data> = term(root, [Data()], 0)
    if random.chance(0.3) { return Terms.path(data, \.isEmpty) }
    return Terms.compare(Terms.path(data, \.count), .greaterThanOrEqual, Terms.value(2))
  }

  func identity<Model: FuzzModel>(_ root: Term<Model>) -> Term<Bool> {
    let identifier = Terms.path(root, \.persistentModelID)
    if random.chance(0.5) { return Terms.member(Terms.value(identifiers), identifier) }
    return pick(
      random.element(identifiers).map { other in
        [{ Terms.notEqual(identifier, Terms.value(other)) }]
      }
        ?? [],
      or: Terms.member(Terms.value(Set(identifiers)), identifier)
    )
  }
}
