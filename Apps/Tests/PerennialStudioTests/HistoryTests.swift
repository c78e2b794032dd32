import Foundation
import PerennialInspection
import StoreFiles
import SwiftData
import Testing
import WebTesting

@Suite("The history in a studio", .timeLimit(.minutes(1)))
struct HistoryTests {
  let shop: RecordShop
  /// The numbers of the transactions: the insertion of all, two edits of a review, one of an album, and the deletion
  /// of the review.
  let numbers: [Int64]

  init() throws {
    shop = try RecordShop(songs: 3)
    let context = ModelContext(try shop.container())
    context.author = "<critic>"
    let review = try #require(try context.fetch(FetchDescriptor<Review>()).first)
    for text in ["Soft", "Quiet"] {
      review.text = text
      try context.save()
    }
    let albums = FetchDescriptor<Album>(predicate: #Predicate { $0.title == "First" })
    try #require(try context.fetch(albums).first).title = "Prime & more"
    try context.save()
    context.delete(review)
    try context.save()
    numbers = try #require(try shop.store().transactions(limit: 10)).map(\.number).reversed()
  }

  /// Returns the cells of a table's row that has a text, without their elements.
  private func row(_ text: String, _ page: String) throws -> [String] {
    let line = try #require(page.split(separator: "\n").first { $0.contains("<bdi>\(text)</bdi>") })
    return line.matches(of: /<td[^>]*>(.*?)<\/td>/).map {
      String($0.output.1.replacing(/<[^>]*>/, with: ""))
    }
  }

  private func page(_ studio: RunningStudio, _ place: Int) async throws -> String {
    try await studio.page("/transaction?number=\(numbers[place])")
  }

  @Test(
    "41.34e: The transactions are listed from the last one, with their changes, author and cause")
  func list() async throws {
    #expect(numbers.count == 5)
    try await withStudio(shop.url) { studio in
      let page = try await studio.page("/history")
      let links = page.matches(of: /<a href="\/transaction\?number=(\d+)">/)
        .compactMap { Int64($0.output.1) }
      #expect(links == numbers.reversed())
      #expect(page.contains("delete Review (1 object)"))
      #expect(page.contains("update Review: text (1 object)"))
      #expect(page.contains("insert Band (2 objects)"))
      #expect(page.contains("<bdi>&lt;critic&gt;</bdi>") && !page.contains("<critic>"))
      #expect(page.contains("<bdi>user</bdi>"))
      let older = try await studio.page("/history?before=\(numbers[1])")
      #expect(older.contains("insert Band") && !older.contains("update Review"))
      #expect(older.contains("<a href=\"/history\">Latest</a>"))
      #expect(page.contains("<a href=\"/history\" aria-current=\"page\">History</a>"))
    }
  }

  @Test("41.34e: The value after an edit is the present one, and the one before is not stored")
  func edit() async throws {
    try await withStudio(shop.url) { studio in
      let page = try await page(studio, 3)
      #expect(page.contains("<h2><bdi>update Album</bdi> <small>1 object</small></h2>"))
      #expect(
        try row("title", page)
          == ["Prime &amp; more", "title", "not stored", "Prime &amp; more"])
      let key = try shop.key("Album", "title", "Prime & more")
      #expect(page.contains("href=\"/row?entity=Album&amp;key=\(key)\""))
    }
  }

  @Test("41.34e: A value that was changed again is not stored, and the page names the transaction")
  func changedAgain() async throws {
    try await withStudio(shop.url) { studio in
      let page = try await page(studio, 1)
      let cells = try row("text", page)
      #expect(cells[1...] == ["text", "not stored", "not stored: changed again by \(numbers[2])"])
      #expect(page.contains("<a href=\"/transaction?number=\(numbers[2])\">"))
    }
  }

  @Test("41.34e: Values that a deletion preserves are those before it, and after the last edit")
  func deletion() async throws {
    try await withStudio(shop.url) { studio in
      let page = try await page(studio, 4)
      #expect(page.contains("<bdi>delete Review</bdi>"))
      #expect(try row("text", page)[1...] == ["text", "Quiet", "no object"])
      #expect(try row("stars", page)[1...] == ["stars", "nil", "no object"])
      #expect(!page.contains("<bdi>album</bdi>"))
      let edit = try await self.page(studio, 2)
      #expect(try row("text", edit)[1...] == ["text", "not stored", "Quiet"])
    }
  }

