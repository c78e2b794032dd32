import CookbookModel
import Foundation
import SwiftData
import Testing
import WebTesting

@Suite("Live updates", .timeLimit(.minutes(1)))
struct LiveTests {
  @Test("What one client saves, another hears of within a second")
  func change() async throws {
    try await withServer { client, _ in
      try await withEvents(of: client) { events in
        var iterator = events.makeAsyncIterator()
        #expect(await iterator.next()?.name == "welcome")
        let clock = ContinuousClock()
        let start = clock.now
        _ = try await client.post("/recipes", form: Samples.form)
        var event = await iterator.next()
        while event?.name == "comment" { event = await iterator.next() }
        #expect(clock.now - start < .seconds(1))
        #expect(event?.name == "change")
        let data = Data((event?.data ?? "").utf8)
        let change = try JSONDecoder().decode(BookChange.self, from: data)
        #expect(change.inserted.filter { $0.entity == "Recipe" }.count == 1)
        #expect(change.inserted.filter { $0.entity == "Ingredient" }.count == 3)
        #expect(change.inserted.allSatisfy { !$0.id.isEmpty })
      }
    }
  }

  @Test("A save by any other context is heard and seen as well")
  func otherContexts() async throws {
    try await withServer { client, book in
      let before = try await client.get("/?sort=newest")
      #expect(!before.text.contains("Midnight Toast"))
      try await withEvents(of: client) { events in
        var iterator = events.makeAsyncIterator()
        #expect(await iterator.next()?.name == "welcome")
        try await MainActor.run {
          let context = book.container.mainContext
          context.insert(Recipe(title: "Midnight Toast"))
          let descriptor = FetchDescriptor<Recipe>(
            predicate: #Predicate { $0.title == "Banana Bread" }
          )
          try context.fetch(descriptor).first?.title = "Banana Loaf"
          try context.save()
        }
        var event = await iterator.next()
        while event?.name == "comment" { event = await iterator.next() }
        let change = try JSONDecoder().decode(BookChange.self, from: Data((event?.data ?? "").utf8))
        #expect(change.inserted.map(\.entity) == ["Recipe"])
        #expect(change.updated.map(\.entity) == ["Recipe"])
      }
      let after = try await client.get("/?sort=newest")
      #expect(after.text.contains("Midnight Toast") && after.text.contains("Banana Loaf"))
    }
  }

  @Test("Resets, what is undone and new versions are heard of as well")
  func presets() async throws {
    try await withServer(recipes: try .bundled(version: 1), offering: try .bundled()) { client, _ in
      let hummus: RecipePage = try await client.get("/api/recipes?q=hummus&limit=1").json()
      let id = try #require(hummus.recipes.first).id
      try await withEvents(of: client) { events in
        var iterator = events.makeAsyncIterator()
        #expect(await iterator.next()?.name == "welcome")
        let steps = [
          "/api/update", "/api/recipes/\(id)/restore", "/api/undo", "/api/reset?own=delete",
          "/api/undo",
        ]
        for step in steps {
          let answer = try await client.json("POST", step)
          #expect(answer.status < 300, "\(step)")
          var event = await iterator.next()
          while event?.name == "comment" { event = await iterator.next() }
          #expect(event?.name == "change", "\(step)")
        }
      }
    }
  }

  @Test("A quiet stream shows signs of life")
  func heartbeat() async throws {
    try await withServer { client, _ in
      try await withEvents(of: client) { events in
        let comment = await events.first { $0.name == "comment" }
        #expect(comment != nil)
      }
    }
  }

  @Test("A client that leaves is forgotten")
  func leaving() async throws {
    try await withServer { client, book in
      try await withEvents(of: client) { events in
        _ = await events.first { $0.name == "welcome" }
        #expect(book.changes.listenerCount == 1)
      }
      for _ in 0..<100 where book.changes.listenerCount > 0 {
        try await Task.sleep(for: .milliseconds(50))
      }
      #expect(book.changes.listenerCount == 0)
    }
  }
}
