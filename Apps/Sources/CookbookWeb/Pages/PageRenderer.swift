import CookbookModel
import Foundation
import HTTPTypes
import Hummingbird
import Mustache

/// Turns the content of a page into HTML by one of the templates.
struct PageRenderer: Sendable {
  private let library: MustacheLibrary
  private let starters: StarterRecipes
  private let sync: BookSync?

  /// Reads and checks all templates.
  ///
  /// - Parameter book: The book with the offers and the sync that all pages show.
  init(_ book: RecipeBook) throws {
    starters = book.starters
    sync = book.sync
    guard let folder = Bundle.module.url(forResource: "Templates", withExtension: nil) else {
      throw ServerError.missingResource("Templates")
    }
    var library = MustacheLibrary()
    let files = try FileManager.default.contentsOfDirectory(
      at: folder,
      includingPropertiesForKeys: nil
    )
    for file in files where file.pathExtension == "mustache" {
      let name = file.deletingPathExtension().lastPathComponent
      try library.register(String(contentsOf: file, encoding: .utf8), named: name)
    }
    self.library = library
  }

  /// The page as a response.
  func page(
    _ content: some Page,
    status: HTTPResponse.Status = .ok
  ) throws -> Response {
    Response(
      status: status,
      headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: try html(content)))
    )
  }

  /// The page as HTML.
  func html(_ content: some Page) throws -> String {
    var content = content
    content.frame.banners = Banners(starters.status)
    content.frame.sync = sync.map { SyncBadge($0.status) }
    if !content.frame.isOfferShown { content.frame.banners.offer = nil }
    let template = type(of: content).template
    content.frame.menu = MenuLink.all(onPagesOf: template)
    content.frame.tour = TourStop.address(ofTemplate: template) ?? "/tour"
    guard let html = library.render(content, withTemplate: template) else {
      throw ServerError.missingResource("\(template).mustache")
    }
    return html
  }
}

/// The content of a page; templates read its stored properties.
protocol Page {
  /// The name of the template that shows it.
  static var template: String { get }

  /// The parts that the page shares with all others.
  var frame: PageFrame { get set }
}

/// The surroundings of every page's content.
struct PageFrame {
  var title: String
  var isBook = false
  var isJournal = false
  var isAdding = false
  /// A Boolean value that indicates whether the page may offer a newer version of the recipes. It is
  /// `false` on the page about that version.
  var isOfferShown = true
  var banners = Banners()
  /// The state of the sync; nil for a book without a hub.
  var sync: SyncBadge?
  var menu: [MenuLink] = []
  /// The address of the page in the tour, or of the tour.
  var tour = "/tour"
  /// A line that confirms what was just done.
  var notice: String?

  init(title: String, notice: Notice? = nil) {
    self.title = title
    self.notice = notice?.text
  }
}
