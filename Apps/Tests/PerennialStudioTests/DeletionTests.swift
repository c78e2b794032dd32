import Foundation
import PerennialInspection
import StoreFiles
import Testing
import WebTesting

@Suite("Deletion in a studio", .timeLimit(.minutes(1)))
struct DeletionTests {
  let shop: RecordShop

  init() throws { shop = try RecordShop() }

  private func address(_ entity: String, _ key: Int64) -> String {
    "/deletion?entity=\(entity)&key=\(key)"
  }

  @Test(
    "41.34g: The page of an object leads to the question by a button that looks like a deletion")
  func button() async throws {
    let key = try shop.key("Band", "name", "The <Bugs>")
    try await withStudio(shop.url, isEditing: true) { studio in
      let page = try await studio.page("/row?entity=Band&key=\(key)")
      let link =
        "<a class=\"button danger\" href=\"/deletion?entity=Band&amp;key=\(key)\">Delete…</a>"
      #expect(page.contains(link))
      #expect(!page.contains("action=\"/delete\""))
      let style = try await studio.page("/assets/studio.css")
      #expect(style.contains(".button.danger { border-color: var(--bad); background: var(--bad)"))
    }
  }

  @Test("41.34g: The question names what is deleted too, what loses a reference, and the links")
  func question() async throws {
    let key = try shop.key("Band", "name", "The <Bugs>")
    let before = try shop.counts()
    let query = "SELECT count(*) FROM _perennial_history"
    let entries = try StoreFile(url: shop.url).rows(query)
    try await withStudio(shop.url, isEditing: true) { studio in
      let page = try await studio.page(address("Band", key))
      #expect(page.contains("<h1>Delete “<bdi>The &lt;Bugs&gt;</bdi>”?</h1>"))
      for text in [
        "<h3><bdi>Album: 2 objects</bdi></h3>", "<bdi>First</bdi>", "<bdi>Second</bdi>",
        "<h3><bdi>Song: 25 objects</bdi></h3>", "<li>and 5 more</li>",
        "<h2>Kept, without their reference to what is deleted</h2>",
        "<h3><bdi>Review: 1 object</bdi></h3>", "Many-to-many relationships: 2 links deleted.",
        "<button class=\"button danger\" type=\"submit\">Delete 28 objects</button>",
      ] { #expect(page.contains(text), "\(text)") }
      #expect(!page.contains("Contract:") && !page.contains("Genre:"))
      // The question changes nothing.
      #expect(try shop.counts() == before)
      #expect(try StoreFile(url: shop.url).rows(query) == entries)
    }
  }

  @Test("41.34g: The deletion deletes what the question has named, and can be undone")
  func deletion() async throws {
    let key = try shop.key("Band", "name", "The <Bugs>")
    let before = try shop.counts()
    try await withStudio(shop.url, isEditing: true) { studio in
      let response = try await studio.post("/delete", ["entity": "Band", "key": "\(key)"])
      #expect(response.status == 303)
      let after = try shop.counts()
      #expect(after == before.merging(["Band": 1, "Album": 0, "Song": 0]) { $1 })
      let page = try await studio.page("/")
      let number = try #require(page.firstMatch(of: /action="\/undo"><input[^>]*value="(\d+)"/))
      #expect(try await studio.post("/undo", ["number": String(number.output.1)]).status == 303)
      #expect(try shop.counts() == before)
    }
  }

  @Test("41.34g: An object without others is deleted alone, and the question says so")
  func alone() async throws {
    let key = try shop.key("Genre", "name", "Pop")
    try await withStudio(shop.url, isEditing: true) { studio in
      let page = try await studio.page(address("Genre", key))
      #expect(page.contains("No other object is deleted with it."))
      #expect(page.contains("Many-to-many relationships: 1 link deleted."))
      #expect(page.contains("type=\"submit\">Delete</button>"))
    }
  }

  @Test("41.34g: A deletion that a delete rule forbids has a reason instead of a button")
  func forbidden() async throws {
    let key = try shop.key("Band", "name", "Signed")
    try await withStudio(shop.url, isEditing: true) { studio in
      let page = try await studio.page(address("Band", key))
      #expect(page.contains("It cannot be deleted: <bdi>"))
      #expect(!page.contains("action=\"/delete\""))
      #expect(try await studio.send(address("Band", 5)).status == 404)
      #expect(try await studio.send("/deletion?entity=Band").status == 404)
    }
  }

  @Test("41.34g: A studio that only reads has no question")
  func readOnly() async throws {
    let key = try shop.key("Band", "name", "Signed")
    try await withStudio(shop.url) { studio in
      #expect(try await studio.send(address("Band", key)).status == 404)
      let page = try await studio.page("/row?entity=Band&key=\(key)")
      #expect(!page.contains("/deletion"))
    }
  }
}
