import SwiftData
import Testing

@testable import Perennial

@Model
private final class Novel {
  var title: String
  var year: Int
  @Relationship(deleteRule: .cascade, inverse: \Canto.book) var chapters: [Canto] = []

  init(title: String, year: Int) {
    self.title = title
    self.year = year
  }
}

@Model
private final class Canto {
  var title: String
  var book: Novel

  init(title: String, book: Novel) {
    self.title = title
    self.book = book
  }
}

@Suite("Predicates about related objects")
struct RelatedPredicateTests {
  private static let world = Result { try FuzzWorld(seed: 7, items: 120) }
  private static let named = #Predicate<FuzzOwner> { $0.name == "abc" }
  private static let heavy = #Predicate<FuzzTag> { $0.weight > 2 }

  /// A form, and how a program would write it without another predicate.
  struct Form: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let applied: Predicate<FuzzItem>
    let written: Predicate<FuzzItem>
  }

  static let forms = [
    Form(
      testDescription: "to-one",
      applied: Predicate(\.owner, matches: named),
      written: #Predicate { $0.owner.flatMap { $0.name == "abc" } ?? false }),
    Form(
      testDescription: "over two relationships",
      applied: Predicate(
        \.owner, matches: Predicate(\.boss, matches: #Predicate { $0.rank > 1 })),
      written: #Predicate { $0.owner.flatMap { $0.boss.flatMap { $0.rank > 1 } ?? false } ?? false }
    ),
    Form(
      testDescription: "any of to-many",
      applied: Predicate(\.tags, anyMatches: heavy),
      written: #Predicate { $0.tags.contains { $0.weight > 2 } }),
    Form(
      testDescription: "all of to-many",
      applied: Predicate(\.tags, allMatch: heavy),
      written: #Predicate { $0.tags.allSatisfy { $0.weight > 2 } }),
    Form(
      testDescription: "any of optional to-many",
      applied: Predicate(\.marks, anyMatches: heavy),
      written: #Predicate { $0.marks.flatMap { $0.contains { $0.weight > 2 } } ?? false }),
    Form(
      testDescription: "all of optional to-many",
      applied: Predicate(\.marks, allMatch: heavy),
      written: #Predicate { $0.marks.flatMap { $0.allSatisfy { $0.weight > 2 } } ?? true }),
  ]

  @Test(
    "13.16 A predicate applied to related objects is the SQL of one written out", arguments: forms)
  func statement(_ form: Form) {
    let (applied, written) = (
      FetchPlan(FetchDescriptor(predicate: form.applied)),
      FetchPlan(FetchDescriptor(predicate: form.written))
    )
    #expect(applied.isConditionExact)
    #expect(applied.condition == written.condition)
    #expect(applied.from == written.from)
  }

  @Test("13.16 A fetch gives what it holds for", arguments: forms)
  func fetch(_ form: Form) throws {
    let context = ModelContext(try Self.world.get().container)
    let all = try context.fetch(FetchDescriptor<FuzzItem>())
    let expected = try all.filter { try form.written.evaluate($0) }
    #expect(Set(try context.fetch(FetchDescriptor(predicate: form.applied))) == Set(expected))
    #expect(try all.filter { try form.applied.evaluate($0) } == expected)
    #expect(!expected.isEmpty && expected.count < all.count)
  }

  @Test("13.16 It is a search by index where the other predicate is")
  func search() {
    let plan = FetchPlan(
      FetchDescriptor<FuzzItem>(predicate: Predicate(\.owner, matches: Self.named)))
    #expect(
      plan.condition
        == """
        t0."owner" IS NOT NULL \
        AND t0."owner" IN (SELECT t1."_pk" FROM "FuzzOwner" AS t1 WHERE t1."name" = ?)
        """)
  }

  @Test("13.16 It composes with and(_:), or(_:) and Predicate(all:)")
  func composition() throws {
    let owned = Predicate<FuzzItem>(\.owner, matches: Self.named)
    let kept = Predicate<FuzzItem>(\.keeper, matches: Self.named)
    let tagged = Predicate<FuzzItem>(\.tags, anyMatches: Self.heavy)
    let isOn = #Predicate<FuzzItem> { $0.isOn }
    let predicate = Predicate(all: [owned.or(kept).or(isOn), tagged.and(isOn)])
    let context = ModelContext(try Self.world.get().container)
    let descriptor = FetchDescriptor(predicate: predicate)
    #expect(FetchPlan(descriptor).isConditionExact)
    let fetched = Set(try context.fetch(descriptor))
    #expect(!fetched.isEmpty)
    for item in try context.fetch(FetchDescriptor<FuzzItem>()) {
      let (isOwned, isKept) = (item.owner?.name == "abc", item.keeper?.name == "abc")
      let isTagged = item.tags.contains { $0.weight > 2 }
      let expected = (isOwned || isKept || item.isOn) && isTagged && item.isOn
      #expect(try predicate.evaluate(item) == expected)
      #expect(fetched.contains(item) == expected)
    }
  }

  @Test("13.16 A required to-one relationship has the same form")
  func required() throws {
    let container = try ModelContainer(
      for: Novel.self, Canto.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    for (title, year) in [("old", 1900), ("new", 2000)] {
      let book = Novel(title: title, year: year)
      context.insert(book)
      for number in 1...3 { context.insert(Canto(title: "\(title) \(number)", book: book)) }
    }
    try context.save()
    let recent = #Predicate<Novel> { $0.year > 1950 }
    let descriptor = FetchDescriptor<Canto>(
      predicate: Predicate(\.book, matches: recent), sortBy: [SortDescriptor(\.title)])
    #expect(FetchPlan(descriptor).isConditionExact)
    #expect(try context.fetch(descriptor).map(\.title) == ["new 1", "new 2", "new 3"])
    let chapters = try context.fetch(FetchDescriptor<Canto>())
    let predicate = try #require(descriptor.predicate)
    #expect(try chapters.filter { try predicate.evaluate($0) }.count == 3)
    // The other way round, and with a change that is not saved.
    let first = #Predicate<Canto> { $0.title == "old 1" }
    let books = FetchDescriptor<Novel>(predicate: Predicate(\.chapters, anyMatches: first))
    #expect(try context.fetch(books).map(\.title) == ["old"])
    chapters.first { $0.title == "old 1" }?.title = "changed"
    #expect(try context.fetch(books).isEmpty)
  }

  @Test("13.16 What SQL cannot say of the related object is finished in memory")
  func leftover() throws {
    let context = ModelContext(try Self.world.get().container)
    let names = #Predicate<FuzzOwner> { $0.name.localizedStandardContains("A") }
    let first = #Predicate<FuzzOwner> { $0.items.first?.isOn != true }
    let predicate = Predicate<FuzzItem>(\.owner, matches: names.and(first))
    let all = try context.fetch(FetchDescriptor<FuzzItem>())
    let expected = try all.filter { try predicate.evaluate($0) }
    let descriptor = FetchDescriptor(predicate: predicate)
    #expect(!FetchPlan(descriptor).isConditionExact)
    #expect(Set(try context.fetch(descriptor)) == Set(expected))
  }
}
