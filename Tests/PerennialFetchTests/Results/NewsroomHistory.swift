import Foundation
import RandomTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

/// A live query among many, and a list that follows it by its changes alone.
final class FollowedQuery<SectionTitle: Hashable> {
  let name: String
  let observer: ResultsObserver<Headline, SectionTitle>
  private var iterator: ResultsChanges<Headline, SectionTitle>.AsyncIterator
  /// The items of a list that makes an item only when a change reports a new or changed row.
  private var shown: [(id: PersistentIdentifier, contents: String)] = []
  private var identifiers: [PersistentIdentifier] = []

  init(_ name: String, _ observer: ResultsObserver<Headline, SectionTitle>) {
    self.name = name
    self.observer = observer
    iterator = observer.changes.makeAsyncIterator()
  }

  /// Compares with a fetch. `follows` tells whether changes are looked at too; if not, the next
  /// time there are several of them in one.
  func check(follows: Bool) throws {
    let expected = try observer.modelContext.fetch(observer.fetchDescriptor)
    let results = Array(observer.results)
    try require(results.map(\.rank) == expected.map(\.rank), "ranks")
    try require(zip(results, expected).allSatisfy { $0 === $1 }, "objects")
    try require(results.count == expected.count, "count")
    if let sections = observer.sections {
      try require(sections.flatMap { $0.map(\.persistentModelID) } == ids(expected), "sections")
      for section in sections {
        try require(!section.isEmpty, "an empty section")
        try require(section.allSatisfy { title($0) == section.title }, "titles")
      }
      try require(Set(sections.sectionTitles).count == sections.count, "a section twice")
    }
    if follows { try follow(expected) }
  }

  private func follow(_ expected: [Headline]) throws {
    if let change = iterator.take() {
      change.offsets.apply(to: &shown) { offset in
        (change.results[offset].persistentModelID, change.results[offset].contents)
      }
      let applied = identifiers.applying(change.difference)
      identifiers = try #require(applied)
    }
    try require(shown.map(\.id) == ids(expected), "changes")
    try require(identifiers == ids(expected), "differences")
    // A row that is about to be deleted may reference an object that is, too. No change reports that
    // deletion.
    for (item, headline) in zip(shown, expected) where !headline.isDeleted {
      try require(
        item.contents == headline.contents,
        "\(item.contents) shown for \(headline.contents)"
      )
    }
  }

  private func ids(_ headlines: [Headline]) -> [PersistentIdentifier] {
    headlines.map(\.persistentModelID)
  }

  private func title(_ headline: Headline) -> SectionTitle? {
    guard let keyPath = observer.sectionBy else { return nil }
    let value = headline[keyPath: keyPath]
    return (value as? SectionTitle) ?? ("" as? SectionTitle)
  }

  private func require(_ condition: Bool, _ what: String) throws {
    if !condition { throw NewsroomHistory.Difference(description: "\(name): \(what)") }
  }
}

/// Random edits in the context of some live queries, and in another one.
struct NewsroomHistory {
  struct Difference: Error, CustomStringConvertible {
    let description: String
  }

  let container: ModelContainer
  let context: ModelContext
  let other: ModelContext
  private var random: SeededGenerator
  private var number = 0
  private(set) var log: [String] = []

  init(_ container: ModelContainer, _ context: ModelContext, seed: UInt64) {
    self.container = container
    self.context = context
    other = ModelContext(container)
    random = SeededGenerator(seed: seed)
  }

  // MARK: Steps

  mutating func prepare() throws {
    for name in ["Ada", "Bea", "Cleo"] {
      other.insert(Reporter(name, desk: random.chance(0.5) ? "city" : "world"))
    }
    for word in ["war", "peace"] { other.insert(Keyword(word)) }
    for _ in 0..<12 { insert(in: other) }
    try other.save()
  }

