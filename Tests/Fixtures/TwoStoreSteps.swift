import Foundation
import StoreTesting
import SwiftData
import Testing

/// As ``Chronicle``, over two stores: what each of them has tells how many steps were done in it.
///
/// A step that is done again changes nothing, because a process may be killed when one of the stores
/// has it and the other has not.
enum Twins {
  @Model
  final class Elder {
    @Attribute(.unique) var number: Int
    var title = "new"

    init(_ number: Int) { self.number = number }
  }

  @Model
  final class Younger {
    @Attribute(.unique) var number: Int
    var title = "new"
    @Attribute(.externalStorage) var content: Data

    init(_ number: Int) {
      self.number = number
      content = Twins.bytes(number)
    }
  }

  /// A kind of step.
  enum Step: Equatable {
    /// Inserts one of each, edits those before, deletes older ones.
    case save(Int)
    /// Of the elder ones only.
    case deleteOdd
    /// Of the younger ones only, without loading them.
    case retitle(Int)
    case erase

    init(_ number: Int) {
      switch number % 9 {
      case 3: self = .retitle(number)
      case 5: self = .deleteOdd
      case 8: self = .erase
      default: self = .save(number)
      }
    }

    func perform(in context: ModelContext) throws {
      switch self {
      case .erase: try context.container.erase()
      case .deleteOdd:
        try context.delete(model: Elder.self, where: #Predicate { $0.number % 2 == 1 })
      case .retitle(let number):
        try context.update(
          model: Younger.self, setting: [.set(\.title, to: "title \(number)")])
      case .save(let number):
        context.insert(Elder(number))
        context.insert(Younger(number))
        let (former, old) = (number - 1, number - 3)
        for elder in try context.fetch(
          FetchDescriptor<Elder>(predicate: #Predicate { $0.number == former || $0.number == old }))
        {
          if elder.number == old { context.delete(elder) } else { elder.title = "edited" }
        }
        for younger in try context.fetch(
          FetchDescriptor<Younger>(
            predicate: #Predicate { $0.number == former || $0.number == old }))
        {
          if younger.number == old { context.delete(younger) } else { younger.title = "edited" }
        }
        try context.save()
      }
    }
  }

  /// The file of the younger ones, beside that of the elder ones: the last one in the alphabet is the
  /// first to be committed.
  static func other(_ url: URL) -> URL { URL(fileURLWithPath: url.path + "-younger.store") }

  static func container(_ url: URL) throws -> ModelContainer {
    try ModelContainer(
      for: Schema([Elder.self, Younger.self]),
      configurations: [
        ModelConfiguration("elder", schema: Schema([Elder.self]), url: url),
        ModelConfiguration("younger", schema: Schema([Younger.self]), url: other(url)),
      ])
  }

  /// More often than not too many for a row.
  static func bytes(_ number: Int) -> Data { Attic.bytes(number * 7) }

  // MARK: What there is

  /// Returns the expected contents after so many steps in either store, as lines.
  static func lines(after steps: (elder: Int, younger: Int)) -> [[String]] {
    [elder(after: steps.elder), younger(after: steps.younger)]
  }

  private static func elder(after steps: Int) -> [String] {
    titles(after: steps) { step, titles in
      if step == .deleteOdd { titles = titles.filter { $0.key % 2 == 0 } }
    }.map { "\($0.key) \($0.value)" }
  }

  private static func younger(after steps: Int) -> [String] {
    titles(after: steps) { step, titles in
      if case .retitle(let number) = step {
        titles = titles.mapValues { _ in "title \(number)" }
      }
    }.map { "\($0.key) \($0.value): \(Attic.description(of: bytes($0.key)))" }
  }

  private static func titles(
    after steps: Int, _ other: (Step, inout [Int: String]) -> Void
  ) -> [(key: Int, value: String)] {
    var titles: [Int: String] = [:]
    for number in 0..<steps {
      switch Step(number) {
      case .erase: titles = [:]
      case .save(let number):
        titles[number] = "new"
        if titles[number - 1] != nil { titles[number - 1] = "edited" }
        titles[number - 3] = nil
      case let step: other(step, &titles)
      }
    }
    return titles.sorted { $0.key < $1.key }
  }

  /// Returns the contents that SQLite and the file system see, as lines.
  static func lines(at url: URL) throws -> [[String]] {
    let elder = try RawDatabase(url).rows(
      "SELECT number || ' ' || title FROM Elder ORDER BY number")
    let younger = try RawDatabase(other(url)).rows(
      "SELECT number || ' ' || title FROM Younger ORDER BY number")
    let values = try ExternalValues("Younger", ["content"], of: other(url)).rows(by: "number")
    return [Array(elder.joined()), zip(younger.joined(), values).map { "\($0): \($1)" }]
  }

  /// Returns the contents that a context sees, as lines.
  static func lines(in context: ModelContext) throws -> [[String]] {
    [
      try context.fetch(FetchDescriptor<Elder>(sortBy: [SortDescriptor(\.number)])).map {
        "\($0.number) \($0.title)"
      },
      try context.fetch(FetchDescriptor<Younger>(sortBy: [SortDescriptor(\.number)])).map {
        "\($0.number) \($0.title): \(Attic.description(of: $0.content))"
      },
    ]
  }

  /// Each store has what was acknowledged, and at most one step more; the one that is committed first
  /// is never behind.
  ///
  /// - Returns: How many steps both have.
  static func expectSteps(
    _ acknowledged: Int, at url: URL, _ context: ModelContext, _ comment: Comment
  ) throws -> Int {
    for file in [url, other(url)] { try RawDatabase(file).expectSoundness(comment) }
    try ExternalValues("Younger", ["content"], of: other(url)).expectAgreement(comment)
    let lines = try lines(at: url)
    #expect(try Twins.lines(in: context) == lines, comment)
    let next = acknowledged + 1
    if lines == Twins.lines(after: (acknowledged, acknowledged)) { return acknowledged }
    if lines == Twins.lines(after: (acknowledged, next)),
      lines != Twins.lines(after: (next, next))
    {
      return acknowledged
    }
    #expect(lines == Twins.lines(after: (next, next)), comment)
    return next
  }
}
