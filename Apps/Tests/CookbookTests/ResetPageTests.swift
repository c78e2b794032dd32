import CookbookModel
import Foundation
import Testing

@testable import CookbookWeb

@Suite("The page that resets the recipes", .timeLimit(.minutes(1)))
struct ResetPageTests {
  private static let isOff =
    "<button id=\"reset\" class=\"button button-tomato\" type=\"submit\" disabled>"

  /// Adds recipes of the cook's own, entries of the log and favourites.
  private func fill(_ book: RecipeBook, _ count: Int) async throws {
    let presets = try await book.reader.page(matching: RecipeQuery()).recipes
    for number in 0..<count {
      try await book.writer.add(
        RecipeDraft(
          title: "Mine \(number)", ingredients: [IngredientLine(name: "salt")],
          instructions: ["Mix."]))
      try await book.writer.addLogEntry(LogDraft(rating: 5), to: presets[0].id)
      try await book.writer.setFavorite(presets[number].id, to: true)
      var draft = try await book.reader.recipe(presets[number + 10].id).draft
      draft.minutes += 1
      try await book.writer.update(presets[number + 10].id, to: draft)
      try await book.writer.delete(presets[number + 20].id)
    }
  }

  @Test(
    "13.24 The page counts recipes, entries and favourite marks, and not the lines that tell of them",
    arguments: [
      (
        1, "1 recipe restored, 1 recipe changed",
        "1 recipe of your own deleted, 1 log entry deleted, 1 favourite mark deleted"
      ),
      (
        5, "5 recipes restored, 5 recipes changed",
        "5 recipes of your own deleted, 5 log entries deleted, 5 favourite marks deleted"
      ),
    ])
  func counting(count: Int, kept: String, deleted: String) async throws {
    try await withServer { client, book in
      try await fill(book, count)
      let page = try await client.get("/reset").text
      #expect(page.contains("<span id=\"summary-keep\">\(kept)</span>"))
      #expect(page.contains("<span id=\"summary-delete\">\(kept), \(deleted)</span>"))
      #expect(page.contains("Deleted <span class=\"chip-count\">\(3 * count)</span>"))
      #expect(!page.contains(Self.isOff))
      let done = try await client.post("/reset", form: [("own", "delete")])
      #expect(done.text.contains("The recipes are reset: \(kept), \(deleted)."))
      #expect(try await book.reader.counts().favorites == 0)
    }
  }

  @Test("After a reset there is one banner, and it says which changes an undo discards (41.35)")
  func banner() async throws {
    try await withServer { client, book in
      try await book.writer.delete(try await book.recipe("Hummus").recipe.id)
      let done = try await client.post("/reset", form: [("own", "keep")])
      #expect(done.text.components(separatedBy: "The recipes are reset").count == 2)
      #expect(!done.text.contains("id=\"notice\""))
      let moment = PageText.moment(try #require(book.starters.status.undoable).date)
      #expect(done.text.contains("discards all changes after \(moment):"))
      #expect(done.text.contains("The <a href=\"/history\">history</a> lists them."))

      // These are later changes: a recipe, an entry and a favourite.
      _ = try await client.post("/recipes", form: Samples.form)
      let hummus = try await book.recipe("Hummus").recipe.id
      try await book.writer.addLogEntry(LogDraft(rating: 5), to: hummus)
      let bread = try await book.recipe("Banana Bread").recipe.id
      try await book.writer.setFavorite(bread, to: true)
      let history = try await client.get("/history").text
      for title in ["Lemon Posset", "Hummus", "Banana Bread"] {
        #expect(history.contains("<bdi>\(title)</bdi>"), "\(title)")
      }
      let undone = try await client.post("/undo")
      #expect(!undone.text.contains("banner-undo"))
      let counts = try await book.reader.counts()
      #expect((counts.recipes, counts.favorites, counts.yours) == (59, 0, 0))
      #expect(try await book.reader.statistics().ratings.allSatisfy { $0.count == 0 })
    }
  }

  @Test("A restored recipe has one banner as well, which names its parts (41.35)")
  func restoredRecipe() async throws {
    try await withServer { client, book in
      let hummus = try await book.recipe("Hummus")
      var draft = hummus.draft
      (draft.minutes, draft.summary) = (3, "Mine.")
      try await book.writer.update(hummus.recipe.id, to: draft)
      let page = try await client.post("/recipes/\(hummus.recipe.id)/restore").text
      #expect(page.contains("“Hummus” is restored: description, time."))
      #expect(!page.contains("id=\"notice\""))
      #expect(page.components(separatedBy: "class=\"banner-bar").count == 2)
    }
  }

  @Test("13.24 Where there is nothing to reset, Reset is disabled, and does nothing")
  func nothing() async throws {
    try await withServer { client, book in
      let page = try await client.get("/reset").text
      #expect(page.contains(Self.isOff))
      #expect(page.components(separatedBy: "required disabled").count == 3)
      for own in ["keep", "delete"] {
        let answer = try await client.post("/reset", form: [("own", own)])
        #expect(answer.path == "/reset" && answer.text.contains("There is nothing to reset."))
        #expect(book.starters.status.undoable == nil)
      }
    }
  }

  @Test(
    "13.24 A choice that would do nothing is disabled, and one that deletes is not made for the cook"
  )
  func onlyOwn() async throws {
    try await withServer { client, book in
      _ = try await client.post("/recipes", form: Samples.form)
      let page = try await client.get("/reset").text
      #expect(!page.contains(Self.isOff))
      #expect(page.contains("value=\"keep\" required disabled>"))
      #expect(page.contains("value=\"delete\" required>"))
      let answer = try await client.post("/reset", form: [("own", "keep")])
      #expect(answer.path == "/reset")
      #expect(try await book.reader.counts().yours == 1)
    }
  }

  @Test("13.24 A favourite mark alone is nothing to the one choice, and something to the other")
  func favoriteMark() async throws {
    try await withServer { client, book in
      let hummus = try await book.recipe("Hummus").recipe.id
      try await book.writer.setFavorite(hummus, to: true)
      let page = try await client.get("/reset").text
      #expect(page.contains("value=\"keep\" required disabled>"))
      #expect(page.contains("<span id=\"summary-delete\">1 favourite mark deleted</span>"))
    }
  }

  @Test("13.24 An added ingredient is something to reset, and the page names its recipe")
  func addedIngredient() async throws {
    try await withServer { client, book in
      let hummus = try await book.recipe("Hummus")
      var draft = hummus.draft
      draft.ingredients.append(IngredientLine(name: "za'atar"))
      try await book.writer.update(hummus.recipe.id, to: draft)
      let page = try await client.get("/reset").text
      #expect(page.contains("<span id=\"summary-keep\">1 recipe changed</span>"))
      #expect(page.contains("<bdi>Hummus</bdi><span class=\"muted\"> · ingredients</span>"))
      let done = try await client.post("/reset", form: [("own", "keep")])
      #expect(done.text.contains("The recipes are reset: 1 recipe changed."))
      #expect(try await book.recipe("Hummus").ingredients == hummus.ingredients)
    }
  }
}
