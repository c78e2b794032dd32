import CookbookModel
import Foundation
import Testing

@testable import CookbookWeb

@Suite("Texts that turn around what follows them", .timeLimit(.minutes(1)))
struct DirectionTests {
  @Test(
    "13.23 A text ends no isolate but its own, and leaves none open",
    arguments: [
      ("plain", "plain"), ("\u{2069}a", "a"), ("a\u{2067}b", "a\u{2067}b\u{2069}"),
      ("\u{2066}a\u{2069}\u{2069}", "\u{2066}a\u{2069}"), ("\u{202E}a", "\u{202E}a"),
      ("\u{2068}\u{2068}", "\u{2068}\u{2068}\u{2069}\u{2069}"),
    ])
  func balanced(text: String, result: String) {
    #expect(text.balanced.unicodeScalars.elementsEqual(result.unicodeScalars))
  }

  @Test(
    "13.23 A text in a sentence is isolated if it can have another direction",
    arguments: [
      ("Crème brûlée ½", "Crème brûlée ½"), ("חומוס", "\u{2068}חומוס\u{2069}"),
      ("\u{202E}a\u{2069}b", "\u{2068}\u{202E}ab\u{2069}"),
    ])
  func isolated(text: String, result: String) {
    #expect(text.isolated.unicodeScalars.elementsEqual(result.unicodeScalars))
  }

  /// A text that turns around what follows it, and tries to leave the isolate that it is in.
  private static let hostile = "\u{202E}turn\u{2069}ed\u{2067}over"

  @Test("13.23 Every page isolates what people write")
  func pages() async throws {
    try await withServer(recipes: try .bundled(version: 1), offering: try .bundled()) {
      client, book in
      let text = Self.hostile
      let draft = RecipeDraft(
        title: text, summary: text, cuisine: text,
        ingredients: [IngredientLine(quantity: 1, unit: text, name: text)], instructions: [text],
        tags: [text])
      let own = try await book.writer.add(draft)
      try await book.writer.addLogEntry(LogDraft(note: text, rating: 5), to: own)
      let edited = try await book.recipe("Hummus").recipe.id
      // One with a conflict, and one that was restored.
      for title in ["Hummus", "Misir Wot"] {
        let recipe = try await book.recipe(title)
        var draft = recipe.draft
        (draft.title, draft.summary) = (text, text)
        try await book.writer.update(recipe.recipe.id, to: draft)
        if title == "Misir Wot" { try await book.starters.restore(recipe.recipe.id) }
      }
      let query = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
      var pages: [(String, String)] = []
      for path in [
        "/", "/?q=\(query)", "/?tag=\(query)", "/?state=yours", "/?state=edited",
        "/recipes/\(own)", "/recipes/\(edited)", "/recipes/\(own)/edit", "/recipes/\(own)/delete",
        "/recipes/new",
        "/tour", "/journal", "/history", "/statistics", "/query?q=\(query)&tag=\(query)",
        "/deleted", "/update", "/reset", "/nowhere",
      ] {
        pages.append((path, try await client.get(path).text))
      }
      var form = Samples.form(changing: "title", to: text)
      form = form.map { $0.0 == "servings" ? ("servings", text) : $0 }
      pages.append(("/recipes, refused", try await client.post("/recipes", form: form).text))
      let log = [("date", "soon"), ("rating", "3"), ("note", text)]
      pages.append(("log, refused", try await client.post("/recipes/\(own)/log", form: log).text))
      let part = [("field", text)]
      pages.append(
        ("restore, refused", try await client.post("/recipes/\(own)/restore", form: part).text))
      var found = 0
      for (path, html) in pages {
        let page = IsolationCheck(html, text: text)
        #expect(page.problems == [], "\(path)")
        found += page.count
      }
      #expect(found > 60)
    }
  }
}
