import CookbookModel
import Foundation
import Testing
import WebTesting

@Suite("Two Cookbooks and a hub", .timeLimit(.minutes(2)))
struct SyncTests {
  @Test("15. An edit on one Cookbook appears in the other's open page, without a reload")
  func live() async throws {
    try await withHub { hub in
      try await hub.withTwoBooks { first, second in
        try await withEvents(of: second.client) { events in
          var iterator = events.makeAsyncIterator()
          #expect(await iterator.next()?.name == "welcome")
          try await first.edit("Hummus") { $0.title = "Hummus with Lemon" }
          var changed: [String] = []
          while !changed.contains("Recipe"), let event = await iterator.next() {
            guard event.name == "change" else { continue }
            let change = try JSONDecoder().decode(BookChange.self, from: Data(event.data.utf8))
            changed += change.updated.map(\.entity)
          }
          #expect(changed.contains("Recipe"))
          let page = try await second.client.get("/?q=hummus")
          #expect(page.text.contains("Hummus with Lemon"))
        }
      }
    }
  }

  @Test("15. Offline edits of different fields of one recipe both survive")
  func fields() async throws {
    try await withHub { hub in
      try await hub.withTwoBooks { first, second in
        for book in [first, second] { try await book.setOffline(true) }
        try await first.edit("Hummus") { $0.summary = "From the first." }
        try await second.edit("Hummus") { $0.minutes = 77 }
        #expect(try await first.recipe("Hummus")?.recipe.minutes != 77)
        for book in [first, second] { try await book.setOffline(false) }
        for book in [first, second] {
          try await book.wait(for: "both edits") {
            let recipe = try await book.recipe("Hummus")?.recipe
            return recipe?.summary == "From the first." && recipe?.minutes == 77
          }
          try await book.waitUntilUpToDate()
          #expect(try await book.recipe("Hummus")?.recipe.state.fields == [.summary, .minutes])
          #expect(try await book.count() == 60)
        }
      }
    }
  }

  @Test("15. Both first launched offline, then synced: 60 recipes, not 120")
  func firstLaunch() async throws {
    try await withHub { hub in
      try await hub.withBook("first") { first in
        try await hub.withBook("second") { second in
          for book in [first, second] {
            #expect(try await book.count() == 60)
            #expect(try await book.state().status.state == .signedOut)
          }
          try await first.edit("Hummus") { $0.title = "Grandmother's Hummus" }
          for book in [first, second] { try await book.signIn() }
          for book in [first, second] {
            try await book.wait(for: "the edit") {
              try await book.recipe("Grandmother's Hummus") != nil
            }
            try await book.waitUntilUpToDate()
            #expect(try await book.count() == 60)
          }
        }
      }
    }
  }

  @Test("15. A deletion stays deleted after the other device's reinstallation")
  func reinstallation() async throws {
    try await withHub { hub in
      try await hub.withTwoBooks { first, second in
        let recipe = try #require(try await first.recipe("Hummus"))
        _ = try await first.client.post("/recipes/\(recipe.recipe.id)/delete")
        try await second.wait(for: "the deletion") { try await second.count() == 59 }
        try await hub.withBook("second, installed again") { again in
          #expect(try await again.count() == 60)
          try await again.signIn()
          try await again.wait(for: "the deletion") { try await again.count() == 59 }
          try await again.waitUntilUpToDate()
          #expect(try await again.recipe("Hummus") == nil)
          let deleted = try await again.client.get("/deleted")
          #expect(deleted.text.contains("Hummus"))
        }
        try await first.waitUntilUpToDate()
        #expect(try await first.count() == 59)
      }
    }
  }

  @Test("15. Deletions and recipes of the cook's own arrive, with their ingredients and log")
  func ownRecipes() async throws {
    try await withHub { hub in
      try await hub.withTwoBooks { first, second in
        _ = try await first.client.post("/recipes", form: Samples.form)
        try await second.wait(for: "the recipe") { try await second.recipe("Lemon Posset") != nil }
        let recipe = try #require(try await second.recipe("Lemon Posset"))
        let lines = ["double cream", "caster sugar", "lemons, juiced"]
        #expect(recipe.ingredients.map(\.name) == lines)
        #expect(recipe.recipe.tags.map(\.name) == ["Dessert", "Three things"])
        let id = recipe.recipe.id
        let entry = [("date", "2026-03-09"), ("rating", "4"), ("note", "Less sugar.")]
        _ = try await second.client.post("/recipes/\(id)/log", form: entry)
        try await first.wait(for: "the log") {
          try await first.recipe("Lemon Posset")?.log.map(\.note) == ["Less sugar."]
        }
        _ = try await second.client.post("/recipes/\(id)/delete")
        try await first.wait(for: "the deletion") { try await first.count() == 60 }
      }
    }
  }
}
