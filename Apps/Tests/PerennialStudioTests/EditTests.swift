import Foundation
import PerennialInspection
import SwiftData
import Testing
import WebTesting

@Suite("Editing in a studio", .timeLimit(.minutes(1)))
struct EditTests {
  let kitchen: Kitchen

  init() throws { kitchen = try Kitchen() }

  private func dish(_ key: Int64) throws -> InspectedRow? {
    try kitchen.store().row(of: "Dish", key: key)
  }

  /// The number of the edit that a page offers to undo or to make again.
  private func number(_ action: String, _ page: String) throws -> String {
    let match = try #require(
      page.firstMatch(
        of: try Regex(
          "action=\"/\(action)\"><input type=\"hidden\" name=\"number\" value=\"(\\d+)\"")
      ))
    return String(try #require(match.output[1].substring))
  }

  @Test("A studio that was not started for editing has no forms and takes none")
  func readOnly() async throws {
    let key = try kitchen.keys()[0]
    try await withStudio(kitchen.url) { studio in
      let page = try await studio.page("/row?entity=Dish&key=\(key)")
      #expect(page.contains("read-only"))
      #expect(!page.contains("/edit?"))
      #expect(try await studio.send("/edit?entity=Dish&key=\(key)").status == 404)
      let form: KeyValuePairs = ["entity": "Dish", "key": "\(key)"]
      for path in ["/edit", "/new", "/delete", "/undo", "/redo"] {
        #expect(try await studio.post(path, form).status == 404, "\(path)")
      }
    }
    #expect(try dish(key) != nil)
  }

  @Test("A saved form is in the store, and can be undone and made again")
  func saving() async throws {
    let key = try kitchen.keys()[0]
    try await withStudio(kitchen.url, isEditing: true) { studio in
      let form = try await studio.page("/edit?entity=Dish&key=\(key)")
      #expect(form.contains("name=\"value.title\" value=\"Soup\""))
      let response = try await studio.post(
        "/edit",
        [
          "entity": "Dish", "key": "\(key)", "former.title": "Soup", "value.title": "Broth & bread",
          "former.minutes": "0", "value.minutes": "12", "formernil.rating": "1",
          "value.rating": "4.5",
        ])
      #expect(response.status == 303)
      let address = try #require(response.fields["location"])
      let page = try await studio.page(address)
      #expect(page.contains("Broth &amp; bread"))
      #expect(page.contains("title=\"Edit of Soup\""))
      #expect(try dish(key)?["minutes"] == .integer(12))
      #expect(try dish(key)?["rating"] == .double(4.5))
      let undo = try number("undo", page)
      #expect(try await studio.post("/undo", ["number": undo]).status == 303)
      #expect(try dish(key)?["title"] == .text("Soup"))
      #expect(try dish(key)?["rating"] == .null)
      // Another page can still have the button.
      #expect(try await studio.post("/undo", ["number": undo]).status == 409)
      let redo = try number("redo", try await studio.page("/"))
      #expect(try await studio.post("/redo", ["number": redo]).status == 303)
      #expect(try dish(key)?["title"] == .text("Broth & bread"))
    }
  }

  @Test("Refused texts stay in the form, with the reasons beside them")
  func refused() async throws {
    let key = try kitchen.keys()[0]
    try await withStudio(kitchen.url, isEditing: true) { studio in
      let response = try await studio.post(
        "/edit",
        [
          "entity": "Dish", "key": "\(key)", "former.title": "Soup", "value.title": "Broth",
          "former.minutes": "0", "value.minutes": "<soon>",
        ])
      #expect(response.status == 422)
      let page = String(decoding: response.body, as: UTF8.self)
      #expect(page.contains("value=\"&lt;soon&gt;\""))
      #expect(page.contains("value=\"Broth\""))
      #expect(page.contains("id=\"problem.minutes\">a whole number"))
      #expect(try dish(key)?["title"] == .text("Soup"))
    }
  }

  @Test("A value that the program has changed since is named, and a second save replaces it")
  func conflict() async throws {
    let key = try kitchen.keys()[0]
    try await withStudio(kitchen.url, isEditing: true) { studio in
      let context = ModelContext(try kitchen.container())
      let soup = try context.fetch(FetchDescriptor<Dish>(sortBy: [SortDescriptor(\.addedAt)]))[0]
      soup.title = "Stock"
      try context.save()
      let response = try await studio.post(
        "/edit",
        ["entity": "Dish", "key": "\(key)", "former.title": "Soup", "value.title": "Broth"])
      #expect(response.status == 422)
      let page = String(decoding: response.body, as: UTF8.self)
      #expect(page.contains("Another program has changed the value to “Stock”"))
      #expect(page.contains("name=\"former.title\" aria-hidden=\"true\" tabindex=\"-1\">\nStock"))
      let second = try await studio.post(
        "/edit",
        ["entity": "Dish", "key": "\(key)", "former.title": "Stock", "value.title": "Broth"])
      #expect(second.status == 303)
      #expect(try dish(key)?["title"] == .text("Broth"))
    }
  }

  @Test("A deleted object comes back with its references, and a new one can be made")
  func objects() async throws {
    let store = try kitchen.store()
    let key = try kitchen.keys()[1]
    let before = try store.row(of: "Dish", key: key, includesLinks: true)?.json
    try await withStudio(kitchen.url, isEditing: true) { studio in
      let response = try await studio.post("/delete", ["entity": "Dish", "key": "\(key)"])
      #expect(response.fields["location"] == "/rows?entity=Dish")
      #expect(try dish(key) == nil)
      let page = try await studio.page("/rows?entity=Dish")
      #expect(page.contains("title=\"Deletion of &lt;script&gt;"))
      let undone = try await studio.post("/undo", ["number": try number("undo", page)])
      #expect(undone.fields["location"] == "/row?entity=Dish&key=\(key)")
      let after = try kitchen.store().row(of: "Dish", key: key, includesLinks: true)?.json
      #expect(after == before)
      let new = try await studio.post(
        "/new", ["entity": "Cuisine", "value.name": "Greek", "key": "7"])
      #expect(new.status == 303)
      #expect(try kitchen.store().rows(of: "Cuisine").contains { $0["name"] == .text("Greek") })
    }
  }

  @Test("Pages of other origins cannot edit")
  func origin() async throws {
    let key = try kitchen.keys()[0]
    try await withStudio(kitchen.url, isEditing: true) { studio in
      for fields in [["Origin": "http://evil.example"], ["Sec-Fetch-Site": "cross-site"]] {
        let response = try await studio.post(
          "/delete", ["entity": "Dish", "key": "\(key)"], fields: fields)
        #expect(response.status == 403, "\(fields)")
      }
      #expect(try await studio.send("/delete?entity=Dish&key=\(key)").status == 404)
      #expect(try dish(key) != nil)
    }
  }
}
