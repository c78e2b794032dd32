import Foundation
import PerennialPresets
import StoreTesting
import SwiftData
import Testing

/// A predicate that is built of another one's expression has that one's variable. Each evaluation of it fails, which
/// counted as “does not match”: a fetch returned nothing, and a deletion deleted nothing.
@Suite("41/39: A predicate with the variable of another one is refused")
struct ForeignVariableTests {
  @Model final class Pot {
    @Attribute(.spotlight) var name = ""
    var size = 0
    var lids: [Lid] = []

    init(_ name: String) { self.name = name }
  }

  @Model final class Lid {
    var name = ""
    @Relationship(inverse: \Pot.lids) var pots: [Pot] = []

    init(_ name: String) { self.name = name }
  }

  private let context: ModelContext

  init() throws {
    let container = try ModelContainer(
      for: Pot.self, Lid.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    context = ModelContext(container)
    context.insert(Pot("blue"))
    context.insert(Pot("red"))
    try context.save()
  }

  /// A predicate whose expression is that of another one, alone or as a part.
  private static func foreign(_ isPart: Bool) -> Predicate<Pot> {
    let blue = #Predicate<Pot> { $0.name == "blue" }
    let foreign: PredicateExpressions.Variable<Pot> = blue.variable
    return Predicate<Pot> { pot in
      if isPart {
        PredicateExpressions.build_Disjunction(
          lhs: PredicateExpressions.build_Equal(
            lhs: PredicateExpressions.build_KeyPath(
              root: PredicateExpressions.build_Arg(pot), keyPath: \.size),
            rhs: PredicateExpressions.build_Arg(0)),
          rhs: PredicateExpressions.build_Equal(
            lhs: PredicateExpressions.build_KeyPath(
              root: PredicateExpressions.build_Arg(foreign), keyPath: \.name),
            rhs: PredicateExpressions.build_Arg("blue")))
      } else {
        PredicateExpressions.build_Equal(
          lhs: PredicateExpressions.build_KeyPath(
            root: PredicateExpressions.build_Arg(foreign), keyPath: \.name),
          rhs: PredicateExpressions.build_Arg("blue"))
      }
    }
  }

  enum Question: CaseIterable {
    case fetch, fetchCount, fetchIdentifiers, enumerate, search, delete, update, results
  }

  @Test(
    "Each question throws before it reads or deletes", arguments: Question.allCases, [false, true])
  func questions(_ question: Question, isPart: Bool) throws {
    let predicate = Self.foreign(isPart)
    let descriptor = FetchDescriptor<Pot>(predicate: predicate)
    let error = #expect(throws: SwiftDataError.unsupportedPredicate) {
      switch question {
      case .fetch: _ = try context.fetch(descriptor)
      case .fetchCount: _ = try context.fetchCount(descriptor)
      case .fetchIdentifiers: _ = try context.fetchIdentifiers(descriptor)
      case .enumerate: try context.enumerate(descriptor) { _ in }
      case .search: _ = try context.search("blue", in: Pot.self, where: predicate)
      case .delete: try context.delete(model: Pot.self, where: predicate)
      case .update:
        try context.update(model: Pot.self, where: predicate, setting: [.set(\.size, to: 1)])
      case .results: _ = try ResultsObserver(fetchDescriptor: descriptor, modelContext: context)
      }
    }
    #expect(error?.explanation.contains("Pot") == true)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Pot>()) == 2)
    #expect(
      try context.fetchCount(FetchDescriptor<Pot>(predicate: #Predicate { $0.size == 0 })) == 2)
  }

  @Test("An unsaved object does not make it match")
  func unsaved() throws {
    context.insert(Pot("blue"))
    #expect(throws: SwiftDataError.unsupportedPredicate) {
      try context.fetch(FetchDescriptor(predicate: Self.foreign(false)))
    }
  }

  @Test("Variables of closures, and of a predicate that is applied, are known")
  func known() throws {
    let blue = #Predicate<Pot> { $0.name == "blue" }
    let applied = Predicate(all: [blue, #Predicate<Pot> { $0.size == 0 }])
    #expect(try context.fetchCount(FetchDescriptor(predicate: applied)) == 1)
    let nested = #Predicate<Pot> { pot in
      pot.lids.contains { lid in lid.pots.contains { $0.name == pot.name } }
    }
    #expect(try context.fetchCount(FetchDescriptor(predicate: nested)) == 0)
    let names = ["blue", "green"]
    let captured = #Predicate<Pot> { pot in names.contains { $0 == pot.name } }
    #expect(try context.fetchCount(FetchDescriptor(predicate: captured)) == 1)
  }
}
