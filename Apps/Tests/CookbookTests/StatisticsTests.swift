import CookbookModel
import Foundation
import Testing

@Suite("Statistics", .timeLimit(.minutes(1)))
struct StatisticsTests {
  private func date(_ text: String) throws -> Date {
    try Date.ISO8601FormatStyle(timeZone: .current).year().month().day().parse(text)
  }

  @Test("Entries count in their month and by their rating")
  func entries() async throws {
    let now = try date("2026-03-15")
    let days = [
      "2025-03-31": 1, "2025-04-01": 2, "2026-02-28": 3, "2026-03-01": 3, "2026-03-15": 5,
    ]
    let drafts = try days.map { LogDraft(date: try date($0), rating: $1) }
    try await withServer { _, book in
      let id = try await book.recipe("Hummus").recipe.id
      for draft in drafts { try await book.writer.addLogEntry(draft, to: id) }
      let statistics = try await book.reader.statistics(now: now)
      #expect(statistics.months.count == 12)
      #expect(statistics.months.first?.label == "2025-04" && statistics.months.first?.count == 1)
      #expect(statistics.months.suffix(2).map(\.count) == [1, 2])
      #expect(statistics.months.map(\.count).reduce(0, +) == 4)
      #expect(statistics.ratings.map(\.label) == ["5", "4", "3", "2", "1"])
      #expect(statistics.ratings.map(\.count) == [1, 0, 2, 1, 1])
      #expect(statistics.fileSize == nil)
    }
  }

  @Test("The objects of each entity and the greatest tags are counted, and the page shows them")
  func page() async throws {
    try await withServer { client, book in
      let statistics = try await book.reader.statistics()
      let counts = Dictionary(
        uniqueKeysWithValues: statistics.entities.map { ($0.label, $0.count) })
      #expect(counts["Recipe"] == 60 && counts["CookingLogEntry"] == 0)
      let tags = try await book.reader.tags().map(\.recipes).sorted(by: >).prefix(10)
      #expect(statistics.tags.map(\.count) == Array(tags))
      let page = try await client.get("/statistics").text
      let most = try #require(statistics.tags.first)
      #expect(page.contains("<bdi>\(most.label)</bdi>"))
      #expect(page.contains("<rect width=\"100%\" height=\"14\" rx=\"4\"/></svg>"))
      #expect(page.contains("<span class=\"bar-count\">\(most.count)</span>"))
      #expect(page.contains("<rect width=\"0\""))
    }
  }

  @Test("A chart without numbers has a hint in its place, until there is one (41.35)")
  func emptyCharts() async throws {
    try await withServer { client, book in
      let hints = ["Nothing was cooked in these months.", "Nothing is rated yet."]
      let before = try await client.get("/statistics").text
      for hint in hints { #expect(before.contains(hint), "\(hint)") }
      #expect(before.contains("href=\"/surprise\">Pick something for me"))
      #expect(!before.contains("<table class=\"chart\" id=\"months\">"))
      #expect(before.contains("<table class=\"chart\" id=\"tags\">"))
      #expect(!before.contains("No recipe has a tag"))

      try await book.writer.addLogEntry(
        LogDraft(rating: 4), to: try await book.recipe("Hummus").recipe.id)
      let after = try await client.get("/statistics").text
      for hint in hints { #expect(!after.contains(hint), "\(hint)") }
      #expect(after.contains("<table class=\"chart\" id=\"months\">"))
      #expect(after.contains("<table class=\"chart\" id=\"ratings\">"))
    }
  }

  @Test("Entries of earlier years have ratings, and the chart of the months has its hint (41.35)")
  func earlierYears() async throws {
    try await withServer { client, book in
      let id = try await book.recipe("Hummus").recipe.id
      try await book.writer.addLogEntry(LogDraft(date: try date("2019-03-15"), rating: 4), to: id)
      let page = try await client.get("/statistics").text
      #expect(page.contains("Nothing was cooked in these months."))
      #expect(!page.contains("Nothing is rated yet."))
    }
    try await withServer(recipes: Samples.noRecipes()) { client, _ in
      let page = try await client.get("/statistics").text
      #expect(page.contains("No recipe has a tag."))
    }
  }

  @Test("A book in a file has the size of its store")
  func fileSize() async throws {
    let directory = URL.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: directory) }
    try await withServer(at: .file(directory.appending(path: "book.store"))) { client, book in
      let size = try #require(try await book.reader.statistics().fileSize)
      #expect(size > 50_000)
      #expect(try await client.get("/statistics").text.contains("Size of the store’s file: "))
    }
  }
}
