import CookbookModel
import HTTPTypes
import HardenedHTTP
import Hummingbird
import NIOCore
import Synchronization

/// The pages that were shown last, rendered and compressed.
///
/// A page is as new as the store: each request asks the history for commits, which takes a fraction of the time of a
/// page. It also depends on what is not in the store, see ``PageSurroundings``.
final class PageCache: Sendable {
  private struct Entry {
    let revision: Int
    let surroundings: PageSurroundings
    let plain: ByteBuffer
    var compressed: ByteBuffer?
  }

  private struct State {
    var entries: [String: Entry] = [:]
    /// The addresses, those that were rendered first at the beginning.
    var addresses: [String] = []
    var count = 0

    mutating func insert(_ entry: Entry, at address: String) {
      if entries.updateValue(entry, forKey: address) == nil { addresses.append(address) }
      if addresses.count > PageCache.limit { entries[addresses.removeFirst()] = nil }
      count += 1
    }
  }

  /// The number of pages that are kept.
  static let limit = 32

  private let book: RecipeBook
  private let pages: PageRenderer
  private let state = Mutex(State())

  init(_ book: RecipeBook, _ pages: PageRenderer) { (self.book, self.pages) = (book, pages) }

  /// The number of pages that were rendered so far.
  var rendered: Int { state.withLock { $0.count } }

  /// Returns the page of an address. Renders it if the store or the surroundings have changed since the last time.
  ///
  /// - Parameter content: A closure that reads the content of the page.
  func page(
    of request: Request, _ content: () async throws -> some Page
  ) async throws -> Response {
    // Before the page is rendered: it may be newer than this number, and never older.
    let revision = await book.reader.revision()
    let surroundings = PageSurroundings(book)
    let address = request.uri.string
    let isCompressed = request.method != .head && request.acceptsGzip
    if let body = body(
      at: address, revision: revision, in: surroundings, isCompressed: isCompressed)
    {
      return Self.response(body, isCompressed: isCompressed)
    }
    let plain = ByteBuffer(string: try pages.html(try await content()))
    let compressed = isCompressed ? try GzipEncoder().encode(plain, isLast: true) : nil
    let entry = Entry(
      revision: revision, surroundings: surroundings, plain: plain, compressed: compressed)
    state.withLock { $0.insert(entry, at: address) }
    return Self.response(compressed ?? plain, isCompressed: isCompressed)
  }

  private func body(
    at address: String, revision: Int, in surroundings: PageSurroundings, isCompressed: Bool
  ) -> ByteBuffer? {
    state.withLock { state in
      guard let entry = state.entries[address], entry.revision == revision,
        entry.surroundings == surroundings
      else { return nil }
      if !isCompressed { return entry.plain }
      if let compressed = entry.compressed { return compressed }
      let compressed = try? GzipEncoder().encode(entry.plain, isLast: true)
      state.entries[address]?.compressed = compressed
      return compressed
    }
  }

  private static func response(_ body: ByteBuffer, isCompressed: Bool) -> Response {
    var headers: HTTPFields = [
      .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
      .vary: "Accept-Encoding",
    ]
    if isCompressed { headers[.contentEncoding] = "gzip" }
    return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: body))
  }
}

/// The state that all pages show besides the store.
struct PageSurroundings: Equatable, Sendable {
  let banners: Banners
  let badge: SyncBadge?
  let marks: SyncMarks

  init(_ book: RecipeBook) {
    banners = Banners(book.starters.status)
    badge = book.sync.map { SyncBadge($0.status) }
    marks = book.syncMarks
  }
}
