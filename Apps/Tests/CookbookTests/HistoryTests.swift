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
      #expect(text.contains("<span class=\"muted\">Presets</span>"))
      #expect(text.contains("Changed 1 recipe"))
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

  @Test("A deletion names the recipe, its ingredients, its tags and its entries (41.35)")
  func deletions() async throws {
    try await withServer { client, book in
      let draft = RecipeDraft(
        title: "Toast <1>", ingredients: [IngredientLine(name: "rye bread")],
        instructions: ["Toast."], tags: ["Ours"])
      let id = try await book.writer.add(draft)
      let date = try #require(
        Calendar(identifier: .gregorian).date(
          from: DateComponents(year: 2026, month: 3, day: 9, hour: 12)))
      try await book.writer.addLogEntry(LogDraft(date: date, rating: 4), to: id)
      try await book.writer.delete(id)
      let save = try #require(try await book.reader.history(limit: 1).first)
      let deleted = Dictionary(
        uniqueKeysWithValues: save.changes.filter { $0.kind == .deleted }
          .map { ($0.entity, $0.deleted) })
      #expect(
        deleted == [
          "Recipe": [.named("Toast <1>")], "Ingredient": [.named("rye bread")],
          "Tag": [.named("Ours")], "CookingLogEntry": [.dated(date)],
        ])
      #expect(save.changes.first?.entity == "Recipe")
      let page = try await client.get("/history").text
      for text in [
        "Deleted 1 recipe<span class=\"history-recipe\"><bdi>Toast &lt;1&gt;</bdi>",
        "Deleted 1 ingredient<span class=\"history-recipe\"><bdi>rye bread</bdi>",
        "Deleted 1 tag<span class=\"history-recipe\"><bdi>Ours</bdi>",
        "Deleted 1 log entry<span class=\"history-recipe\"><bdi>9 March 2026</bdi>",
      ] {
        #expect(page.contains(text), "\(text)")
      }
    }
  }

  @Test("Of many deleted objects, five are named and the others are counted (41.35)")
  func manyDeletions() async throws {
    try await withServer { client, book in
      let hummus = try await book.recipe("Hummus")
      try await book.writer.delete(hummus.recipe.id)
      let save = try #require(try await book.reader.history(limit: 1).first)
      let lines = try #require(save.changes.first { $0.entity == "Ingredient" })
      #expect(lines.count == 8 && lines.deleted.count == 5)
      let page = try await client.get("/history").text
      #expect(page.contains("Deleted 8 ingredients") && page.contains("and 3 others"))
      #expect(page.contains("<bdi>Hummus</bdi>"))
    }
  }

  @Test("A deletion by a reset is named as well, and an undone reset is in the history (41.35)")
  func reset() async throws {
    try await withServer { client, _ in
      _ = try await client.post("/recipes", form: Samples.form)
      _ = try await client.post("/reset", form: [("own", "delete")])
      let page = try await client.get("/history").text
      #expect(page.contains("Deleted 1 recipe<span class=\"history-recipe\"><bdi>Lemon Posset"))
      _ = try await client.post("/undo")
      #expect(try await client.get("/history").text.contains("A backup was restored"))
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
