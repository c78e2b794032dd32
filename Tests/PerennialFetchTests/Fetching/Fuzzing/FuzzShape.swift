import SwiftData

/// A model that random predicates can be about.
protocol FuzzModel: PersistentModel {
  static var shape: FuzzShape<Self> { get }
}

/// The parts from which random predicates about a model are made.
struct FuzzShape<Model: FuzzModel>: Sendable {
  typealias Question = @Sendable (PredicateAuthor, Term<Model>, Int) -> Term<Bool>
  typealias Application = @Sendable (PredicateAuthor) -> Predicate<Model>

  private struct Paths<Value>: Sendable {
    let list: [any KeyPath<Model, Value> & Sendable]
  }

  private var paths: [ObjectIdentifier: any Sendable] = [:]
  /// Questions about related objects.
  private(set) var relationships: [Question] = []
  /// Predicates that apply another one to related objects.
  private(set) var applications: [Application] = []

  /// The attributes of one type.
  func attributes<Value>(_ paths: any KeyPath<Model, Value> & Sendable...) -> FuzzShape {
    var copy = self
    copy.paths[ObjectIdentifier(Value.self)] = Paths(list: paths)
    return copy
  }

  func one<Other: FuzzModel>(_ path: any KeyPath<Model, Other?> & Sendable) -> FuzzShape {
    asking { author, root, depth in author.one(Terms.path(root, path), depth) }
      .applying { Predicate(path, matches: $0.predicate(Other.self)) }
  }

  func many<Other: FuzzModel>(_ path: any KeyPath<Model, [Other]> & Sendable) -> FuzzShape {
    asking { author, root, depth in
      author.comparing(with: root) { author.many(Terms.path(root, path), depth) }
    }
    .applying { Predicate(path, anyMatches: $0.predicate(Other.self)) }
    .applying { Predicate(path, allMatch: $0.predicate(Other.self)) }
  }

  func many<Other: FuzzModel>(_ path: any KeyPath<Model, [Other]?> & Sendable) -> FuzzShape {
    asking { author, root, depth in
      author.comparing(with: root) { author.optionalMany(Terms.path(root, path), depth) }
    }
    .applying { Predicate(path, anyMatches: $0.predicate(Other.self)) }
    .applying { Predicate(path, allMatch: $0.predicate(Other.self)) }
  }

  private func asking(_ question: @escaping Question) -> FuzzShape {
    var copy = self
    copy.relationships.append(question)
    return copy
  }

  private func applying(_ application: @escaping Application) -> FuzzShape {
    var copy = self
    copy.applications.append(application)
    return copy
  }

  func paths<Value>(to type: Value.Type) -> [any KeyPath<Model, Value> & Sendable] {
    (paths[ObjectIdentifier(type)] as? Paths<Value>)?.list ?? []
  }
}

extension FuzzItem: FuzzModel {
  static let shape = FuzzShape<FuzzItem>()
    .attributes(\.title)
    .attributes(\.note)
    .attributes(\.number, \.extreme)
    .attributes(\.optionalNumber)
    .attributes(\.tiny)
    .attributes(\.medium)
    .attributes(\.huge)
    .attributes(\.price)
    .attributes(\.optionalPrice)
    .attributes(\.ratio)
    .attributes(\.isOn)
    .attributes(\.isMarked)
    .attributes(\.date)
    .attributes(\.due)
    .attributes(\.code)
    .attributes(\.optionalCode)
    .attributes(\.bytes)
    .attributes(\.amount)
    .attributes(\.optionalAmount)
    .attributes(\.kind)
    .attributes(\.optionalKind)
    .attributes(\.level)
    .attributes(\.link)
    .attributes(\.place)
    .attributes(\.words)
    .one(\.owner).one(\.keeper).many(\.tags).many(\.marks)
}

extension FuzzOwner: FuzzModel {
  static let shape = FuzzShape<FuzzOwner>()
    .attributes(\.name)
    .attributes(\.nickname)
    .attributes(\.rank)
    .attributes(\.optionalRank)
    .attributes(\.score)
    .attributes(\.isActive)
    .attributes(\.since)
    .one(\.boss).many(\.staff).many(\.items).many(\.kept)
}

extension FuzzTag: FuzzModel {
  static let shape = FuzzShape<FuzzTag>()
    .attributes(\.label)
    .attributes(\.weight)
    .attributes(\.value)
    .attributes(\.isShown)
    .many(\.items).many(\.friends)
}
