import RandomTesting
import SwiftData

/// Writes random predicates. What it writes depends on its seed alone.
final class PredicateAuthor {
  var random: SeededGenerator
  /// A Boolean value that indicates whether arithmetic may leave the bounds of its type. In that case
  /// Foundation would stop the program.
  let goesTooFar: Bool
  let identifiers: [PersistentIdentifier]
  /// The number of predicates that were applied to related objects.
  private(set) var applications = 0
  /// Texts of the objects around the one that is asked about.
  private(set) var outerTexts: [Term<String>] = []

  init(seed: UInt64, goesTooFar: Bool, identifiers: [PersistentIdentifier]) {
    random = SeededGenerator(seed: seed)
    self.goesTooFar = goesTooFar
    self.identifiers = identifiers
  }

  func predicate<Model: FuzzModel>(_ model: Model.Type) -> Predicate<Model> {
    if random.chance(0.05) {
      let predicates = (0..<Int.random(in: 0...3, using: &random)).map { _ in predicate(model) }
      return random.chance(0.5) ? Predicate(all: predicates) : Predicate(any: predicates)
    }
    if random.chance(0.1), let application = random.element(Model.shape.applications) {
      applications += 1
      return application(self)
    }
    return single(model)
  }

  private func single<Model: FuzzModel>(_ model: Model.Type) -> Predicate<Model> {
    let depth = Int.random(in: 0...3, using: &random)
    let start = random
    return Predicate<Model> { variable in
      random = start
      return condition(variable, depth)
    }
  }

  /// One of several ways to go on.
  func pick<Value>(_ choices: [() -> Value], or otherwise: @autoclosure () -> Value) -> Value {
    random.element(choices)?() ?? otherwise()
  }

  /// A body that writes the same each time that it is called.
  func repeatable<Input, Value>(_ body: @escaping (Term<Input>) -> Term<Value>) -> (Term<Input>) ->
    Term<Value>
  {
    let start = random
    return { term in
      self.random = start
      return body(term)
    }
  }

  /// Lets conditions on related objects speak of this one too.
  func comparing<Model: FuzzModel>(
    with root: Term<Model>,
    _ body: () -> Term<Bool>
  ) -> Term<Bool> {
    let outer = outerTexts
    outerTexts += Model.shape.paths(to: String.self).map { Terms.path(root, $0) }
    defer { outerTexts = outer }
    return body()
  }

  // MARK: Conditions

  func condition<Model: FuzzModel>(_ root: Term<Model>, _ depth: Int) -> Term<Bool> {
    if depth > 0, random.chance(0.6) {
      let (left, right) = (condition(root, depth - 1), condition(root, depth - 1))
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1, 2: return Terms.and(left, right)
      case 3, 4: return Terms.or(left, right)
      case 5, 6: return Terms.not(left)
      default: return Terms.choose(condition(root, 0), left, right)
      }
    }
    if depth > 0, random.chance(0.6), let question = random.element(Model.shape.relationships) {
      return question(self, root, depth - 1)
    }
    return attribute(root, depth)
  }

  /// A question about an attribute.
  private func attribute<Model: FuzzModel>(_ root: Term<Model>, _ depth: Int) -> Term<Bool> {
    let next = depth - 1
    func asks<Value>(_ type: Value.Type, _ ask: @escaping () -> Term<Bool>) -> [() -> Term<Bool>] {
      let shape = Model.shape
      let isThere = !shape.paths(to: type).isEmpty || !shape.paths(to: Value?.self).isEmpty
      return isThere ? [ask] : []
    }
    let choices: [() -> Term<Bool>] =
      asks(String.self) { self.text(root, next) }
      + asks(String.self) { self.ordered(root, FuzzWorld.texts, next) }
      + asks(Int.self) { self.ordered(root, FuzzWorld.numbers + FuzzWorld.extremes, next) }
      + asks(Int8.self) { self.ordered(root, [0, 1, -1, .max, .min] as [Int8], next) }
      + asks(UInt16.self) { self.ordered(root, [0, 1, .max, 300] as [UInt16], next) }
      + asks(UInt64.self) { self.ordered(root, [0, .max, 1 << 63, 5] as [UInt64], next) }
      + asks(Double.self) { self.ordered(root, FuzzWorld.doubles, next) }
      + asks(Float.self) { self.ordered(root, [0, 0.1, 1.5, .nan] as [Float], next) }
      + asks(Date.self) { self.ordered(root, self.dates, next) }
      + asks(UUID.self) { self.equatable(root, FuzzWorld.codes, next) }
      + asks(Decimal.self) { self.ordered(root, FuzzWorld.decimals, next) }
      + asks(Data.self) { self.equatable(root, [Data(), Data([1, 2])], next) }
      + asks(FuzzKind.self) { self.ordered(root, FuzzKind.allCases, next) }
      + asks(FuzzLevel.self) { self.equatable(root, [FuzzLevel.low, .high], next) }
      + asks(URL.self) { self.equatable(root, FuzzWorld.links, next) }
      + asks(FuzzPlace.self) { self.equatable(root, [FuzzPlace(), FuzzPlace(city: "a")], next) }
      + asks(Bool.self) { self.truth(root, next) }
      + asks([String].self) { self.words(root) }
      + asks(FuzzKind.self) { self.kind(root) }
      + asks(Data.self) { self.size(root) }
      + [{ self.identity(root) }]
    return pick(choices, or: Terms.value(true))
  }

  private var dates: [Date] { FuzzWorld.seconds.map(Date.init(timeIntervalSinceReferenceDate:)) }
}
