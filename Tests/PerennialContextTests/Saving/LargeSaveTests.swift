import Foundation
import RandomTesting
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

/// Saves of so many new objects that rows are inserted in groups.
@Suite("Large saves")
struct LargeSaveTests {
  /// The expected result for a list of names: the last rank of each, in the order of the first.
  private struct Expectation {
    var names: [String] = []
    var ranks: [String: Int] = [:]

    mutating func add(_ name: String, _ rank: Int) {
      if ranks.updateValue(rank, forKey: name) == nil { names.append(name) }
    }

    var lines: [[String]] { names.map { [$0, "\(ranks[$0] ?? -1)"] } }
  }

  @Test(
    "Unique values that are taken make upserts, wherever they come", arguments: TestSeeds.some(24)
  )
  func upserts(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let directory = try ScratchDirectory()
    let url = directory.file("a.store")
    let container = try ModelContainer(
      for: Essay.self, configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    var expected = Expectation()
    var essays: [String: String] = [:]
    for round in 0..<2 {
      let count = random.element(of: [31, 32, 33, 255, 256, 257, 289, 700]) ?? 1
      // From hardly any to very many that are taken.
      let names = [count * 200, count * 4, count / 2][Int(seed % 3)]
      for number in 0..<count {
        let name = "n\(Int.random(in: 0..<names, using: &random))"
        let rank = round * 1000 + number
        let reviewer = Reviewer(name, rank: rank)
        context.insert(reviewer)
        expected.add(name, rank)
        guard seed.isMultiple(of: 2), random.chance(0.3) else { continue }
        // Runs of one class become short, and references lead to what may be another row.
        let essay = Essay("\(rank)")
        essay.reviewer = reviewer
        context.insert(essay)
        essays["\(rank)"] = name
      }
      try context.save()
      let raw = try RawDatabase(url)
      #expect(
        try raw.rows("SELECT name, rank FROM Reviewer ORDER BY _pk") == expected.lines,
        "seed \(seed)")
      let pairs = try raw.rows(
        "SELECT e.title, r.name FROM Essay AS e JOIN Reviewer AS r ON r._pk = e.reviewer")
      #expect(
        Dictionary(pairs.map { ($0[0], $0[1]) }) { first, _ in first } == essays, "seed \(seed)")
      try raw.expectSoundness("seed \(seed)")
    }
  }

  @Test("Values that are too large for a group are written all the same", arguments: Place.builtIn)
  func largeValues(place: Place) throws {
    try place.with(Chronicle.Chapter.self) { container in
      let context = ModelContext(container)
      for number in 0..<300 {
        let chapter = Chronicle.Chapter(number)
        chapter.text = Data(repeating: UInt8(number % 256), count: number < 10 ? 1 : 60_000)
        context.insert(chapter)
      }
      try context.save()
      let chapters = try ModelContext(container).fetch(
        FetchDescriptor<Chronicle.Chapter>(sortBy: [SortDescriptor(\.number)]))
      #expect(chapters.map(\.number) == Array(0..<300))
      #expect(chapters.map(\.text.count) == (0..<300).map { $0 < 10 ? 1 : 60_000 })
      #expect(chapters.map(\.text.first) == (0..<300).map { UInt8($0 % 256) })
    }
  }

  @Test("What is wrong with one of many is told of that one", arguments: Place.builtIn)
  func wrongValue(place: Place) throws {
    try place.with(Picky.self) { container in
      let context = ModelContext(container)
      var wrong: PersistentIdentifier?
      for number in 0..<500 {
        let picky = Picky(number == 300 ? .nan : Double(number))
        context.insert(picky)
        if number == 300 { wrong = picky.persistentModelID }
      }
      let error = try refusal { try context.save() }
      #expect(error == .modelValidationFailure && error.explanation.contains("Picky.taste"))
      #expect(error.identifiers == [try #require(wrong)])
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Picky>()) == 0)
      #expect(context.insertedModelsArray.count == 500)
      for picky in try context.fetch(FetchDescriptor<Picky>()) where picky.taste.value.isNaN {
        picky.taste.value = 1
      }
      try context.save()
      let stored = try ModelContext(container).fetch(FetchDescriptor<Picky>())
      // In one expression, the compiler takes nine seconds to find its types.
      let expected: [Double] = (0..<500).map { number in number == 300 ? 1 : Double(number) }
      #expect(stored.map(\.taste.value) == expected)
    }
  }
}
