import CookbookModel
import Foundation
import Testing
import WebTesting

/// An edited preset beside the preset.
@Suite("Comparison", .timeLimit(.minutes(1)))
struct ComparisonTests {
  /// The lines of both sides of a part.
  private struct Sides {
    var mine: [String]
    var preset: [String]
  }

  /// Returns the sides of a part; nil if the page does not compare it.
  private func sides(of part: String, on page: String) throws -> Sides? {
    guard let start = page.range(of: "<li id=\"edit-\(part)\">")?.upperBound else { return nil }
    let end = try #require(page.range(of: "</li>", range: start..<page.endIndex)).lowerBound
    let sides = page[start..<end].components(separatedBy: "<dt>Preset</dt>")
    guard sides.count == 2 else { return nil }
    let texts = sides.map { side in
      side.matches(of: /class="line[^"]*" dir="auto">([^<]*)</).map { String($0.1) }
    }
    return Sides(mine: texts[0], preset: texts[1])
  }

  @Test("The page has each edited part beside that of the preset, the tags too (41.35)")
  func parts() async throws {
    try await withServer { client, book in
      let hummus = try await book.recipe("Hummus")
      let form = Samples.form(hummus.draft) {
        $0.title = "Our Hummus"
        $0.minutes = 75
        $0.cuisine = ""
        $0.ingredients[1].quantity = 200
        $0.tags = ["Soup", "Ours"]
      }
      let page = try await client.post("/recipes/\(hummus.recipe.id)", form: form).text
      let title = try #require(try sides(of: "title", on: page))
      #expect(title.mine == ["Our Hummus"] && title.preset == ["Hummus"])
      let minutes = try #require(try sides(of: "minutes", on: page))
      #expect(minutes.mine == ["1 h 15 min"] && minutes.preset == ["15 min"])
      let cuisine = try #require(try sides(of: "cuisine", on: page))
      #expect(cuisine.mine == [] && cuisine.preset == ["Levantine"])
      let tags = try #require(try sides(of: "tags", on: page))
      #expect(tags.mine == ["Ours", "Soup"])
      #expect(tags.preset == hummus.recipe.tags.map(\.name).sorted() && tags.preset.count == 5)
      let lines = try #require(try sides(of: "ingredients", on: page))
      #expect(lines.preset == hummus.ingredients.map(\.text) && lines.mine.count == 8)
      #expect(lines.mine[1] != lines.preset[1] && lines.mine[2] == lines.preset[2])
      // Only the line that differs is marked, on both sides.
      let list = try #require(page.firstMatch(of: /(?s)<li id="edit-ingredients">.*?<\/li>/)).output
      #expect(list.components(separatedBy: "line-only").count == 3)
      #expect(list.contains("<details id=\"compare-ingredients\">"))
      #expect(try sides(of: "summary", on: page)?.mine == nil)
    }
  }

  @Test("A recipe without edits has no comparison (41.35)")
  func noEdits() async throws {
    try await withServer { client, book in
      let hummus = try await book.recipe("Hummus").recipe.id
      let own = try await client.post("/recipes", form: Samples.form)
      for page in [try await client.get("/recipes/\(hummus)"), own] {
        #expect(page.status == 200 && !page.text.contains("class=\"compare\""))
      }
      let preset: RecipeDraft = try await client.get("/api/recipes/\(hummus)/preset").json()
      #expect(preset.title == "Hummus")
      #expect(try await client.get("/api\(own.path)/preset").status == 409)
      #expect(try await client.get("/api/recipes/\(UUID())/preset").status == 404)
    }
  }

  @Test("After an update, the text of the new version is beside yours (41.35)")
  func newVersion() async throws {
    try await withServer(recipes: try .bundled(version: 1), offering: try .bundled()) {
      client, book in
      let hummus = try await book.recipe("Hummus")
      var draft = hummus.draft
      draft.summary = "My own words."
      try await book.writer.update(hummus.recipe.id, to: draft)
      let path = "/recipes/\(hummus.recipe.id)"
      let before = try #require(try sides(of: "summary", on: try await client.get(path).text))
      #expect(before.preset == [hummus.recipe.summary])
      _ = try await client.post("/update")
      let after = try #require(try sides(of: "summary", on: try await client.get(path).text))
      #expect(after.mine == ["My own words."])
      #expect(after.preset.first?.contains("more tahini than you think") == true)

      let done = try await client.post("\(path)/restore", form: [("field", "summary")]).text
      #expect(try sides(of: "summary", on: done)?.mine == nil)
      #expect(try await book.recipe("Hummus").recipe.summary == after.preset.first)
    }
  }
}

@Suite(
  "Comparison in a browser",
  .enabled(if: Browser.canBeHad, "There is no chromedriver, and no apt-get to install it with."),
  .timeLimit(.minutes(2))
)
struct ComparisonBrowserTests {
  @Test(
    "Both sides are beside each other, and an opened comparison stays open when the recipe changes (41.35)",
    arguments: [320, 1200])
  func columns(width: Int) async throws {
    try await withServer { client, book in
      let hummus = try await book.recipe("Hummus")
      let id = hummus.recipe.id
      var draft = hummus.draft
      (draft.title, draft.tags) = ("Our Hummus", ["Soup"])
      draft.ingredients.removeLast()
      try await book.writer.update(id, to: draft)
      try await Browser.run { web in
        try await web.resize(width: width, height: 900)
        try await web.open("http://127.0.0.1:\(client.port)/recipes/\(id)")
        try await web.wait(for: "#live[data-state=on]")
        try await web.click("#compare-ingredients summary")
        let beside = """
          return [...document.querySelectorAll(".compare")].every((list) => {
            const [mine, preset] = [...list.children].map((side) => side.getBoundingClientRect());
            return mine.top === preset.top && mine.right < preset.left && mine.width > 80;
          }) + " " + document.documentElement.scrollWidth;
          """
        #expect(try await web.run(beside) == "true \(width)")
        draft.minutes = 3
        try await book.writer.update(id, to: draft)
        try await web.wait(for: "#edit-minutes", containing: "3 min")
        try await web.wait(for: "#compare-ingredients[open]")
        try await web.click("#restore-title")
        try await web.waitForEnd(of: "#edit-title")
        try await web.wait(for: "#edit-tags", containing: "restored with the whole recipe")
      }
    }
  }
}
