import CookbookModel
import Foundation
import Testing

@Suite("Undo and redo", .timeLimit(.minutes(1)))
struct UndoTests {
  @Test("An edit is undone and made again, under its name")
  func edit() async throws {
    try await withServer { client, book in
      #expect(await book.writer.steps() == EditSteps())
      let hummus = try await book.recipe("Hummus")
      var draft = hummus.draft
      draft.title = "Our Hummus"
      try await book.writer.update(hummus.recipe.id, to: draft)
      #expect(await book.writer.steps() == EditSteps(undo: EditStep("Edit", "Our Hummus")))
      let page = try await client.get("/history").text
      #expect(
        page.contains("Undo: Edit “<bdi>Our Hummus</bdi>”")
          && page.contains("action=\"/history/undo\""))
      // The banner about the last reset is another one.
      #expect(!page.contains("banner-undo"))

      let undone = try await client.post("/history/undo")
      #expect(undone.text.contains("Your last change is undone."))
      #expect(try await book.reader.recipe(hummus.recipe.id).recipe.title == "Hummus")
      // The undo is an edit too: the recipe does not follow its catalog again.
      let state = try await book.reader.recipe(hummus.recipe.id).recipe.state
      #expect(state == RecipeState(.edited, fields: [.title]))
      #expect(await book.writer.steps() == EditSteps(redo: EditStep("Edit", "Our Hummus")))
      _ = try await client.post("/history/redo")
      #expect(try await book.reader.recipe(hummus.recipe.id).recipe.title == "Our Hummus")
      _ = try await client.post("/history/undo")
      let nothing = try await client.post("/history/undo")
      #expect(nothing.text.contains("There is nothing to undo."))
    }
  }

  @Test("A deleted preset comes back with its ingredients, its tags and its log, and is a preset")
  func deletion() async throws {
    try await withServer { _, book in
      let hummus = try await book.recipe("Hummus")
      let id = hummus.recipe.id
      try await book.writer.addLogEntry(LogDraft(note: "good", rating: 4), to: id)
      let before = try await book.reader.recipe(id)
      try await book.writer.delete(id)
      #expect(try await book.reader.counts().deleted == 1)
      #expect(try await book.writer.undo())
      var after = try await book.reader.recipe(id)
      // The undo has linked the tags again, as a user would.
      #expect(after.recipe.state == RecipeState(.edited, fields: [.tags]))
      after.recipe.state = before.recipe.state
      #expect(after == before)
      let counts = try await book.reader.counts()
      #expect((counts.recipes, counts.presets, counts.deleted) == (60, 60, 0))
      #expect(try await book.writer.undo())
      #expect(try await book.reader.recipe(id).log.isEmpty)
    }
  }

  @Test("A new recipe goes by an undo, and a like too")
  func insertion() async throws {
    try await withServer { _, book in
      var draft = try await book.recipe("Hummus").draft
      draft.title = "Toast"
      let id = try await book.writer.add(draft)
      try await book.writer.setFavorite(id, to: true)
      // Nothing changes, so there is nothing to undo.
      try await book.writer.setFavorite(id, to: true)
      #expect(await book.writer.steps().undo == EditStep("Favourite", "Toast"))
      try await book.writer.undo()
      #expect(try await book.reader.recipe(id).recipe.isFavorite == false)
      try await book.writer.undo()
      await #expect(throws: BookError.recipeNotFound(id)) { try await book.reader.recipe(id) }
      try await book.writer.redo()
      #expect(try await book.reader.recipe(id).recipe.title == "Toast")
    }
  }

  @Test("A refused change is no step")
  func refused() async throws {
    try await withServer { _, book in
      let hummus = try await book.recipe("Hummus")
      var draft = hummus.draft
      draft.title = ""
      let refused = draft
      await #expect(throws: BookError.self) {
        try await book.writer.update(hummus.recipe.id, to: refused)
      }
      #expect(await book.writer.steps() == EditSteps())
    }
  }

  @Test("An undo saves what it can after the recipe was changed elsewhere")
  func changedElsewhere() async throws {
    try await withServer { client, book in
      let hummus = try await book.recipe("Hummus")
      try await book.writer.setFavorite(hummus.recipe.id, to: true)
      // The presets are reset by another context.
      _ = try await client.post("/reset")
      try await book.writer.undo()
      #expect(try await book.reader.recipe(hummus.recipe.id).recipe.isFavorite == false)
    }
  }
}
