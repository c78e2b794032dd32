import Foundation
import PerennialInspection
import StoreFiles
import SwiftData
import Testing
import WebTesting

@Suite("The navigation of a studio", .timeLimit(.minutes(1)))
struct NavigationTests {
  let kitchen: Kitchen

  init() throws { kitchen = try Kitchen() }

  /// Returns what the navigation of a page says about an entity.
  private func item(_ entity: String, _ page: String) throws -> String {
    let navigation = try #require(page.firstMatch(of: /(?s)<nav class="side".*?<\/nav>/)).output
    let lines = navigation.split(separator: "\n")
    return String(try #require(lines.first { $0.contains("<bdi>\(entity)</bdi>") }))
  }

  @Test(
    "41.34h: Each page has the numbers of objects beside the entities",
    arguments: [
      "/", "/rows?entity=Dish", "/rows?entity=Dish&filter=isVegan", "/presets", "/backups", "/sync",
      "/sql", "/rows?entity=Nothing",
    ])
  func counts(path: String) async throws {
    try await withStudio(kitchen.url) { studio in
      let page = try await studio.page(path)
      for (entity, count) in [("Dish", "60"), ("Cuisine", "3"), ("Label", "2")] {
        let item = try item(entity, page)
        #expect(item.contains("</bdi> <span class=\"tally\">\(count)</span></a>"), "\(item)")
      }
    }
  }

  @Test("41.34h: The numbers are those of the file at the time of the request")
  func changes() async throws {
    let container = try kitchen.container()
    try await withStudio(kitchen.url) { studio in
      let context = ModelContext(container)
      for number in 0..<1200 { context.insert(Cuisine("\(number)")) }
      try context.save()
      let page = try await studio.page("/rows?entity=Dish")
      #expect(try item("Cuisine", page).contains("<span class=\"tally\">1,203</span>"))
    }
  }

  @Test("41.34h: An entity whose table is missing has no number, and the page is there")
  func missing() async throws {
    try StoreFile(url: kitchen.url).rows("DROP TABLE Label")
    try await withStudio(kitchen.url) { studio in
      let page = try await studio.page("/rows?entity=Dish")
      #expect(try !item("Label", page).contains("tally"))
      #expect(page.contains("60 objects"))
    }
  }
}