  @Test(
    "41.34e: An insertion has the values that were not changed since, and a deletion may have none")
  func insertion() async throws {
    let container = try shop.container()
    let context = ModelContext(container)
    let songs = FetchDescriptor<Song>(predicate: #Predicate { $0.title == "Song 1" })
    context.delete(try #require(try context.fetch(songs).first))
    try context.save()
    let last = try #require(try shop.store().transactions(limit: 1)?.first).number
    try await withStudio(shop.url) { studio in
      let page = try await page(studio, 0)
      #expect(page.contains("<td><bdi>name</bdi></td><td class=\"nil\"><bdi>no object</bdi></td>"))
      #expect(page.contains("<td class=\"text\"><bdi>The &lt;Bugs&gt;</bdi></td>"))
      #expect(page.contains("not stored: changed again by \(numbers[3])"))
      #expect(page.contains("not stored: changed again by \(last)"))
      #expect(!page.contains("Song 1<") && page.contains("Song 2<"))
      let deletion = try await studio.page("/transaction?number=\(last)")
      #expect(deletion.contains("<bdi>delete Song</bdi>"))
      #expect(deletion.contains("<bdi>not stored</bdi></td><td class=\"nil\"><bdi>no object</bdi>"))
    }
  }

  @Test("41.34e: Links name both objects, and changes of the whole store leave no earlier value")
  func others() async throws {
    let context = ModelContext(try shop.container())
    let signed = FetchDescriptor<Band>(predicate: #Predicate { $0.name == "Signed" })
    let genre = try #require(
      try context.fetch(FetchDescriptor<Genre>(sortBy: [SortDescriptor(\.name)])).first)
    try #require(try context.fetch(signed).first).genres = [genre]
    try context.save()
    let last = try #require(try shop.store().transactions(limit: 1)?.first).number
    let file = StoreFile(url: shop.url)
    func insert(_ number: Int64, _ changes: String) throws {
      try file.rows(
        """
        INSERT INTO _perennial_history SELECT \(number), time, author, bundle, process, origin, stamp + \(number), \
        device, cause, '\(changes)' FROM _perennial_history WHERE id = \(last)
        """)
    }
    try insert(last + 1, #"[{"kind": "erase"}]"#)
    try insert(last + 2, "damage <i>")
    try await withStudio(shop.url) { studio in
      let links = try await studio.page("/transaction?number=\(last)")
      #expect(links.contains("<bdi>link Band.genres</bdi> <small>1 link</small>"))
      #expect(links.contains(/<bdi>Signed<\/bdi><\/a> → <a href="[^"]*"><bdi>Pop<\/bdi>/))
      let edit = try await page(studio, 3)
      #expect(try row("title", edit).last == "not stored: changed again by \(last + 1)")
      let erasure = try await studio.page("/transaction?number=\(last + 1)")
      #expect(erasure.contains("<h2><bdi>erasure of the store</bdi></h2>"))
      let damaged = try await studio.page("/transaction?number=\(last + 2)")
      #expect(damaged.contains("cannot be read") && !damaged.contains("<i>"))
      let list = try await studio.page("/history")
      #expect(list.contains("The changes cannot be read.") && list.contains("delete Review"))
      #expect(try await studio.send("/transaction?number=\(last + 3)").status == 404)
      #expect(try await studio.send("/transaction").status == 404)
    }
  }

  @Test("41.34e: An object's page leads to its transactions, and a store without a history says so")
  func without() async throws {
    let key = try shop.key("Album", "title", "Prime & more")
    try await withStudio(shop.url) { studio in
      let row = try await studio.page("/row?entity=Album&key=\(key)")
      #expect(row.contains("<a href=\"/transaction?number=\(numbers[3])\">\(numbers[3])</a>"))
      try StoreFile(url: shop.url).rows("DROP TABLE _perennial_history")
      #expect(try await studio.page("/history").contains("The store keeps no history."))
      #expect(try await studio.send("/transaction?number=1").status == 404)
    }
  }
}
