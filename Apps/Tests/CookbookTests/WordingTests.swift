import CookbookModel
import Foundation
import Testing

/// The words of the pages, of the JSON interface and of the documentation.
@Suite("Wording", .timeLimit(.minutes(1)))
struct WordingTests {
  private static let project = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..").standardized

  /// A preset, a deleted preset and a favourite have no other names.
  private static var otherWords: Regex<Substring> {
    /\b(?:removed?|removes|removing|originals?|hearts?|came with|comes with|book.s text)\b/
      .ignoresCase()
  }

  /// Returns the files of a folder with an extension, with the text of each.
  private func texts(in folder: String, _ pathExtension: String) throws -> [(String, String)] {
    let url = Self.project.appending(path: folder)
    let names = try #require(FileManager.default.enumerator(atPath: url.path))
    let found = try names.compactMap { $0 as? String }.filter { $0.hasSuffix(pathExtension) }
      .map { ($0, try String(contentsOf: url.appending(path: $0), encoding: .utf8)) }
    #expect(!found.isEmpty)
    return found
  }

  @Test("A preset, a deletion and a favourite have one word each in the templates (41.35)")
  func templates() throws {
    let web = "Apps/Sources/CookbookWeb/Resources/Templates"
    for (name, template) in try texts(in: web, ".mustache") {
      let labels = template.matches(of: /(?:aria-label|title|placeholder)="([^"]*)"/).map(\.1)
      let text = template.replacing(/<[^>]*>|\{\{[^}]*\}\}/, with: " ")
      for words in labels + [text[...]] {
        #expect(words.firstMatch(of: Self.otherWords)?.output == nil, "\(name)")
      }
    }
  }

  @Test("They have one word each in the program and in its documentation, too (41.35)")
  func program() throws {
    for folder in ["Apps/Sources/CookbookWeb", "Apps/Sources/CookbookModel/Values"] {
      for (name, code) in try texts(in: folder, ".swift") {
        for line in code.split(separator: "\n") where !line.contains("//") {
          #expect(line.firstMatch(of: Self.otherWords)?.output == nil, "\(name): \(line)")
        }
      }
    }
    for (name, page) in try texts(in: "Documentation", "Cookbook.md") {
      #expect(page.firstMatch(of: Self.otherWords)?.output == nil, "\(name)")
    }
  }

  @Test("The words of the form are those of the badges, the history and the conflicts (41.35)")
  func fields() async throws {
    try await withServer { client, book in
      let hummus = try await book.recipe("Hummus")
      var draft = hummus.draft
      (draft.summary, draft.difficulty) = ("Mine.", .challenging)
      draft.instructions = ["Blend."]
      try await book.writer.update(hummus.recipe.id, to: draft)
      let form = try await client.get("/recipes/\(hummus.recipe.id)/edit").text
      let page = try await client.get("/recipes/\(hummus.recipe.id)").text
      for field in [RecipeField.summary, .difficulty, .instructions] {
        #expect(form.contains("<label for=\"\(field)\">\(field.label)</label>"), "\(field)")
        #expect(page.contains(">\(field.label)<"), "\(field)")
      }
      #expect(try await client.get("/history").text.contains(">description, level, method<"))
    }
  }

  @Test(
    "The question before a deletion says that the history can undo it, and it can (41.35)",
    arguments: [true, false])
  func deletion(isPreset: Bool) async throws {
    try await withServer { client, book in
      let id =
        isPreset
        ? try await book.recipe("Hummus").recipe.id
        : try await book.writer.add(try await book.recipe("Hummus").draft)
      let question = try await client.get("/recipes/\(id)/delete").text
      #expect(question.contains("The history can undo this until Cookbook ends."))
      #expect(question.contains("from the deleted presets") == isPreset)
      _ = try await client.post("/recipes/\(id)/delete")
      #expect(try await client.get("/recipes/\(id)").status == 404)
      _ = try await client.post("/history/undo")
      #expect(try await client.get("/recipes/\(id)").status == 200)
    }
  }

  @Test("The limit of a text is the number in the message (41.35)", arguments: [120, 121])
  func limits(count: Int) throws {
    let draft = RecipeDraft(
      title: String(repeating: "x", count: count), ingredients: [IngredientLine(name: "salt")],
      instructions: ["Mix."])
    let messages = draft.issues().map(\.message)
    #expect(messages == (count == 120 ? [] : ["The title can have up to 120 characters."]))
  }

  @Test("A recipe was cooked once, twice or a number of times (41.35)")
  func times() async throws {
    try await withServer { client, book in
      let id = try await book.recipe("Hummus").recipe.id
      for text in ["Cooked once.", "Cooked twice.", "Cooked 3 times."] {
        try await book.writer.addLogEntry(LogDraft(rating: 4), to: id)
        #expect(try await client.get("/recipes/\(id)").text.contains(text))
      }
    }
  }

  @Test("Programs use the same words (41.35)")
  func programs() async throws {
    try await withServer { client, book in
      try await book.writer.delete(try await book.recipe("Hummus").recipe.id)
      let deleted: [DeletedRecipe] = try await client.get("/api/deleted").json()
      #expect(deleted.map(\.key) == ["hummus"])
      let report: StarterReport = try await client.json("POST", "/api/deleted/restore").json()
      #expect(report.restored.map(\.key) == ["hummus"])
      let missing = try await client.json("POST", "/api/deleted/hummus/restore")
      #expect(missing.status == 404 && missing.text.contains("not_deleted"))
      #expect(try await client.get("/api/presets").status == 200)
    }
  }
}
