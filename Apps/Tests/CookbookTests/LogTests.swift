import CookbookModel
import Testing

@Suite("Cooking log", .timeLimit(.minutes(1)))
struct LogTests {
  @Test("Entries are added, rated and deleted")
  func entries() async throws {
    try await withServer { client, book in
      let id = try #require(try await book.reader.page(matching: RecipeQuery()).recipes.first?.id)
      let form = [("date", "2026-03-09"), ("rating", "5"), ("note", "More <b>lemon</b>")]
      let page = try await client.post("/recipes/\(id)/log", form: form)
      #expect(page.text.contains("9 March 2026"))
      #expect(page.text.contains("More &lt;b&gt;lemon&lt;/b&gt;"))
      _ = try await client.post(
        "/recipes/\(id)/log",
        form: [("date", "2026-03-10"), ("rating", "2")]
      )
      #expect(try await book.reader.recipe(id).recipe.averageRating == 3.5)

      let best: RecipePage = try await client.get("/api/recipes?sort=rating&limit=1").json()
      #expect(best.recipes.first?.id == id)
      #expect(try await client.get("/journal").text.contains("10 March 2026"))

      let entry = try #require(try await book.reader.recipe(id).log.last)
      let after = try await client.post("/recipes/\(id)/log/\(entry.id)/delete")
      #expect(!after.text.contains("9 March 2026"))
      #expect(try await book.reader.recipe(id).recipe.averageRating == 2)
    }
  }

  @Test("An entry without stars or with a senseless day is refused")
  func refusals() async throws {
    try await withServer { client, book in
      let id = try #require(try await book.reader.surprise())
      let unrated = try await client.post("/recipes/\(id)/log", form: [("date", "2026-03-09")])
      #expect(unrated.status == 422 && unrated.text.contains("Choose one to five stars."))
      let undated = try await client.post(
        "/recipes/\(id)/log",
        form: [("date", "soon"), ("rating", "3"), ("note", "kept")]
      )
      #expect(undated.status == 422 && undated.text.contains("kept</textarea>"))
    }
  }

  @Test("A heart is given and taken back")
  func favorites() async throws {
    try await withServer { client, book in
      let id = try #require(try await book.reader.surprise())
      let back = [("value", "1"), ("back", "/?favorites=1")]
      let page = try await client.post("/recipes/\(id)/favorite", form: back)
      #expect(page.text.contains("id=\"r-\(id)\""))
      _ = try await client.post(
        "/recipes/\(id)/favorite",
        form: [("value", "0"), ("back", "//elsewhere.example/")]
      )
      #expect(try await book.reader.counts().favorites == 0)
    }
  }
}
