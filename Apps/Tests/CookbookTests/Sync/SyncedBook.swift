import CookbookModel
import Foundation
import Testing

/// A running Cookbook whose book syncs with a hub.
struct SyncedBook: Sendable {
  let client: Client
  let book: RecipeBook
  let hub: RunningHub

  /// The answer of `/api/sync`.
  struct State: Decodable {
    var hub: String
    var account: String?
    var status: BookSyncStatus
  }

  /// A device in the answer of `/api/sync/devices`.
  struct Device: Decodable {
    var id: String
    var name: String
    var isCurrent: Bool
  }

  func state() async throws -> State { try await client.get("/api/sync").json() }

  func signIn(to account: String = "ann") async throws {
    let code = try await hub.pairingCode(account)
    let answer = try await client.post("/sync/sign-in", form: [("code", code), ("name", "Tablet")])
    #expect(answer.status == 200 && answer.path == "/sync", "\(answer.text)")
  }

  func setOffline(_ isOffline: Bool) async throws {
    let answer = try await client.post("/sync/offline", form: [("value", isOffline ? "1" : "0")])
    #expect(answer.status == 200)
  }

  /// Returns the recipe with a title; nil if the book has none.
  func recipe(_ title: String) async throws -> RecipeDetail? {
    var query = URLComponents()
    query.queryItems = [URLQueryItem(name: "q", value: title)]
    let page: RecipePage = try await client.get(
      "/api/recipes?\(query.percentEncodedQuery ?? "")"
    ).json()
    guard let found = page.recipes.first(where: { $0.title == title }) else { return nil }
    return try await client.get("/api/recipes/\(found.id)").json()
  }

  /// Changes a recipe with its form.
  func edit(_ title: String, _ changes: (inout RecipeDraft) -> Void) async throws {
    let recipe = try #require(try await recipe(title))
    let form = Samples.form(recipe.draft, changes)
    let answer = try await client.post("/recipes/\(recipe.recipe.id)", form: form)
    #expect(answer.status == 200)
  }

  func conflicts() async throws -> [BookConflict] {
    try await client.get("/api/sync/conflicts").json()
  }

  /// The number of recipes, as `/health` reports it.
  func count() async throws -> Int {
    struct Health: Decodable {
      var recipes: Int
    }
    return try await client.get("/health").json(Health.self).recipes
  }

  // MARK: Waiting

  /// The book did not reach a state in time.
  struct TooLate: Error {
    let what: String
    let state: State
  }

  func waitUntilUpToDate() async throws {
    try await wait(for: "the exchange") {
      $0.state == .upToDate && $0.isImported && $0.pending == 0
    }
  }

  func wait(for what: String, _ condition: (BookSyncStatus) -> Bool) async throws {
    try await wait(for: what) { condition(try await state().status) }
  }

  /// Waits up to 20 seconds.
  func wait(for what: String, until condition: () async throws -> Bool) async throws {
    for _ in 0..<400 {
      if try await condition() { return }
      try await Task.sleep(for: .milliseconds(50))
    }
    throw TooLate(what: what, state: try await state())
  }
}
