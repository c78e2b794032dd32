import CookbookModel
import Testing

@Suite("Restoring ingredients", .timeLimit(.minutes(1)))
struct IngredientRestoreTests {
  @Test(
    "13.24 Edited ingredients are restored, the rest of the recipe stays, and it can be undone",
    arguments: [
      { (lines: inout [IngredientLine]) in lines.removeLast() },
      { $0.append(IngredientLine(name: "za'atar")) },
      { $0[0].name = "cooked chickpeas" },
      { $0[1].quantity = 200 },
      { $0.reverse() },
      {
        $0.remove(at: 2)
        $0.insert(IngredientLine(quantity: 1, name: "chilli"), at: 0)
        $0[1].unit = "kg"
      },
    ] as [@Sendable (inout [IngredientLine]) -> Void]
  )
  func restoring(change: @escaping @Sendable (inout [IngredientLine]) -> Void) async throws {
    try await withServer { client, book in
      let hummus = try await book.recipe("Hummus")
      let path = "/recipes/\(hummus.recipe.id)"
      var draft = hummus.draft
      draft.title = "Our Hummus"
      change(&draft.ingredients)
      try await book.writer.update(hummus.recipe.id, to: draft)
      #expect(try await client.get(path).text.contains("id=\"restore-ingredients\""))

      let page = try await client.post("\(path)/restore", form: [("field", "ingredients")])
      #expect(page.text.contains("“Our Hummus” is restored: ingredients."))
      let restored = try await book.reader.recipe(hummus.recipe.id)
      #expect(restored.ingredients == hummus.ingredients)
      #expect(restored.recipe.state == RecipeState(.edited, fields: [.title]))
      #expect(restored.recipe.title == "Our Hummus")
      let report = try #require(book.starters.status.undoable?.report)
      #expect(report.updated.map(\.fields) == [[.ingredients]])

      _ = try await client.post("/undo")
      let undone = try await book.reader.recipe(hummus.recipe.id)
      #expect(undone.ingredients == draft.ingredients && undone.recipe.title == "Our Hummus")
    }
  }

  @Test("13.24 Programs restore ingredients as well")
  func api() async throws {
    try await withServer { client, book in
      let hummus = try await book.recipe("Hummus")
      var draft = hummus.draft
      draft.ingredients.removeFirst()
      try await book.writer.update(hummus.recipe.id, to: draft)
      let path = "/api/recipes/\(hummus.recipe.id)/restore?field=ingredients"
      let report: StarterReport = try await client.json("POST", path).json()
      #expect(report.updated.map(\.key) == ["hummus"])
      #expect(try await book.recipe("Hummus").recipe.state == RecipeState(.preset))
    }
  }
}
