import CookbookModel
import Foundation
import SwiftData
import Testing

@Suite("Journal", .timeLimit(.minutes(1)))
struct JournalTests {
  /// Adds entries to the log of a recipe: one for each date.
  private func fill(_ book: RecipeBook, _ dates: [Date]) throws {
    let context = ModelContext(book.container)
    let recipes = try context.fetch(FetchDescriptor<Recipe>())
    for (number, date) in dates.enumerated() {
      let entry = CookingLogEntry(date: date, note: "note \(number)", rating: 1 + number % 5)
      context.insert(entry)
      entry.recipe = recipes[number % recipes.count]
    }
    try context.save()
  }

  private func day(_ number: Int, second: Int = 0) -> Date {
    Date(timeIntervalSinceReferenceDate: 800_000_000 + 86_400 * Double(number) + Double(second))
  }

  /// The entries of all batches, one after the other.
  private func all(_ book: RecipeBook, limit: Int) async throws -> [UUID] {
    var ids: [UUID] = []
    var batch = try await book.reader.journal(limit: limit)
    while true {
      ids += batch.items.map(\.entry.id)
      guard batch.hasMore, let end = batch.end else { return ids }
      batch = try await book.reader.journal(from: end, limit: limit)
    }
  }

  @Test(
    "Batches of any size have each entry once, also if many have the same date", arguments: 1...9)
  func batches(limit: Int) async throws {
    try await withServer { _, book in
      try fill(book, [0, 1, 1, 1, 1, 1, 2, 3, 3, 4, 5, 5, 5].map { day($0) })
      let entries = try ModelContext(book.container).fetch(FetchDescriptor<CookingLogEntry>())
      let expected = entries.sorted { ($1.date, $0.uid) < ($0.date, $1.uid) }.map(\.uid)
      let shown = try await all(book, limit: limit)
      #expect(shown == expected)
    }
  }

  @Test("A page is extended to the place where it ended, after entries were added and deleted")
  func extended() async throws {
    try await withServer { _, book in
      try fill(book, (0..<30).map { day($0 / 2) })
      let first = try await book.reader.journal(limit: 11)
      let second = try await book.reader.journal(from: first.end, limit: 6)
      let shown = (first.items + second.items).map(\.entry.id)
      let end = try #require(second.end)
      #expect(
        try await book.reader.journal(through: end, limit: 2000).items.map(\.entry.id) == shown)
      try fill(book, [day(40)])
      let deleted = try #require(first.items.first)
      try await book.writer.deleteLogEntry(deleted.entry.id, of: deleted.recipe.id)
      let now = try await book.reader.journal(through: end, limit: 2000)
      #expect(now.items.dropFirst().map(\.entry.id) == Array(shown.dropFirst()))
      #expect(now.items.count == shown.count && now.hasMore && now.end == end)
    }
  }

  @Test("The pages lead from the newest entry to the first one, by day")
  func pages() async throws {
    try await withServer { client, book in
      try fill(book, (0..<45).map { day($0 / 3, second: $0) })
      var (address, shown, days): (String?, [String], [String]) = ("/journal", [], [])
      while let next = address {
        let text = try await client.get(next).text
        shown += text.matches(of: /entry-note" dir="auto">note (\d+)</).map { String($0.1) }
        days += text.matches(of: /<section class="journal-day" id="d-([\d-]+)"/).map {
          String($0.1)
        }
        address = text.firstMatch(of: /id="journal-next"[^>]* href="([^"]+)"/).map { String($0.1) }
      }
      #expect(shown == (0..<45).reversed().map(String.init))
      #expect(days == days.sorted(by: >) && Set(days).count == 15)
    }
  }

  @Test("A day leads to its last entry, and senseless addresses to the newest one")
  func days() async throws {
    try await withServer { client, book in
      try fill(book, (0..<45).map { day($0) })
      let text = try await client.get("/journal?day=2026-05-30").text
      #expect(text.firstMatch(of: /id="d-([\d-]+)"/)?.1 == "2026-05-30")
      #expect(text.contains(#"<a href="/journal">Newest entries</a>"#))
      for query in [
        "day=soon", "from=x", "from=1", "from=1_-1", "from=nan_0", "through=1e400_0", "",
      ] {
        let text = try await client.get("/journal?\(query)").text
        #expect(text.contains("note 44"), "\(query)")
        #expect(!text.contains("Newest entries"), "\(query)")
      }
    }
  }

  @Test("A sample journal has its number of entries, and is written once")
  func sample() async throws {
    try await withServer { client, book in
      let (first, again) = (
        try await book.writer.writeJournal(ofEntries: 5012),
        try await book.writer.writeJournal(ofEntries: 5)
      )
      #expect(first == 5012 && again == 0)
      let count = try await all(book, limit: 500).count
      #expect(count == 5012)
      let recipes = try await book.reader.page(matching: RecipeQuery()).recipes
      #expect(recipes.allSatisfy { $0.averageRating != nil })
      let text = try await client.get("/journal").text
      #expect(text.contains("Earlier entries"))
    }
  }
}
