import Foundation
import PerennialInspection
import Testing
import WebTesting

@Suite("The filter above a table", .timeLimit(.minutes(1)))
struct FilterFormTests {
  let kitchen: Kitchen

  init() throws { kitchen = try Kitchen() }

  private func address(_ filter: String) -> String { "/rows?entity=Dish&filter=\(filter.encoded)" }

  @Test(
    "41.34c: The placeholder is a filter of the entity, with its own properties",
    arguments: [
      ("Dish", "title contains \"a\" && minutes < 10"),
      ("Cuisine", "name contains \"a\" && dishes.count > 1"),
      ("Label", "name contains \"a\" && dishes.count > 1"),
    ])
  func placeholder(entity: String, example: String) async throws {
    let store = try kitchen.store()
    #expect(try store.exampleFilter(of: entity) == example)
    #expect(throws: Never.self) { try store.filter(example, of: entity) }
    try await withStudio(kitchen.url) { studio in
      let escaped = example.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
      let page = try await studio.page("/rows?entity=\(entity)")
      #expect(page.contains("placeholder=\"\(escaped)\""))
    }
  }

  @Test("41.34c: An unknown name is answered with the one that is meant, as a link to that filter")
  func suggestion() async throws {
    try await withStudio(kitchen.url) { studio in
      let page = try await studio.page(address("minutes < 9 && titel contains \"<b>\""))
      #expect(page.contains("Dish has no property “titel”. Did you mean “title”?"))
      let corrected = address("minutes < 9 && title contains \"<b>\"")
      let link = try #require(page.firstMatch(of: /<a href="([^"]*)">Use “title”<\/a>/)).output.1
      let target = String(link).replacing("&amp;", with: "&")
      #expect(target.removingPercentEncoding == corrected.removingPercentEncoding)
      #expect(try await studio.send(target).status == 200)
      let other = try await studio.page(address("cuisine.nme == \"Thai\""))
      #expect(other.contains("Cuisine has no property “nme”. Did you mean “name”?"))
      let unlike = try await studio.page(address("zzz == 1"))
      #expect(unlike.contains("One of these was expected: title, minutes"))
      #expect(!unlike.contains("Use “"))
    }
  }

  @Test("41.34c: Beside a wrong filter, the table has the objects without it, and no files of them")
  func table() async throws {
    try await withStudio(kitchen.url) { studio in
      let path = address("title contains") + "&sort=minutes&q=soup"
      let response = try await studio.send(path)
      #expect(response.status == 422)
      let page = String(decoding: response.body, as: UTF8.self)
      #expect(page.contains("value=\"title contains\"") && page.contains("aria-invalid=\"true\""))
      #expect(page.contains("The table has the objects without the filter."))
      let found = try await studio.page("/rows?entity=Dish&sort=minutes&q=soup")
      func keys(_ page: String) -> [Substring] {
        page.matches(of: /data-key="-?\d+"/).map(\.output)
      }
      #expect(keys(page) == keys(found) && !keys(page).isEmpty)
      #expect(!page.contains("/export?") && found.contains("/export?"))
    }
  }

  @Test("41.34c: A corrected filter never changes another part of the text")
  func corrections() throws {
    let store = try kitchen.store()
    for (wrong, right) in [
      ("titel == \"titel\"", "title == \"titel\""),
      ("title == \"minuts\" && minuts < 5", "title == \"minuts\" && minutes < 5"),
      ("(TITLE) == 'é'", "(title) == 'é'"),
      ("labls.count > 1", "labels.count > 1"),
    ] {
      let error = #expect(throws: FilterError.self) { try store.filter(wrong, of: "Dish") }
      #expect(error?.corrected(wrong) == right)
    }
    let error = #expect(throws: FilterError.self) { try store.filter("title <", of: "Dish") }
    #expect(error?.corrected("title <") == nil)
  }
}
