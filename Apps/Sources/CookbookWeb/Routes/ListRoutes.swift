import CookbookModel
import Hummingbird
import HardenedHTTP

/// The list and its query, the journal, and the way to a recipe picked by chance.
struct ListRoutes: Sendable {
  let book: RecipeBook
  let pages: PageRenderer
  let cache: PageCache

  func addRoutes(to router: Router<some RequestContext>) {
    router.get("/") { request, _ in
      let fields = FormFields(queryOf: request)
      let query = RecipeQuery(fields)
      return try await cache.page(of: request) {
        ListPage(
          try await book.reader.page(matching: query),
          query: query,
          tags: try await book.reader.tags(),
          counts: try await book.reader.counts(),
          marks: book.syncMarks,
          notice: Notice(fields)
        )
      }
    }
    router.get("/query") { request, _ in
      let query = RecipeQuery(FormFields(queryOf: request))
      return try pages.page(QueryPage(try await book.reader.explanation(of: query), of: query))
    }
    router.get("/journal") { request, _ in
      let query = JournalQuery(FormFields(queryOf: request))
      return try await cache.page(of: request) {
        let batch = try await book.reader.journal(
          from: query.start, through: query.end, limit: query.limit)
        return JournalPage(batch, of: query)
      }
    }
    router.get("/surprise") { _, _ in
      guard let id = try await book.reader.surprise() else { return Response.seeOther("/") }
      return Response.seeOther("/recipes/\(id)")
    }
  }
}

extension Response {
  /// Sends the browser to another page with a GET, so that reloading repeats no form.
  static func seeOther(_ path: String, notice: Notice? = nil) -> Response {
    redirect(to: notice.map { "\(path)?notice=\($0.rawValue)" } ?? path, type: .normal)
  }
}
