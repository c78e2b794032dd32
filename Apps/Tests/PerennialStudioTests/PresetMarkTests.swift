import Foundation
import PerennialInspection
import Testing
import WebTesting

@Suite("Presets among other objects in a studio", .timeLimit(.minutes(1)))
struct PresetMarkTests {
  let kitchen: Kitchen

  init() throws { kitchen = try Kitchen() }

  /// Returns the row of a table with a text.
  private func row(_ text: String, _ page: String) throws -> String {
    String(try #require(page.split(separator: "\n").first { $0.contains("<bdi>\(text)</bdi>") }))
  }

  @Test("41.34b: A table distinguishes edited presets, and names what was edited")
  func table() async throws {
    try await withStudio(kitchen.url) { studio in
      let page = try await studio.page("/rows?entity=Label")
      let edited = """
        <span class="tag tag-edited" title="Of the catalog “basics”. Edited: name.">\
        edited preset</span>
        """
      #expect(try row("fast", page).contains(edited))
      let pristine = """
        <span class="tag tag-pristine" title="Of the catalog “basics”, unchanged.">preset</span>
        """
      #expect(try row("soup", page).contains(pristine))
      #expect(try await !studio.page("/rows?entity=Cuisine").contains("class=\"tag tag-"))
    }
  }

  @Test("41.34b: The page of an edited preset says so below its name, and beside each edited value")
  func page() async throws {
    try await withStudio(kitchen.url, isEditing: true) { studio in
      let presets = try kitchen.store().presets(of: "Label")
      let edited = try #require(presets.first { $0.id == "quick" })
      let page = try await studio.page("/row?entity=Label&key=\(edited.key)")
      let mark = "<span class=\"tag tag-edited\">edited preset</span> <bdi>Of the catalog “basics”."
      #expect(page.contains(mark))
      let value = try #require(page.split(separator: "\n").first { $0.contains("scope=\"row\"") })
      #expect(value.contains(/<span class="tag tag-edited">edited \d{4}-\d\d-\d\d .* UTC<\/span>/))

      // An edit in the studio makes it an edited preset.
      let other = try #require(presets.first { $0.id == "soup" })
      let address = "/row?entity=Label&key=\(other.key)"
      #expect(try await studio.page(address).contains("Of the catalog “basics”, unchanged."))
      let saved = try await studio.post(
        "/edit",
        [
          "entity": "Label", "key": "\(other.key)", "former.name": "soup", "value.name": "broth",
        ])
      #expect(saved.status == 303)
      #expect(try await studio.page(address).contains(mark))
      let table = try await studio.page("/rows?entity=Label")
      #expect(try row("broth", table).contains("edited preset"))
    }
  }

  @Test("41.34b: An object that isn't a preset has no mark")
  func others() async throws {
    try await withStudio(kitchen.url) { studio in
      let page = try await studio.page("/row?entity=Dish&key=\(try kitchen.keys()[0])")
      #expect(page.contains("<div id=\"mark\" data-live></div>"))
      #expect(!page.contains("edited "))
    }
  }
}
