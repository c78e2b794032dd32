import CookbookModel
import Foundation
import Testing

@Suite("A new version of the recipes", .timeLimit(.minutes(1)))
struct StarterUpdateTests {
  @Test("It is offered, told beforehand, and leaves what the cook has changed")
  func updating() async throws {
    try await withServer(recipes: try .bundled(version: 1), offering: try .bundled()) {
      client, book in
      let hummus = try await book.recipe("Hummus")
      let tinga = try await book.recipe("Chicken Tinga")
      let form = Samples.form(hummus.draft) {
        $0.summary = "My own words."
        $0.title = "Our Hummus"
      }
      _ = try await client.post("/recipes/\(hummus.recipe.id)", form: form)
      let front = try await client.get("/")
      #expect(front.text.contains("new version of the presets") && front.text.contains("/update"))

      let told: StarterReport = try await client.get("/api/update").json()
      #expect(told.added.map(\.title) == ["Overnight Focaccia"])
      #expect(told.retired.map(\.title) == ["Cornbread"])
      let changed = Dictionary(uniqueKeysWithValues: told.updated.map { ($0.key, $0.fields) })
      #expect(
        changed == [
          "shakshuka-with-feta": [.minutes, .ingredients, .instructions],
          "banana-bread": [.summary, .ingredients, .instructions],
          "hummus": [.ingredients, .instructions, .tags],
          "tinga-de-pollo": [.title],
        ])
      #expect(told.kept.map(\.fields) == [[.title, .summary]])
      let conflict = try #require(told.conflicts.first)
      #expect(told.conflicts.count == 1 && conflict.field == .summary)
      #expect(conflict.mine == "My own words." && conflict.base == hummus.recipe.summary)
      #expect(conflict.theirs.contains("more tahini than you think"))
      let page = try await client.get("/update")
      for text in ["Changed by both", "My own words.", "Overnight Focaccia", "Cornbread"] {
        #expect(page.text.contains(text), "\(text)")
      }
      #expect(try await book.reader.counts().recipes == 60)

      let done = try await client.post("/update")
      #expect(done.path == "/" && !done.text.contains("href=\"/update\""))
      #expect(try await client.get("/update").text.contains("Your book has the newest presets"))
      let ours = try await book.reader.recipe(hummus.recipe.id)
      #expect(ours.recipe.title == "Our Hummus" && ours.recipe.summary == "My own words.")
      #expect(ours.recipe.tags.contains { $0.name == "Make ahead" })
      #expect(ours.ingredients.first { $0.name == "tahini" }?.quantity == 160)
      let renamed = try await book.reader.recipe(tinga.recipe.id)
      #expect(renamed.recipe.title == "Tinga de Pollo" && renamed.ingredients == tinga.ingredients)
      #expect(renamed.recipe.state == RecipeState(.preset))
    }
  }

  @Test("A deleted preset stays deleted, and is restored as the new version has it")
  func deleted() async throws {
    try await withServer(recipes: try .bundled(version: 1), offering: try .bundled()) {
      client, book in
      for title in ["Chicken Tinga", "Shakshuka with Feta"] {
        let id = try await book.recipe(title).recipe.id
        _ = try await client.post("/recipes/\(id)/delete")
      }
      let report: StarterReport = try await client.json("POST", "/api/update").json()
      #expect(report.leftDeleted.map(\.title) == ["Shakshuka with Feta", "Tinga de Pollo"])
      let deleted: [DeletedRecipe] = try await client.get("/api/deleted").json()
      #expect(deleted.map(\.title) == ["Shakshuka with Feta", "Tinga de Pollo"])
      for key in deleted.map(\.key) { _ = try await client.post("/deleted/\(key)/restore") }
      let shakshuka = try await book.recipe("Shakshuka with Feta")
      #expect(shakshuka.ingredients.contains { $0.name == "harissa" })
      #expect(try await book.recipe("Tinga de Pollo").ingredients.count == 10)
    }
  }

  @Test("A recipe that is retired stays if it is in the log")
  func retired() async throws {
    try await withServer(recipes: try .bundled(version: 1), offering: try .bundled()) {
      client, book in
      let id = try await book.recipe("Cornbread").recipe.id
      _ = try await client.post(
        "/recipes/\(id)/log", form: [("date", "2026-03-09"), ("rating", "5")])
      let report: StarterReport = try await client.json("POST", "/api/update").json()
      #expect(report.keptRetired.map(\.title) == ["Cornbread"] && report.retired.isEmpty)
      #expect(try await book.reader.recipe(id).log.count == 1)
    }
  }

  @Test("A book that has the newest version keeps it, whatever it is opened with")
  func older() async throws {
    let url = FileManager.default.temporaryDirectory.appending(
      path: "Cookbook-\(UUID())/Book.store")
    defer { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
    _ = try RecipeBook(at: .file(url), recipes: .bundled())
    let book = try RecipeBook(
      at: .file(url), recipes: .bundled(version: 1), offering: .bundled())
    #expect(book.starters.status == StarterStatus(version: 2))
    #expect(try await book.starters.preview() == nil)
    let hummus = try await book.recipe("Hummus")
    try await book.starters.restore(hummus.recipe.id)
    #expect(try await book.recipe("Hummus").recipe.tags.contains { $0.name == "Make ahead" })
  }

  @Test("A book of version 1 that is opened with version 2 is brought there at once")
  func opening() async throws {
    let url = FileManager.default.temporaryDirectory.appending(
      path: "Cookbook-\(UUID())/Book.store")
    defer { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
    _ = try RecipeBook(at: .file(url), recipes: .bundled(version: 1))
    let book = try RecipeBook(at: .file(url), recipes: .bundled())
    #expect(book.starters.opening.added.map(\.title) == ["Overnight Focaccia"])
    let seeds = try RecipeSeeds.bundled().recipes
    let page = try await book.reader.page(matching: RecipeQuery(limit: 200))
    #expect(Set(page.recipes.map(\.id)) == Set(seeds.map(\.id)))
    for seed in seeds {
      let recipe = try await book.reader.recipe(seed.id)
      #expect(recipe.ingredients == seed.ingredients && recipe.recipe.state.kind == .preset)
    }
  }
}
