import CookbookModel
import Testing

@Suite("Search", .timeLimit(.minutes(1)))
struct SearchTests {
  @Test(
    "A search finds the recipes that contain all words, in any order and in any part (41.35)",
    arguments: [
      "soup potato", "potato soup", "  POTATO,soup ", "marjoram kartoffelsuppe",
      "german leek sausage potat",
    ])
  func order(text: String) async throws {
    let book = try RecipeBook(at: .memory, recipes: .bundled())
    let page = try await book.reader.page(matching: RecipeQuery(text: text))
    #expect(page.recipes.contains { $0.title == "Kartoffelsuppe" })
    // Other recipes contain one of the words only.
    #expect(page.total < 8 && page.recipes.count == page.total)
  }

  @Test("A recipe that lacks one of the words is not found (41.35)")
  func missing() async throws {
    let book = try RecipeBook(at: .memory, recipes: .bundled())
    let page = try await book.reader.page(matching: RecipeQuery(text: "potato soup tahini"))
    #expect(page.total == 0 && page.recipes.isEmpty)
  }

  @Test("The search of the page, of programs and of a state have all words (41.35)")
  func pages() async throws {
    try await withServer { client, _ in
      for address in ["/?q=soup+potato", "/?q=soup+potato&tag=Soup&state=presets"] {
        let page = try await client.get(address).text
        #expect(page.contains("Kartoffelsuppe") && !page.contains("Miso Soup"))
      }
      let found: RecipePage = try await client.get("/api/recipes?q=soup+potato").json()
      #expect(found.recipes.contains { $0.title == "Kartoffelsuppe" })
    }
  }

  @Test("SQLite evaluates the condition of each word, and a word that is repeated has one (41.35)")
  func statement() async throws {
    let book = try RecipeBook(at: .memory, recipes: .bundled())
    let query = RecipeQuery(text: "soup potato Soup")
    let explanation = try await book.reader.explanation(of: query)
    #expect(explanation.inMemory.isEmpty)
    let source = try #require(explanation.predicate)
    for word in ["soup", "potato"] {
      #expect(source.contains("recipe.title.localizedStandardContains(\"\(word)\")"))
      #expect(explanation.sql.contains("'\(word)'"))
    }
    #expect(!source.contains("\"Soup\"") && source.contains("\n    && ("))
  }

  @Test("A text of commas and spaces finds all recipes, and one of many words finds none (41.35)")
  func extremes() async throws {
    let book = try RecipeBook(at: .memory, recipes: .bundled())
    #expect(try await book.reader.page(matching: RecipeQuery(text: " , ,")).total == 60)
    let words = (1...300).map { "w\($0)" }.joined(separator: " ")
    #expect(try await book.reader.page(matching: RecipeQuery(text: words)).total == 0)
  }
}
