import CookbookModel
import Foundation
import StoreFiles
import Testing

@Suite("JSON interface", .timeLimit(.minutes(1)))
struct APITests {
  struct Failure: Decodable {
    struct Content: Decodable {
      var code: String
      var message: String
      var fields: [FieldIssue]?
    }

    var error: Content
  }

  @Test("A recipe is created, read, replaced and deleted")
  func life() async throws {
    try await withServer { client, _ in
      let created = try await client.json("POST", "/api/recipes", Samples.json)
      #expect(created.status == 201)
      let path = try #require(created.headers["location"])
      let toast: RecipeDetail = try await client.get(path).json()
      #expect(toast.recipe.title == "Toast" && toast.recipe.difficulty == .easy)
      #expect(toast.ingredients == [IngredientLine(quantity: 2, unit: "slices", name: "bread")])

      let renamed = Samples.json.replacing("Toast\"", with: "French Toast\"")
      let replaced: RecipeDetail = try await client.json("PUT", path, renamed).json()
      #expect(replaced.recipe.title == "French Toast" && replaced.recipe.id == toast.recipe.id)
      #expect(try await client.json("DELETE", path).status == 204)
      let gone = try await client.get(path)
      #expect(gone.status == 404)
      #expect(try gone.json(Failure.self).error.code == "recipe_not_found")
    }
  }

  @Test("41/24: While another program writes, a change is refused with 503 and a time")
  func locked() async throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).store")
    defer { try? FileManager.default.removeItem(at: url) }
    try await withServer(at: .file(url)) { client, _ in
      try await StoreFile(url: url).whileLocked {
        let refused = try await client.json("POST", "/api/recipes", Samples.json)
        #expect(refused.status == 503)
        #expect(refused.headers["retry-after"] == "5")
        #expect(try refused.json(Failure.self).error.code == "store_locked")
        let recipes = try await client.get("/api/recipes")
        #expect(recipes.status == 200, "reading goes on")
      }
      #expect(try await client.json("POST", "/api/recipes", Samples.json).status == 201)
    }
  }

  @Test(
    "A malformed body is refused with a reason",
    arguments: [
      ("{\"title\": ", "must be a valid JSON object"), ("[1]", "must be a valid JSON object"),
      ("{}", ".title is missing"),
      ("{\"title\": 5}", ".title must be of type String"),
    ]
  )
  func malformed(body: String, reason: String) async throws {
    try await withServer { client, _ in
      let answer = try await client.json("POST", "/api/recipes", body)
      #expect(answer.status == 400)
      let failure: Failure = try answer.json()
      #expect(failure.error.code == "malformed_json")
      #expect(failure.error.message.contains(reason))
    }
  }

  @Test("A senseless recipe is refused field by field")
  func invalid() async throws {
    try await withServer { client, _ in
      let body = Samples.json.replacing("\"servings\": 1", with: "\"servings\": -1")
        .replacing("Toast\"", with: "\"")
      let answer = try await client.json("POST", "/api/recipes", body)
      #expect(answer.status == 422)
      let failure: Failure = try answer.json()
      #expect(failure.error.fields?.map(\.field) == [.title, .servings])
    }
  }

  @Test("Unknown addresses and wrong types of content get JSON errors too")
  func errors() async throws {
    try await withServer { client, _ in
      let unknown = try await client.get("/api/none")
      #expect(unknown.status == 404)
      #expect(try unknown.json(Failure.self).error.code == "not_found")
      let form = try await client.post("/api/recipes", form: Samples.form)
      #expect(form.status == 415)
      #expect(try form.json(Failure.self).error.code == "http_415")
    }
  }

  @Test(
    "A senseless question is refused, not guessed at",
    arguments: ["sort=colour", "limit=0", "limit=1000", "offset=-1", "favorites=maybe"]
  )
  func questions(query: String) async throws {
    try await withServer { client, _ in
      let answer = try await client.get("/api/recipes?\(query)")
      #expect(answer.status == 400)
      #expect(try answer.json(Failure.self).error.code == "http_400")
    }
  }

  @Test("Pages of a list fit together")
  func paging() async throws {
    try await withServer { client, _ in
      let all: RecipePage = try await client.get("/api/recipes").json()
      let first: RecipePage = try await client.get("/api/recipes?limit=25").json()
      let rest: RecipePage = try await client.get("/api/recipes?limit=100&offset=25").json()
      #expect(first.recipes.count == 25 && first.total == all.total)
      #expect(first.recipes + rest.recipes == all.recipes)
    }
  }

  @Test("A reset brings the starters back, as often as it is asked to")
  func reset() async throws {
    try await withServer { client, book in
      let before: RecipePage = try await client.get("/api/recipes").json()
      for _ in 1...3 {
        _ = try await client.json("POST", "/api/recipes", Samples.json)
        let victim = try #require(before.recipes.randomElement()).id
        _ = try await client.json("DELETE", "/api/recipes/\(victim)")
        #expect(try await client.json("POST", "/api/reset?own=delete").status == 200)
        let after: RecipePage = try await client.get("/api/recipes").json()
        #expect(after.recipes.map(\.id) == before.recipes.map(\.id))
        #expect(after.recipes.map(\.tags) == before.recipes.map(\.tags))
      }
      _ = try await client.json("POST", "/api/recipes", Samples.json)
      let page = try await client.post("/reset", form: [("own", "delete")])
      #expect(page.text.contains("The recipes are reset: 1 recipe of your own deleted."))
      #expect(try await client.get("/health").text.contains("\"recipes\":\(before.total)"))
    }
  }
}
