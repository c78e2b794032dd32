import CookbookModel
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import CookbookWeb

/// Pages that were rendered before. They are never older than the store.
@Suite("Page cache", .timeLimit(.minutes(1)))
struct PageCacheTests {
  let book: RecipeBook
  let cache: PageCache

  init() throws {
    book = try RecipeBook(at: .memory, recipes: .bundled())
    cache = PageCache(book, try PageRenderer(book))
  }

  private func text(
    _ path: String = "/", accepting encoding: String? = nil
  ) async throws -> (text: Data, headers: HTTPFields) {
    var head = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: path)
    head.headerFields[.acceptEncoding] = encoding
    let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
    let query = RecipeQuery(text: path == "/" ? "" : "Hummus")
    let response = try await cache.page(of: request) {
      ListPage(
        try await book.reader.page(matching: query), query: query,
        tags: try await book.reader.tags(), counts: try await book.reader.counts(), notice: nil)
    }
    let body = BodyCollector()
    try await response.body.write(body)
    return (Data(body.bytes.readableBytesView), response.headers)
  }

  @Test("A page is rendered once while nothing changes")
  func once() async throws {
    let first = try await text().text
    for _ in 0..<5 { #expect(try await text().text == first) }
    #expect(cache.rendered == 1)
    #expect(try await text("/?q=Hummus").text != first)
    #expect(cache.rendered == 2)
  }

  @Test("Each change is in the next page")
  func changes() async throws {
    let id = try await book.recipe("Hummus").recipe.id
    for number in 0..<20 {
      var draft = try await book.recipe(number == 0 ? "Hummus" : "Dip \(number - 1).").draft
      draft.title = "Dip \(number)."
      try await book.writer.update(id, to: draft)
      let page = String(decoding: try await text().text, as: UTF8.self)
      #expect(page.contains("Dip \(number)."))
      _ = try await text()
    }
    #expect(cache.rendered == 20)
  }

  @Test("A change by another program is in the next page")
  func otherProgram() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "Cookbook-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let location = BookLocation.file(folder.appending(path: "Book.store"))
    try await withServer(at: location) { client, _ in
      let other = try RecipeBook(at: location, recipes: .bundled())
      let id = try await other.recipe("Hummus").recipe.id
      for number in 0..<10 {
        #expect(!(try await client.get("/").text.contains("Dip \(number).")))
        var draft = try await other.reader.recipe(id).draft
        draft.title = "Dip \(number)."
        try await other.writer.update(id, to: draft)
        #expect(try await client.get("/").text.contains("Dip \(number)."))
      }
    }
  }

  @Test("A compressed page is the plain one, and says what it depends on")
  func compressed() async throws {
    let plain = try await text()
    let compressed = try await text(accepting: "gzip")
    #expect(plain.headers[.contentEncoding] == nil)
    #expect(compressed.headers[.contentEncoding] == "gzip")
    #expect(plain.headers[.vary] == "Accept-Encoding")
    #expect(compressed.headers[.vary] == "Accept-Encoding")
    #expect(compressed.text.prefix(2) == Data([0x1F, 0x8B]))
    #expect(compressed.text.count < plain.text.count / 4)
    #expect(try await text(accepting: "gzip").text == compressed.text)
    #expect(cache.rendered == 1)
  }

  @Test("A reset changes the banners of pages, also its dismissal, which is not in the store")
  func banners() async throws {
    let id = try await book.recipe("Hummus").recipe.id
    var draft = try await book.recipe("Hummus").draft
    draft.title = "Dip"
    try await book.writer.update(id, to: draft)
    let before = try await text().text
    try await book.starters.restore(id)
    let banner = String(decoding: try await text().text, as: UTF8.self)
    #expect(banner.contains("id=\"undo\""))
    await book.starters.forgetUndo()
    #expect(!String(decoding: try await text().text, as: UTF8.self).contains("id=\"undo\""))
    #expect(try await text().text != before)
  }

  @Test("The number of pages is bounded")
  func bound() async throws {
    for number in 0..<(PageCache.limit * 2) { _ = try await text("/?q=\(number)") }
    #expect(cache.rendered == PageCache.limit * 2)
    _ = try await text("/?q=\(PageCache.limit * 2 - 1)")
    #expect(cache.rendered == PageCache.limit * 2)
    _ = try await text("/?q=0")
    #expect(cache.rendered == PageCache.limit * 2 + 1)
  }
}

private final class BodyCollector: ResponseBodyWriter {
  private(set) var bytes = ByteBuffer()

  func write(_ buffer: ByteBuffer) async throws { bytes.writeImmutableBuffer(buffer) }

  func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
