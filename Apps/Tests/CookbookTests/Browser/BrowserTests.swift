import CookbookModel
import Foundation
import StoreFiles
import Testing

@Suite(
  "In a browser",
  .enabled(if: Browser.canBeHad, "There is no chromedriver, and no apt-get to install it with."),
  .timeLimit(.minutes(2))
)
struct BrowserTests {
  @Test("Edit, badge, restore, reset, undo: the pages follow, and the store's file has it")
  func presets() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "Cookbook-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "Book.store")
    let file = StoreFile(url: url)
    try await withServer(at: .file(url)) { client, book in
      let hummus = try await book.recipe("Hummus").recipe.id
      let misirWot = try await book.recipe("Misir Wot").recipe.id
      let address = "http://127.0.0.1:\(client.port)"
      /// What the file says of a recipe: its title, its time, and what was edited.
      func row() throws -> [String] {
        try file.rows(
          """
          SELECT title, minutes, (SELECT group_concat(key) FROM json_each(_preset, '$[1]')) \
          FROM Recipe WHERE presetKey = 'hummus' AND _preset ->> 0 = 'cookbook/hummus'
          """)[0]
      }
      func edit(_ web: WebDriver, minutes: String) async throws {
        try await web.open("\(address)/recipes/\(hummus)/edit")
        try await web.type("Our Hummus", into: "#title")
        try await web.type(minutes, into: "#minutes")
        try await web.click(".editor button[type=submit]")
        try await web.wait(for: "#recipe-head .badge-edited", containing: "Edited")
      }

      try await Browser.run { web in
        try await web.open("\(address)/")
        try await web.wait(for: "#r-\(hummus) .badge-preset", containing: "Preset")
        try await web.wait(for: "#live[data-state=on]")
        #expect(try row() == ["Hummus", "15", "NULL"])

        // Another tab edits, and this one follows.
        let list = try await web.tab()
        let page = try await web.openTab()
        try await edit(web, minutes: "3")
        try await web.wait(for: ".edits-list", containing: "Title")
        #expect(try row() == ["Our Hummus", "3", "title,minutes"])
        try await web.goTo(list)
        try await web.wait(for: "#r-\(hummus) .badge-edited", containing: "Edited")
        try await web.wait(for: "#r-\(hummus) .card-edits", containing: "title, time")

        // One part is restored, then all of it.
        try await web.goTo(page)
        try await web.click("#restore-minutes")
        try await web.wait(for: ".facts", containing: "15 min")
        #expect(try row() == ["Our Hummus", "15", "title"])
        try await web.click("#restore")
        try await web.wait(for: "#recipe-head .badge-preset", containing: "Preset")
        try await web.wait(for: ".banner-undo", containing: "“Our Hummus” is back")
        #expect(try row() == ["Hummus", "15", "NULL"])
        try await web.goTo(list)
        try await web.wait(for: "#r-\(hummus) h3", containing: "Hummus")
        try await web.wait(for: "#r-\(hummus) .badge-preset")

        // Everything is reset, and the reset undone.
        try await web.goTo(page)
        try await edit(web, minutes: "4")
        try await web.open("\(address)/recipes/\(misirWot)/delete")
        try await web.click("main .confirm button[type=submit]")
        try await web.wait(for: ".segment-link", containing: "1 removed")
        let removed = "SELECT preset ->> 0 FROM _perennial_presets WHERE entity = 'Recipe'"
        #expect(try file.rows(removed) == [["cookbook/misir-wot"]])
        try await web.open("\(address)/reset")
        try await web.click("#reset")
        try await web.wait(for: ".banner-undo", containing: "back to how they came")
        #expect(try row() == ["Hummus", "15", "NULL"])
        #expect(try file.rows(removed) == [])
        #expect(try file.rows("SELECT 1 FROM Recipe WHERE title = 'Misir Wot'").count == 1)
        try await web.goTo(list)
        try await web.wait(for: "#r-\(misirWot)")
        try await web.click("#undo")
        try await web.waitForEnd(of: ".banner-undo")
        try await web.waitForEnd(of: "#r-\(misirWot)")
        try await web.wait(for: "#r-\(hummus) .badge-edited")
        #expect(try row() == ["Our Hummus", "4", "title,minutes"])
        #expect(try file.rows(removed) == [["cookbook/misir-wot"]])
        #expect(try file.rows("PRAGMA integrity_check") == [["ok"]])
      }
    }
  }
}
