import Foundation
import PerennialInspection
import StoreFiles
import SwiftData
import Testing
import WebTesting

@Suite("Pages of a studio", .timeLimit(.minutes(1)))
struct PageTests {
  let kitchen: Kitchen

  init() throws { kitchen = try Kitchen() }

  @Test(
    "The overview tells the facts of the file, the entities and their numbers, and draws the schema"
  )
  func overview() async throws {
    try await withStudio(kitchen.url) { studio in
      let page = try await studio.page("/")
      let identifier = try kitchen.store().identifier
      for text in [kitchen.url.path, identifier, "1.2.0", "<dt>Format</dt><dd><bdi>1</bdi>"] {
        #expect(page.contains(text), "\(text)")
      }
      #expect(page.contains("<bdi>Dish</bdi></a></td><td class=\"number\">60</td>"))
      #expect(page.contains("<bdi>Cuisine</bdi></a></td><td class=\"number\">3</td>"))
      #expect(page.contains("<svg class=\"schema\""))
      #expect(
        page.contains("<title>Dish.cuisine – Cuisine.dishes</title>")
          || page.contains("<title>Cuisine.dishes – Dish.cuisine</title>"))
    }
  }

  @Test("The rows of an entity have columns, orders, links and short values")
  func rows() async throws {
    try await withStudio(kitchen.url) { studio in
      let page = try await studio.page("/rows?entity=Dish&sort=minutes&order=down")
      #expect(page.contains("60 objects"))
      #expect(page.components(separatedBy: "<td class=\"key\">").count == 51)
      #expect(page.contains("aria-sort=\"descending\" class=\"number\""))
      #expect(page.contains("8 bytes, PNG image"))
      #expect(page.contains("200 KB, JPEG image"))
      #expect(page.contains("<bdi>Italian</bdi></a>"))
      #expect(page.contains("#labels\"><bdi>2 objects</bdi>"))
      #expect(page.contains("<td class=\"nil\"><bdi>nil</bdi>"))
      #expect(!page.contains("href=\"\"") && !page.contains("href=\"false\""))
      #expect(
        !page.contains(
          "<th scope=\"col\" aria-sort=\"none\"><a href=\"/rows?entity=Dish&amp;sort=steps"))
    }
  }

  @Test("A page has several windows, each with the addresses of the windows beside it")
  func windows() async throws {
    let kitchen = try Kitchen(dishes: 120)
    let keys = try kitchen.keys()
    try await withStudio(kitchen.url) { studio in
      let path = "/rows?entity=Dish&after=\(keys[9])&windows=2"
      let page = try await studio.page(path).replacing("&amp;", with: "&")
      #expect(page.components(separatedBy: "<td class=\"key\">").count == 101)
      for (before, first, last) in [(9, 10, 59), (59, 60, 109)] {
        let address = "/rows?entity=Dish&after=\(keys[before])"
        #expect(
          page.contains(
            """
            <tbody data-address="\(address)" data-first="/rows?entity=Dish" \
            data-previous="/rows?entity=Dish&before=\(keys[first])" \
            data-next="/rows?entity=Dish&after=\(keys[last])" data-last="/rows?entity=Dish&at=end">
            """))
      }
      let next = "rel=\"next\" href=\"/rows?entity=Dish&after=\(keys[59])\""
      #expect(page.contains(next))
      let whole = try await studio.page("/rows?entity=Dish&windows=1000")
      #expect(whole.components(separatedBy: "<tbody ").count == 4)
      #expect(!whole.contains("<td class=\"key\"></td>"))
    }
  }

  @Test("A text of the store is a text in a page, and not a part of it")
  func escaping() async throws {
    try await withStudio(kitchen.url) { studio in
      let key = try kitchen.keys()[1]
      for path in [
        "/rows?entity=Dish", "/row?entity=Dish&key=\(key)", "/sql?sql=SELECT+title+FROM+Dish",
      ] {
        let page = try await studio.page(path)
        #expect(page.contains("&lt;script&gt;alert("), "\(path)")
        #expect(!page.contains("<script>alert("), "\(path)")
      }
      let wrong = try await studio.page("/rows?entity=Dish&filter=\("title == <b>".encoded)")
      #expect(wrong.contains("&lt;") && !wrong.contains("<b>"))
    }
  }

  @Test("A search finds texts by any case and accent")
  func search() async throws {
    try await withStudio(kitchen.url) { studio in
      let page = try await studio.page("/rows?entity=Dish&q=creme")
      let expected = try kitchen.store().rows(of: "Dish").count {
        if case .text("Crème brûlée")? = $0["title"] { true } else { false }
      }
      #expect(expected > 0)
      #expect(page.contains("\(expected) objects"))
      #expect(try await studio.page("/rows?entity=Dish&q=nothing").contains("No object meets"))
    }
  }

  @Test("The page of an object has its values, its relationships, its history and its preset")
  func row() async throws {
    try await withStudio(kitchen.url) { studio in
      let store = try kitchen.store()
      let keys = try kitchen.keys()
      let dish = try await studio.page("/row?entity=Dish&key=\(keys[2])")
      #expect(dish.contains("<h2><bdi>labels</bdi> <small>2 objects of Label</small></h2>"))
      #expect(dish.contains("<td>insert</td>") && dish.contains("<bdi>cook</bdi>"))
      #expect(!dish.contains("<h2>Preset</h2>") && !dish.contains("<h2>Sync</h2>"))

      let label = try #require(store.presets(of: "Label").first { $0.id == "quick" })
      let page = try await studio.page("/row?entity=Label&key=\(label.key)")
      #expect(page.contains("<h1><bdi>fast</bdi></h1>"))
      #expect(page.contains("<dt>Catalog</dt><dd><bdi>basics</bdi>"))
      #expect(page.contains("<dt>Catalog version</dt><dd><bdi>3</bdi>"))
      #expect(page.contains("<dt>State</dt><dd><bdi>edited</bdi>"))
      #expect(page.contains("<dt>Edited fields</dt><dd><bdi>name, 20"))
      #expect(page.contains("<td>update</td>") && page.contains("<td>catalog</td>"))
      // The first window of 40 dishes, and the one after it.
      #expect(page.contains("rel=\"next\" href="))
      let cuisine = try #require(store.rows(of: "Cuisine").first)
      let missing = try await studio.send("/row?entity=Cuisine&key=5")
      #expect(missing.status == 404)
      #expect(try await studio.page("/row?entity=Cuisine&key=\(cuisine.key)").contains("of Dish"))
    }
  }

  @Test("Presets are listed by their state, with those that were deleted")
  func presets() async throws {
    try await withStudio(kitchen.url) { studio in
      let page = try await studio.page("/presets")
      #expect(page.contains("<bdi>basics</bdi></td><td>3</td>"))
      for (state, id) in [("edited", "quick"), ("deleted", "sweet"), ("pristine", "soup")] {
        let page = try await studio.page("/presets?state=\(state)")
        #expect(page.contains("1 preset<") && page.contains("<bdi>\(id)</bdi>"), "\(state)")
      }
    }
  }

  @Test("Backups beside the store, and the state of the sync")
  func state() async throws {
    let backup = try kitchen.container().backUpAutomatically(keeping: .newest(2))
    try await withStudio(kitchen.url) { studio in
      let backups = try await studio.page("/backups")
      #expect(backups.contains(backup.url.lastPathComponent))
      #expect(try await studio.page("/sync").contains("not synced"))
    }
  }

  @Test("In a synced store, the sync of the store and of an object")
  func sync() async throws {
    // The tables of Documentation/FileFormat.md.
    let key = try kitchen.keys()[3]
    let digits = String(UInt64(bitPattern: key), radix: 16)
    let name = "o." + String(repeating: "0", count: 16 - digits.count) + digits
    let file = StoreFile(url: kitchen.url)
    for sql in [
      "INSERT INTO _perennial_metadata VALUES ('sync_account', 'anna')",
      """
      CREATE TABLE _perennial_records (name TEXT PRIMARY KEY, type TEXT, created TEXT, state TEXT, stash TEXT, \
      refusal TEXT, is_sent INTEGER, is_acknowledged INTEGER, is_offered INTEGER, reading INTEGER, parked TEXT, \
      counted TEXT, is_left_out INTEGER, redirect TEXT, redirect_version INTEGER)
      """,
      "CREATE TABLE _perennial_edits (name TEXT PRIMARY KEY, edits TEXT)",
      """
      INSERT INTO _perennial_records (name, state, refusal, is_acknowledged) VALUES \
      ('\(name)', '{}', NULL, 1), ('o.0000000000000001', '{}', 'it is too large', 0)
      """,
      """
      INSERT INTO _perennial_edits VALUES \
      ('\(name)', '{"fields":{"title":"1-2"},"links":{"labels":{}},"orders":{}}')
      """,
    ] { try file.rows(sql) }
    try await withStudio(kitchen.url) { studio in
      let page = try await studio.page("/sync")
      for (name, value) in [
        ("Account", "anna"), ("State", "synced"), ("Records on the hub", "1"),
        ("Objects with unsent changes", "1"), ("Refused by the hub", "1"), ("Missing assets", "0"),
      ] {
        #expect(page.contains("<dt>\(name)</dt><dd><bdi>\(value)</bdi></dd>"), "\(name)")
      }
      let dish = try await studio.page("/row?entity=Dish&key=\(key)")
      #expect(dish.contains("<dt>On the hub</dt><dd><bdi>yes</bdi></dd>"))
      #expect(dish.contains("<dt>Unsent changes</dt><dd><bdi>labels, title</bdi></dd>"))
      let other = try await studio.page("/row?entity=Dish&key=\(kitchen.keys()[4])")
      #expect(other.contains("<dt>On the hub</dt><dd><bdi>not yet</bdi></dd>"))
      #expect(other.contains("<dt>Unsent changes</dt><dd><bdi>none</bdi></dd>"))
    }
  }

  @Test("An entity that does not exist, and a page that does not exist")
  func missing() async throws {
    try await withStudio(kitchen.url) { studio in
      let rows = try await studio.send("/rows?entity=Nothing")
      #expect(rows.status == 404)
      #expect(String(decoding: rows.body, as: UTF8.self).contains("has no entity “Nothing”"))
      #expect(try await studio.send("/nowhere").status == 404)
      #expect(try await studio.send("/rows?entity=Dish&sort=steps").status == 404)
    }
  }
}
