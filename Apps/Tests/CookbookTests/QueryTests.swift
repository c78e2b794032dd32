import CookbookModel
import Foundation
import StoreFiles
import Testing

@testable import CookbookWeb

@Suite("The query of a list", .timeLimit(.minutes(1)))
struct QueryTests {
  @Test("A list leads to its predicate, its statement and SQLite's plan")
  func page() async throws {
    try await withServer { client, _ in
      let list = try await client.get("/?q=saf%22fron&tag=Vegan&favorites=1&sort=time").text
      let link = try #require(list.firstMatch(of: /href="(\/query[^"]*)"/))
      let address = String(link.1).replacing("&amp;", with: "&")
      let page = try await client.get(address).text
      let source = #"recipe.title.localizedStandardContains("saf\"fron")"#
      #expect(page.contains(source.replacing("\"", with: "&quot;")))
      #expect(page.contains("recipe.isFavorite"))
      #expect(page.contains("SELECT ") && page.contains("\nORDER BY "))
      #expect(page.contains("SCAN t0") || page.contains("SEARCH t0"))
      #expect(page.contains("&#39;saf&quot;fron&#39;") && page.contains("&#39;Vegan&#39;"))
      #expect(!page.contains("In memory"))
      #expect(page.contains("href=\"/\(address.dropFirst(6).replacing("&", with: "&amp;"))\""))
    }
  }

  @Test("Presets are chosen by SQL; recipes with edited ingredients by the program")
  func states() async throws {
    try await withServer { client, book in
      let mine = try await client.get("/query?state=yours").text
      #expect(mine.contains("presets: .userCreated") && !mine.contains("In memory"))
      let edited = try await client.get("/query?state=edited").text
      #expect(edited.contains("In memory") && edited.contains("one of its ingredients"))
      let all = try await client.get("/query").text
      #expect(all.contains("None: the list has all recipes."))
      let explanation = try await book.reader.explanation(of: RecipeQuery(state: .presets))
      let found = try await book.reader.page(matching: RecipeQuery(state: .presets))
      #expect(explanation.sql.contains("SELECT") && found.total == 60)
    }
  }

  @Test("The statement finds the recipes of the list when SQLite runs it alone")
  func statement() async throws {
    let directory = URL.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: directory) }
    let url = directory.appending(path: "book.store")
    let book = try RecipeBook(at: .file(url), recipes: .bundled())
    // SQLite alone does not have the order of titles, so the sets are compared.
    for query in [RecipeQuery(limit: 200), RecipeQuery(tag: "Vegan"), RecipeQuery(state: .presets)]
    {
      let sql = try await book.reader.explanation(of: query).sql
      let end = try #require(sql.range(of: " ORDER BY t0", options: .backwards)).lowerBound
      let titles = try StoreFile(url: url).rows("SELECT title FROM (\(sql[..<end]))").map { $0[0] }
      let found = try await book.reader.page(matching: query).recipes.map(\.title)
      #expect(found.count > 5 && Set(found) == Set(titles) && found.count == titles.count)
    }
  }

  @Test("Controls of direction are written out")
  func controls() {
    #expect(QueryPage.visible("a\u{202E}b\u{2069}é") == #"a\u{202E}b\u{2069}é"#)
  }

  @Test("A statement has a line for each clause, and texts in quotes stay whole")
  func lines() {
    let sql =
      #"SELECT t0."a FROM b" FROM "T" AS t0 WHERE t0."x" = ' AND ''y' AND (1 AND 2) LIMIT 3"#
    #expect(
      QueryPage.broken(sql) == #"""
        SELECT t0."a FROM b"
        FROM "T" AS t0
        WHERE t0."x" = ' AND ''y'
        AND (1 AND 2)
        LIMIT 3
        """#)
  }
}
