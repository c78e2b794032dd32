import Foundation
import StoreTesting
import SwiftData

// The models of live queries: rows that are inserted, deleted, moved and changed, and rows that they
// reference.

@Model
final class Headline {
  @Attribute(.unique) var slug: String?
  var title: String
  var text = ""
  var category: String
  var kicker: String?
  var rank: Int
  var published: Date
  var isHidden = false
  var reporter: Reporter?
  @Relationship(inverse: \Keyword.headlines) var keywords: [Keyword] = []

  init(
    _ title: String,
    category: String = "news",
    rank: Int = 0,
    published: Date = Date(timeIntervalSinceReferenceDate: 0)
  ) {
    self.title = title
    self.category = category
    self.rank = rank
    self.published = published
  }

  /// A property that SQL knows nothing of.
  var shout: String { title.uppercased() }

  /// All that is stored of it, in words.
  var contents: String {
    let parts: [Any?] = [
      slug, title, text, category, kicker, rank, published.timeIntervalSinceReferenceDate, isHidden,
      reporter?.persistentModelID.hashValue,
    ]
    return parts.map { $0.map { "\($0)" } ?? "-" }.joined(separator: "|")
  }
}

@Model
final class Reporter {
  var name: String
  var desk: String
  @Relationship(inverse: \Headline.reporter) var headlines: [Headline] = []

  init(_ name: String, desk: String = "city") {
    self.name = name
    self.desk = desk
  }
}

@Model
final class Keyword {
  var word: String
  var headlines: [Headline] = []

  init(_ word: String) { self.word = word }
}

/// Has nothing to do with the others.
@Model
final class Teacup {
  var colour: String
  init(_ colour: String) { self.colour = colour }
}

@ModelActor
actor NewsDesk {
  @discardableResult
  func publish(_ title: String, rank: Int = 0) throws -> PersistentIdentifier {
    let headline = Headline(title, rank: rank)
    modelContext.insert(headline)
    try modelContext.save()
    return headline.persistentModelID
  }

  func rename(_ id: PersistentIdentifier, _ title: String) throws {
    self[id, as: Headline.self]?.title = title
    try modelContext.save()
  }

  func withdraw(_ id: PersistentIdentifier) throws {
    if let headline = self[id, as: Headline.self] { modelContext.delete(headline) }
    try modelContext.save()
  }

  func publish(_ numbers: Range<Int>) throws {
    for number in numbers { try publish("\(number)", rank: number) }
  }
}

/// A container for one test; in memory unless there is a directory to put it in.
func newsroom(in directory: ScratchDirectory? = nil) throws -> ModelContainer {
  let configuration =
    directory.map { ModelConfiguration(url: $0.file("news.store")) }
    ?? ModelConfiguration(isStoredInMemoryOnly: true)
  return try ModelContainer(for: Headline.self, Teacup.self, configurations: configuration)
}
