import CookbookModel
import Foundation
import SwiftData
import Testing

@Suite("History", .timeLimit(.minutes(1)))
struct HistoryTests {
  @Test("A save has its kind, its recipe and the properties that were changed")
  func saves() async throws {
    try await withServer { client, book in
      let first = try #require(try await book.reader.history().last)
      #expect(first.author == "perennial.presets")
      #expect(
        first.changes.contains { $0.entity == "Recipe" && $0.count == 60 && $0.kind == .inserted })

      let hummus = try await book.recipe("Hummus")
      var draft = hummus.draft
      (draft.title, draft.minutes) = ("Our Hummus", 5)
      try await book.writer.update(hummus.recipe.id, to: draft)
      let update = try #require(try await book.reader.history(limit: 1).first)
      let changed = try #require(update.changes.first { $0.entity == "Recipe" })
      #expect(changed.kind == .updated)
      #expect(changed.recipes.map(\.title) == ["Our Hummus"])
      #expect(changed.recipes.first?.properties == ["title", "time"])
      let text = try await client.get("/history").text
      #expect(text.contains("The recipes of the book") && text.contains("Updated 1 Recipe"))
      #expect(text.contains("title, time") && text.contains("55 others"))

      try await book.writer.delete(hummus.recipe.id)
      let deletion = try #require(try await book.reader.history(limit: 1).first)
      #expect(
        deletion.changes.contains {
          $0.kind == .deleted && $0.entity == "Recipe" && $0.recipes.isEmpty
        })
      #expect(deletion.id > update.id)
    }
  }

  @Test("The pages lead to the first save, and each save is on one of them")
  func pages() async throws {
    try await withServer { client, book in
      let id = try #require(try await book.reader.surprise())
      for number in 0..<45 { try await book.writer.setFavorite(id, to: number % 2 == 0) }
      var (address, shown): (String?, [Int64]) = ("/history", [])
      while let next = address {
        let text = try await client.get(next).text
        shown += text.matches(of: /id="s-(\d+)"/).compactMap { Int64($0.1) }
        address = text.firstMatch(of: /rel="next" href="([^"]+)"/).map { String($0.1) }
      }
      let expected = try await book.reader.history(limit: 1000).map(\.id)
      #expect(shown == expected && shown.count > 45)
      let first = try await client.get("/history?before=1").text
      #expect(first.contains("The history has no saves before this one"))
      let senseless = try await client.get("/history?before=soon").text
      #expect(senseless.contains("id=\"s-\(expected[0])\""))
    }
  }
}
