import CookbookModel
import Foundation
import Testing

@Suite("Conflicts of two Cookbooks", .timeLimit(.minutes(1)))
struct ConflictTests {
  /// Edits one field of a recipe offline on both devices, first on the first, and brings them online in this order.
  /// The second device has the conflict.
  private func withConflict(
    _ body: @escaping @Sendable (SyncedBook, SyncedBook, BookConflict) async throws -> Void
  ) async throws {
    try await withHub { hub in
      try await hub.withTwoBooks { first, second in
        for book in [first, second] { try await book.setOffline(true) }
        try await first.edit("Hummus") { $0.summary = "Of the first." }
        try await second.edit("Hummus") { $0.summary = "Of the second." }
        try await first.setOffline(false)
        try await first.waitUntilUpToDate()
        try await second.setOffline(false)
        try await second.wait(for: "the conflict") { $0.conflicts == 1 }
        for book in [first, second] { try await book.waitUntilUpToDate() }
        let conflict = try #require(try await second.conflicts().first)
        try await body(first, second, conflict)
      }
    }
  }

  private func wait(for book: SyncedBook, _ summary: String) async throws {
    try await book.wait(for: summary) {
      try await book.recipe("Hummus")?.recipe.summary == summary
    }
  }

  @Test(
    "15. The page has both values and marks the recipe, and “take theirs” shows the other one on all devices"
  )
  func theirs() async throws {
    try await withConflict { first, second, conflict in
      #expect(conflict.kind == .edits && conflict.part == "Description")
      #expect(conflict.title == "Hummus")
      #expect(conflict.mine == "Of the second." && conflict.theirs == "Of the first.")
      #expect(conflict.shown == .mine && conflict.base != nil)
      for book in [first, second] { try await wait(for: book, "Of the second.") }
      let list = try await second.client.get("/?q=hummus").text
      #expect(list.contains("badge-conflict") && list.contains(">1 conflict<"))
      let recipe = try #require(conflict.recipe)
      let page = try await second.client.get("/recipes/\(recipe)").text
      #expect(page.contains("badge-conflict"))
      let conflicts = try await second.client.get("/sync/conflicts").text
      for text in ["Of the first.", "Of the second.", "Keep mine", "Take theirs"] {
        #expect(conflicts.contains(text), "\(text)")
      }
      let answer = try await second.client.post(
        "/sync/conflicts/\(conflict.id)", form: [("keep", "theirs")])
      #expect(answer.path == "/sync/conflicts" && answer.text.contains("nothing to decide"))
      for book in [first, second] { try await wait(for: book, "Of the first.") }
      #expect(!(try await second.client.get("/?q=hummus").text.contains("badge-conflict")))
    }
  }

  @Test("15. “Keep mine” ends the conflict, and only an undecided one can be decided")
  func mine() async throws {
    try await withConflict { first, second, conflict in
      let path = "/api/sync/conflicts/\(conflict.id)"
      let unclear = try await second.client.json("POST", "\(path)?keep=both")
      #expect(unclear.status == 400 && unclear.text.contains("mine or theirs"))
      #expect(try await second.client.json("POST", "\(path)?keep=mine").status == 204)
      #expect(try await second.conflicts().isEmpty)
      #expect(try await second.state().status.conflicts == 0)
      let again = try await second.client.json("POST", "\(path)?keep=theirs")
      #expect(again.status == 404 && again.text.contains("conflict_not_found"))
      for book in [first, second] { try await wait(for: book, "Of the second.") }
    }
  }

  @Test("15. The ratings of two offline log entries have one mean, and do not ask the cook")
  func ratings() async throws {
    try await withHub { hub in
      try await hub.withTwoBooks { first, second in
        for book in [first, second] { try await book.setOffline(true) }
        let id = try #require(try await first.recipe("Hummus")).recipe.id
        let other = try #require(try await second.recipe("Hummus")).recipe.id
        #expect(id == other)
        for (book, rating) in [(first, "5"), (second, "2")] {
          let entry = [("date", "2026-03-09"), ("rating", rating), ("note", "")]
          #expect(try await book.client.post("/recipes/\(id)/log", form: entry).status == 200)
        }
        try await first.setOffline(false)
        try await first.waitUntilUpToDate()
        try await second.setOffline(false)
        for book in [first, second] {
          try await book.wait(for: "both entries, and their mean") {
            let recipe = try await book.recipe("Hummus")
            return recipe?.log.count == 2 && recipe?.recipe.averageRating == 3.5
          }
          try await book.waitUntilUpToDate()
          #expect(try await book.conflicts().isEmpty)
        }
      }
    }
  }

  @Test(
    "15. A recipe that was edited here and deleted there can be kept. Its ingredients stay deleted, as the page says"
  )
  func deletion() async throws {
    try await withHub { hub in
      try await hub.withTwoBooks { first, second in
        _ = try await first.client.post("/recipes", form: Samples.form)
        try await second.wait(for: "the recipe") { try await second.recipe("Lemon Posset") != nil }
        for book in [first, second] { try await book.setOffline(true) }
        let recipe = try #require(try await first.recipe("Lemon Posset"))
        _ = try await first.client.post("/recipes/\(recipe.recipe.id)/delete")
        try await second.edit("Lemon Posset") { $0.minutes = 25 }
        try await first.setOffline(false)
        try await first.waitUntilUpToDate()
        try await second.setOffline(false)
        try await second.wait(for: "the conflict") { $0.conflicts == 1 }
        let conflict = try #require(try await second.conflicts().first)
        #expect(conflict.kind == .deletedByOther && conflict.theirs == "Deleted")
        #expect(conflict.mine == "Time in minutes: 25")
        #expect(try await second.recipe("Lemon Posset") == nil)
        let page = try await second.client.get("/sync/conflicts").text
        #expect(page.contains("returns without its ingredients and its log"))
        let path = "/api/sync/conflicts/\(conflict.id)?keep=mine"
        #expect(try await second.client.json("POST", path).status == 204)
        for book in [first, second] {
          try await book.wait(for: "the restored recipe") {
            try await book.recipe("Lemon Posset")?.recipe.minutes == 25
          }
          #expect(try await book.recipe("Lemon Posset")?.ingredients.isEmpty == true)
        }
      }
    }
  }
}