  mutating func step() throws {
    let isHere = random.chance(0.6)
    let context = isHere ? context : other
    let choice = Int.random(in: 0..<100, using: &random)
    log.append("\(isHere ? "here" : "there") \(choice)")
    switch choice {
    case ..<16: insert(in: context)
    case ..<40: try edit(in: context)
    case ..<48: try assign(in: context)
    case ..<53: try editReporter(in: context)
    case ..<58: try editKeywords(in: context)
    case ..<66: if let headline = try any(Headline.self, in: context) { context.delete(headline) }
    case ..<68: if let reporter = try any(Reporter.self, in: context) { context.delete(reporter) }
    case ..<70: context.insert(Teacup("blue"))
    case ..<73: context.rollback()
    case ..<76: try failingTransaction(in: context)
    case ..<78:
      let least = Int.random(in: 0..<30, using: &random)
      try context.delete(model: Headline.self, where: #Predicate { $0.rank > least && $0.rank < 8 })
    case ..<79: try container.erase()
    default: try save(context)
    }
    // Others are only seen when they save.
    if !isHere, random.chance(0.7) { try save(other) }
  }

  private func save(_ context: ModelContext) throws {
    do {
      try context.save()
    } catch SwiftDataError.modelValidationFailure {
      // A changed object whose unique value is taken.
      context.rollback()
    }
  }

  private mutating func insert(in context: ModelContext) {
    number += 1
    let headline = Headline(
      "title \(Int.random(in: 0..<20, using: &random))",
      category: category(),
      rank: Int.random(in: 0..<30, using: &random),
      published: Date(timeIntervalSinceReferenceDate: Double(number))
    )
    headline.kicker = random.chance(0.3) ? nil : category()
    if random.chance(0.2) { headline.slug = "slug \(Int.random(in: 0..<6, using: &random))" }
    context.insert(headline)
  }

  private mutating func category() -> String {
    ["", "sport", "news", "Arts"].randomElement(using: &random) ?? ""
  }

  private mutating func any<T: PersistentModel>(
    _ type: T.Type,
    in context: ModelContext
  ) throws -> T? {
    let count = try context.fetchCount(FetchDescriptor<T>())
    if count == 0 { return nil }
    return try context.fetch(FetchDescriptor<T>())[Int.random(in: 0..<count, using: &random)]
  }

  private mutating func edit(in context: ModelContext) throws {
    guard let headline = try any(Headline.self, in: context) else { return }
    switch Int.random(in: 0..<7, using: &random) {
    case 0: headline.rank = Int.random(in: 0..<30, using: &random)
    case 1: headline.title = "title \(Int.random(in: 0..<20, using: &random))"
    case 2: headline.category = category()
    case 3: headline.kicker = random.chance(0.3) ? nil : category()
    case 4: headline.isHidden.toggle()
    case 5: headline.text = "text \(Int.random(in: 0..<100, using: &random))"
    default: headline.published = headline.published.addingTimeInterval(100)
    }
  }

  private mutating func assign(in context: ModelContext) throws {
    let reporter = try any(Reporter.self, in: context)
    guard let headline = try any(Headline.self, in: context) else { return }
    headline.reporter = random.chance(0.3) ? nil : reporter
  }

  private mutating func editReporter(in context: ModelContext) throws {
    guard let reporter = try any(Reporter.self, in: context) else {
      return context.insert(Reporter("Dora", desk: "city"))
    }
    if random.chance(0.5) {
      reporter.desk = reporter.desk == "city" ? "world" : "city"
    } else {
      reporter.name = ["Ada", "Bea", "Cleo"].randomElement(using: &random) ?? ""
    }
  }

  private mutating func editKeywords(in context: ModelContext) throws {
    guard let keyword = try any(Keyword.self, in: context),
      let headline = try any(Headline.self, in: context)
    else { return }
    if headline.keywords.contains(keyword) {
      headline.keywords.removeAll { $0 == keyword }
    } else {
      headline.keywords.append(keyword)
    }
  }

  private mutating func failingTransaction(in context: ModelContext) throws {
    struct Refusal: Error {}
    let victim = try any(Headline.self, in: context)
    let rank = Int.random(in: 0..<30, using: &random)
    do {
      try context.transaction {
        context.insert(Headline("never"))
        victim?.rank = rank
        if rank < 10, let victim { context.delete(victim) }
        throw Refusal()
      }
    } catch is Refusal {}
  }
}
