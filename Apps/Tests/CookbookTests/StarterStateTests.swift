import CookbookModel
import Foundation
import Testing

@Suite("Presets, edited ones, and your own", .timeLimit(.minutes(1)))
struct StarterStateTests {
  private func state(_ title: String, _ client: Client) async throws -> RecipeState {
    let page: RecipePage = try await client.get("/api/recipes?limit=100").json()
    return try #require(page.recipes.first { $0.title == title }).state
  }

  @Test("Each recipe says what it is, and an edited one what the cook has changed")
  func badges() async throws {
    try await withServer { client, book in
      let hummus = try await book.recipe("Hummus")
      let page = try await client.get("/recipes/\(hummus.recipe.id)")
      #expect(page.text.contains("badge-preset") && !page.text.contains("Restore this recipe"))
      let form = Samples.form(hummus.draft) {
        $0.title = "Our Hummus"
        $0.ingredients[1].quantity = 200
        $0.tags.removeAll { $0 == "Quick" }
      }
      let edited = try await client.post("/recipes/\(hummus.recipe.id)", form: form)
      #expect(edited.text.contains("badge-edited") && edited.text.contains("Restore this recipe"))
      let state = try await state("Our Hummus", client)
      #expect(state == RecipeState(.edited, fields: [.title, .ingredients, .tags]))
      let list = try await client.get("/?q=hummus")
      #expect(list.text.contains("</span>title, ingredients, tags</p>"))

      _ = try await client.post("/recipes", form: Samples.form)
      #expect(try await self.state("Lemon Posset", client) == RecipeState(.yours))
    }
  }

  @Test(
    "Any change of the ingredients is one of the recipe",
    arguments: [
      { (lines: inout [IngredientLine]) in lines.removeLast() },
      { $0.append(IngredientLine(name: "salt")) },
      { $0[0].name = "cooked chickpeas" },
      { $0.swapAt(0, 1) },
    ] as [@Sendable (inout [IngredientLine]) -> Void]
  )
  func ingredients(change: @Sendable (inout [IngredientLine]) -> Void) async throws {
    let book = try RecipeBook(at: .memory, recipes: .bundled())
    let hummus = try await book.recipe("Hummus")
    var draft = hummus.draft
    change(&draft.ingredients)
    try await book.writer.update(hummus.recipe.id, to: draft)
    let changed = try await book.reader.recipe(hummus.recipe.id)
    #expect(changed.ingredients == draft.ingredients)
    #expect(changed.recipe.state == RecipeState(.edited, fields: [.ingredients]))
  }

  @Test("To save a form without changes, to give a heart and to cook are no edits")
  func noEdits() async throws {
    try await withServer { client, book in
      let hummus = try await book.recipe("Hummus")
      let path = "/recipes/\(hummus.recipe.id)"
      _ = try await client.post(path, form: Samples.form(hummus.draft) { _ in })
      _ = try await client.post("\(path)/favorite", form: [("value", "1"), ("back", "/")])
      _ = try await client.post("\(path)/log", form: [("date", "2026-03-09"), ("rating", "5")])
      #expect(try await state("Hummus", client) == RecipeState(.preset))
    }
  }

  @Test("The list can be of presets, of edited ones, or of your own")
  func filters() async throws {
    try await withServer { client, book in
      let all = try await book.reader.counts().recipes
      let hummus = try await book.recipe("Hummus")
      _ = try await client.post(
        "/recipes/\(hummus.recipe.id)", form: Samples.form(hummus.draft) { $0.minutes = 1 })
      _ = try await client.post("/recipes", form: Samples.form)
      func titles(_ query: String) async throws -> (Int, [String]) {
        let page: RecipePage = try await client.get("/api/recipes?\(query)").json()
        return (page.total, page.recipes.map(\.title))
      }
      #expect(try await titles("state=edited") == (1, ["Hummus"]))
      #expect(try await titles("state=yours") == (1, ["Lemon Posset"]))
      let presets = try await titles("state=presets&limit=10&offset=5")
      #expect(presets.0 == all && presets.1.count == 10)
      #expect(try await titles("state=presets&tag=Vegan&q=hummus") == (1, ["Hummus"]))
      #expect(try await client.get("/api/recipes?state=mine").status == 400)
      let list = try await client.get("/?state=edited")
      #expect(list.text.contains("Edited recipes") && list.text.contains("Hummus"))
      #expect(!list.text.contains("Lemon Posset"))
    }
  }
}

extension RecipeBook {
  /// The recipe with a title.
  func recipe(_ title: String) async throws -> RecipeDetail {
    let page = try await reader.page(matching: RecipeQuery(limit: 200))
    let recipe = try #require(page.recipes.first { $0.title == title }, "no recipe “\(title)”")
    return try await reader.recipe(recipe.id)
  }
}
