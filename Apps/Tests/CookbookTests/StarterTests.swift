import CookbookModel
import Foundation
import Testing

@Suite("Back to what came with the book", .timeLimit(.minutes(1)))
struct StarterTests {
  /// Everything of a recipe but its times and its state.
  private func content(_ recipe: RecipeDetail) -> RecipeDraft {
    var draft = recipe.draft
    draft.tags.sort()
    return draft
  }

  private func changeEverything(_ hummus: RecipeDetail, _ client: Client) async throws {
    let form = Samples.form(hummus.draft) {
      $0.title = "Our Hummus"
      $0.minutes = 3
      $0.ingredients[1].quantity = 200
      $0.ingredients.removeLast()
      $0.ingredients.append(IngredientLine(name: "za'atar"))
      $0.ingredients.append(IngredientLine(quantity: 1, name: "chilli"))
      $0.instructions = ["Blend."]
      $0.tags = ["Soup", "Ours"]
    }
    #expect(try await client.post("/recipes/\(hummus.recipe.id)", form: form).status == 200)
  }

  @Test("One recipe is restored with its ingredients and tags; its log and favourite mark stay")
  func restoring() async throws {
    try await withServer { client, book in
      let hummus = try await book.recipe("Hummus")
      let path = "/recipes/\(hummus.recipe.id)"
      _ = try await client.post("\(path)/favorite", form: [("value", "1"), ("back", "/")])
      _ = try await client.post("\(path)/log", form: [("date", "2026-03-09"), ("rating", "5")])
      try await changeEverything(hummus, client)
      let page = try await client.post("\(path)/restore")
      #expect(
        page.text.contains(
          "“Our Hummus” is restored: title, time, ingredients, method, tags.")
          && page.text.contains("action=\"/undo\""))
      let restored = try await book.reader.recipe(hummus.recipe.id)
      #expect(content(restored) == content(hummus))
      #expect(restored.recipe.state == RecipeState(.preset))
      #expect(restored.recipe.isFavorite && restored.log.count == 1)

      let undone = try await client.post("/undo")
      #expect(undone.text.contains("The reset is undone") && !undone.text.contains("\"/undo\""))
      let edited = try await book.reader.recipe(hummus.recipe.id)
      #expect(edited.recipe.title == "Our Hummus" && edited.instructions == ["Blend."])
      #expect(edited.ingredients.last?.name == "chilli")
    }
  }

  @Test("One part of a recipe is restored")
  func field() async throws {
    try await withServer { client, book in
      let hummus = try await book.recipe("Hummus")
      let form = Samples.form(hummus.draft) {
        $0.title = "Our Hummus"
        $0.minutes = 3
      }
      let path = "/recipes/\(hummus.recipe.id)"
      let page = try await client.post(path, form: form)
      #expect(page.text.contains("value=\"minutes\"") && page.text.contains("value=\"title\""))
      _ = try await client.post("\(path)/restore", form: [("field", "minutes")])
      let restored = try await book.reader.recipe(hummus.recipe.id)
      #expect(restored.recipe.minutes == hummus.recipe.minutes)
      #expect(restored.recipe.state == RecipeState(.edited, fields: [.title]))
      for senseless in ["colour", "tags"] {
        let answer = try await client.post("\(path)/restore", form: [("field", senseless)])
        #expect(answer.status == 400)
      }
    }
  }

  @Test("Deleted presets are listed, and restored one by one or all together")
  func deleted() async throws {
    try await withServer { client, book in
      let titles = ["Hummus", "Banana Bread", "Misir Wot"]
      for title in titles {
        let recipe = try await book.recipe(title)
        let confirmation = try await client.get("/recipes/\(recipe.recipe.id)/delete")
        #expect(confirmation.text.contains("from the deleted presets"))
        _ = try await client.post("/recipes/\(recipe.recipe.id)/delete")
      }
      let list = try await client.get("/deleted")
      #expect(titles.allSatisfy { list.text.contains("<h2 dir=\"auto\">\($0)</h2>") })
      #expect(try await client.get("/").text.contains("3 deleted"))
      let after = try await client.post("/deleted/hummus/restore")
      #expect(after.path == "/deleted" && !after.text.contains("<h2 dir=\"auto\">Hummus</h2>"))
      let hummus = try await book.recipe("Hummus")
      #expect(hummus.ingredients.count == 8 && hummus.recipe.tags.count == 5)
      #expect(hummus.recipe.state == RecipeState(.preset))
      _ = try await client.post("/deleted/restore")
      #expect(try await book.reader.counts().deleted == 0)
      #expect(try await client.get("/deleted").text.contains("No preset is deleted."))
    }
  }

  @Test("A reset tells what it will do, does that, and is undone", arguments: ["keep", "delete"])
  func reset(own: String) async throws {
    try await withServer { client, book in
      let new = try await book.reader.page(matching: RecipeQuery(limit: 200)).recipes
      let hummus = try await book.recipe("Hummus")
      let path = "/recipes/\(hummus.recipe.id)"
      try await changeEverything(hummus, client)
      _ = try await client.post("\(path)/favorite", form: [("value", "1"), ("back", "/")])
      _ = try await client.post("\(path)/log", form: [("date", "2026-03-09"), ("rating", "5")])
      _ = try await client.post("/recipes", form: Samples.form)
      let gone = try await book.recipe("Misir Wot").recipe.id
      _ = try await client.post("/recipes/\(gone)/delete")
      let before = try await book.reader.page(matching: RecipeQuery(limit: 200)).recipes

      let told: StarterReport = try await client.get("/api/reset?own=\(own)").json()
      #expect(told.restored.map(\.title) == ["Misir Wot"])
      #expect(
        told.updated.map(\.fields) == [
          [.title, .minutes, .ingredients, .instructions, .tags]
        ])
      #expect(told.deletedRecipes == (own == "delete" ? 1 : 0))
      #expect(told.deletedLogEntries == (own == "delete" ? 1 : 0))
      let question = try await client.get("/reset")
      #expect(question.text.contains("Keep my recipes") && question.text.contains("Misir Wot"))
      #expect(try await book.reader.page(matching: RecipeQuery(limit: 200)).recipes == before)

      let page = try await client.post("/reset", form: [("own", own)])
      #expect(page.text.contains("action=\"/undo\""))
      #expect(book.starters.status.undoable?.report == told)
      let after = try await book.reader.page(matching: RecipeQuery(limit: 200)).recipes
      let mine = after.filter { $0.state.kind == .yours }
      #expect(mine.map(\.title) == (own == "delete" ? [] : ["Lemon Posset"]))
      let presets = after.filter { $0.state.kind != .yours }
      #expect(presets.map(\.id) == new.map(\.id) && presets.map(\.title) == new.map(\.title))
      #expect(presets.allSatisfy { $0.state == RecipeState(.preset) })
      #expect(presets.contains { $0.isFavorite } == (own == "keep"))
      #expect(presets.contains { $0.averageRating != nil } == (own == "keep"))

      _ = try await client.post("/undo")
      #expect(try await book.reader.page(matching: RecipeQuery(limit: 200)).recipes == before)
    }
  }

  @Test("What makes no sense is refused, and says why")
  func refusals() async throws {
    try await withServer { client, book in
      #expect(try await client.post("/undo").status == 409)
      #expect(try await client.json("POST", "/api/undo").text.contains("nothing_to_undo"))
      #expect(try await client.post("/deleted/hummus/restore").status == 404)
      let own = try await client.post("/recipes", form: Samples.form)
      let answer = try await client.post("\(own.path)/restore")
      #expect(answer.status == 409 && answer.text.contains("This recipe is yours"))
      #expect(try await client.json("POST", "/api/recipes/\(UUID())/restore").status == 404)
      #expect(try await client.json("POST", "/api/reset?own=perhaps").status == 400)
    }
  }

  @Test("An offer to undo can be put away")
  func dismissing() async throws {
    try await withServer { client, book in
      try await book.writer.delete(try await book.recipe("Hummus").recipe.id)
      #expect(try await client.post("/reset", form: [("own", "keep")]).text.contains("\"/undo\""))
      let page = try await client.post("/undo/dismiss")
      #expect(page.status == 200 && !page.text.contains("\"/undo\""))
    }
  }
}
