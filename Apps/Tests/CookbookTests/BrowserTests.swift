import CookbookModel
import Foundation
import StoreFiles
import Testing
import WebTesting

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
      /// Returns a recipe's title, its time and its edited fields from the file.
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
        try await web.wait(for: "#r-\(hummus)", containing: "Hummus")
        try await web.waitForEnd(of: "#r-\(hummus) .badge")
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
        try await web.wait(
          for: ".banner-undo", containing: "“Our Hummus” is restored")
        #expect(try row() == ["Hummus", "15", "NULL"])
        try await web.goTo(list)
        try await web.wait(for: "#r-\(hummus) h3", containing: "Hummus")
        try await web.waitForEnd(of: "#r-\(hummus) .badge")

        // Everything is reset, and the reset undone.
        try await web.goTo(page)
        try await edit(web, minutes: "4")
        try await web.open("\(address)/recipes/\(misirWot)/delete")
        try await web.click("main .confirm button[type=submit]")
        try await web.wait(for: ".segment-link", containing: "1 deleted")
        let deleted = "SELECT preset ->> 0 FROM _perennial_deleted_presets WHERE entity = 'Recipe'"
        #expect(try file.rows(deleted) == [["cookbook/misir-wot"]])
        try await web.open("\(address)/reset")
        try await web.click("#reset")
        try await web.wait(for: ".banner-undo", containing: "The recipes are reset")
        #expect(try row() == ["Hummus", "15", "NULL"])
        #expect(try file.rows(deleted) == [])
        #expect(try file.rows("SELECT 1 FROM Recipe WHERE title = 'Misir Wot'").count == 1)
        try await web.goTo(list)
        try await web.wait(for: "#r-\(misirWot)")
        try await web.click("#undo")
        try await web.waitForEnd(of: ".banner-undo")
        try await web.waitForEnd(of: "#r-\(misirWot)")
        try await web.wait(for: "#r-\(hummus) .badge-edited")
        #expect(try row() == ["Our Hummus", "4", "title,minutes"])
        #expect(try file.rows(deleted) == [["cookbook/misir-wot"]])
        #expect(try file.rows("PRAGMA integrity_check") == [["ok"]])
      }
    }
  }

  @Test("13.23 A text that turns around what follows it turns around nothing but itself")
  func direction() async throws {
    try await withServer { client, book in
      let title = "\u{202E}desserts"
      let id = try await book.writer.add(
        RecipeDraft(
          title: title, ingredients: [IngredientLine(name: "salt")], instructions: ["Mix."]))
      let hummus = try await book.recipe("Hummus")
      var draft = hummus.draft
      draft.title = title
      try await book.writer.update(hummus.recipe.id, to: draft)
      try await book.starters.restore(hummus.recipe.id)
      let address = "http://127.0.0.1:\(client.port)"
      try await Browser.run { web in
        try await web.open("\(address)/recipes/\(id)/delete")
        #expect(try await web.visualOrder(of: "h1") == "Delete “stressed”?")
        try await web.wait(for: ".banner-undo")
        #expect(
          try await web.visualOrder(of: ".banner-undo strong")
            == "“stressed” is restored: title.")
        try await web.open("\(address)/?q=%E2%80%AEdesserts")
        #expect(try await web.visualOrder(of: "#list-head h2") == "Recipes with “stressed”")
      }
    }
  }

  @Test(
    "13.24 On a phone, no badge lies on a heart, and nothing is too wide", arguments: [320, 390])
  func phone(width: Int) async throws {
    try await withServer { client, book in
      for cuisine in ["Mediterranean", "Portuguese and Brazilian", "Extraordinarily-mixed-up", ""] {
        try await book.writer.add(
          RecipeDraft(
            title: "Stew \(cuisine)", cuisine: cuisine,
            ingredients: [IngredientLine(name: "salt")], instructions: ["Mix."]))
      }
      try await Browser.run { web in
        try await web.resize(width: width, height: 800)
        try await web.open("http://127.0.0.1:\(client.port)/?q=stew")
        try await web.wait(for: ".card .badge-yours")
        let script = """
          const cards = [...document.querySelectorAll(".card")].filter((c) => c.querySelector(".badge"));
          return cards.length + " " + cards.filter((card) => {
            const heart = card.querySelector(".heart-button").getBoundingClientRect();
            const badge = card.querySelector(".badge").getBoundingClientRect();
            const edge = card.getBoundingClientRect();
            return badge.right > edge.right || (badge.right > heart.left && badge.left < heart.right
              && badge.bottom > heart.top && badge.top < heart.bottom);
          }).length + " " + document.documentElement.scrollWidth;
          """
        #expect(try await web.run(script) == "4 0 \(width)")
      }
    }
  }
}
