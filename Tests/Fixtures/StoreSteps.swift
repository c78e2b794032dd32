import Foundation
import StoreTesting
import SwiftData
import Testing

/// A store whose contents tell how many steps were done: the same step always does the same, in one
/// transaction, and what there is after so many steps can be said without a store.
enum Chronicle {
  @Model
  final class Chapter {
    @Attribute(.unique) var number: Int
    var title: String
    var text: Data
    @Relationship(deleteRule: .cascade, inverse: \Leaf.chapter) var leaves: [Leaf] = []
    var mentions: [Chapter] = []

    init(_ number: Int) {
      self.number = number
      title = "new"
      text = Chronicle.text(number)
    }
  }

  @Model
  final class Leaf {
    var name: String
    var chapter: Chapter?

    init(_ name: String) { self.name = name }
  }

  /// A kind of step.
  enum Step: Equatable {
    /// Inserts a chapter, edits the one before, deletes an older one.
    case save(Int)
    /// Gives chapters another title, without loading them.
    case retitle(Int)
    case deleteLeaves
    case erase

    init(_ number: Int) {
      switch number % 13 {
      case 6: self = .deleteLeaves
      case 9: self = .retitle(number)
      case 12: self = .erase
      default: self = .save(number)
      }
    }

    func perform(in context: ModelContext) throws {
      switch self {
      case .erase: try context.container.erase()
      case .deleteLeaves: try context.delete(model: Leaf.self)
      case .retitle(let number):
        try context.update(
          model: Chapter.self, where: #Predicate { $0.title != "new" },
          setting: [.set(\.title, to: "title \(number)"), .set(\.text, to: Chronicle.text(number))])
      case .save(let number):
        let chapter = Chapter(number)
        context.insert(chapter)
        chapter.leaves = [Leaf("\(number)/a"), Leaf("\(number)/b")]
        let (former, old) = (number - 1, number - 3)
        if let former = try find(former, in: context) {
          former.title = "edited"
          former.text = Data()
          chapter.mentions = [former]
        }
        if let old = try find(old, in: context) { context.delete(old) }
        try context.save()
      }
    }

    private func find(_ number: Int, in context: ModelContext) throws -> Chapter? {
      try context.fetch(FetchDescriptor<Chapter>(predicate: #Predicate { $0.number == number }))
        .first
    }
  }

  /// Some pages of the file, now and then.
  fileprivate static func text(_ number: Int) -> Data {
    Data(repeating: UInt8(number % 256), count: number * 7919 % 9000)
  }

  static func container(_ url: URL) throws -> ModelContainer {
    try ModelContainer(for: Chapter.self, configurations: ModelConfiguration(url: url))
  }

  // MARK: What there is

  /// Returns the expected contents after so many steps, as lines.
  static func lines(after steps: Int) -> [String] {
    var chapters: [Int: (title: String, text: Int, leaves: String, mentions: String)] = [:]
    for number in 0..<steps {
      switch Step(number) {
      case .erase: chapters = [:]
      case .deleteLeaves:
        for key in chapters.keys { chapters[key]?.leaves = "" }
      case .retitle(let number):
        for (key, chapter) in chapters where chapter.title != "new" {
          chapters[key]?.title = "title \(number)"
          chapters[key]?.text = text(number).count
        }
      case .save(let number):
        let former = chapters[number - 1] == nil ? "" : "\(number - 1)"
        chapters[number - 1]?.title = "edited"
        chapters[number - 1]?.text = 0
        chapters[number - 3] = nil
        chapters[number] = ("new", text(number).count, "\(number)/a \(number)/b", former)
        for (key, chapter) in chapters where chapter.mentions == "\(number - 3)" {
          chapters[key]?.mentions = ""
        }
      }
    }
    return chapters.sorted { $0.key < $1.key }.map { number, chapter in
      "\(number) \(chapter.title) \(chapter.text): \(chapter.leaves): \(chapter.mentions)"
    }
  }

  /// Returns the contents that SQLite sees, as lines.
  static func lines(in database: borrowing RawDatabase) throws -> [String] {
    let chapters = try database.rows(
      """
      SELECT number || ' ' || title || ' ' || length(text) || ': ' || ifnull(( \
      SELECT group_concat(name, ' ') FROM (SELECT name FROM Leaf WHERE chapter = c._pk \
      ORDER BY name)), '') || ': ' || ifnull((SELECT group_concat(other.number, ' ') \
      FROM "Chapter.mentions" AS m JOIN Chapter AS other ON other._pk = m.target \
      WHERE m.source = c._pk), '') FROM Chapter AS c ORDER BY number
      """)
    let lost = try database.rows("SELECT 'lost ' || name FROM Leaf WHERE chapter IS NULL")
    return (chapters + lost).joined().map(\.self)
  }

  /// Returns the contents that a context sees, as lines.
  static func lines(in context: ModelContext) throws -> [String] {
    let chapters = try context.fetch(
      FetchDescriptor<Chapter>(sortBy: [SortDescriptor(\.number)]))
    let leaves = try context.fetch(
      FetchDescriptor<Leaf>(predicate: #Predicate { $0.chapter == nil }))
    return chapters.map { chapter in
      let names = chapter.leaves.map(\.name).sorted().joined(separator: " ")
      let mentions = chapter.mentions.map { "\($0.number)" }.joined(separator: " ")
      return "\(chapter.number) \(chapter.title) \(chapter.text.count): \(names): \(mentions)"
    } + leaves.map { "lost \($0.name)" }
  }
}

extension RawDatabase {
  /// Expects pages, indices and references to be sound.
  func expectSoundness(_ comment: Comment? = nil, location: SourceLocation = #_sourceLocation)
    throws
  {
    #expect(try value("PRAGMA integrity_check") == "ok", comment, sourceLocation: location)
    #expect(try rows("PRAGMA foreign_key_check").isEmpty, comment, sourceLocation: location)
  }
}
