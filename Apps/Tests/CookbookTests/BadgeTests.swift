import CookbookModel
import Foundation
import Testing

@Suite("Badges and numbers", .timeLimit(.minutes(1)))
struct BadgeTests {
  @Test(
    "13.24 A list has badges only where they tell something",
    arguments: [
      ("/", 1, 1), ("/?state=presets", 1, 0), ("/?state=edited", 0, 0),
      ("/?state=yours", 0, 0),
    ])
  func lists(path: String, edited: Int, yours: Int) async throws {
    try await withServer { client, book in
      let hummus = try await book.recipe("Hummus")
      var draft = hummus.draft
      draft.minutes = 3
      try await book.writer.update(hummus.recipe.id, to: draft)
      _ = try await client.post("/recipes", form: Samples.form)
      let page = try await client.get(path).text
      func count(_ kind: String) -> Int {
        page.components(separatedBy: "badge-\(kind)\"").count - 1
      }
      #expect(count("preset") == 0 && count("edited") == edited && count("yours") == yours)
    }
  }

  @Test(
    "13.24 The heading of a list is a sentence",
    arguments: [
      ("/?state=yours", "Your recipes"), ("/?state=presets", "Preset recipes"),
      ("/?state=yours&favorites=1", "Your favourites"), ("/", "All recipes"),
    ])
  func headings(path: String, heading: String) async throws {
    try await withServer { client, _ in
      let page = try await client.get(path).text
      #expect(page.contains("<h2 dir=\"auto\">\(heading)</h2>"))
    }
  }

  @Test("13.24 One serving is one serving", arguments: [(1, "serving"), (2, "servings")])
  func servings(count: Int, word: String) async throws {
    try await withServer { client, _ in
      let form = Samples.form(changing: "servings", to: "\(count)")
      let page = try await client.post("/recipes", form: form)
      #expect(page.text.contains("\(count)</output> <span id=\"servings-word\">\(word)</span>"))
    }
  }
}
