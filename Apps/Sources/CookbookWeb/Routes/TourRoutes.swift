import CookbookModel
import HardenedHTTP
import Hummingbird

/// The tour, and the files that it names.
struct TourRoutes: Sendable {
  let book: RecipeBook
  let pages: PageRenderer
  /// The folder with the files; nil if the program is not in the project.
  let folder: ProjectFolder?

  func addRoutes(to router: Router<some RequestContext>) {
    router.get("/tour") { _, _ in
      try pages.page(TourPage(hasHub: book.sync != nil, hasFiles: folder != nil))
    }
    router.get("/tour/file") { request, _ in
      let path = FormFields(queryOf: request)["path"]
      // Only files of the tour are read: a path cannot lead out of the project.
      let stops = TourStop.all.filter { ($0.sources + $0.articles).contains(path) }
      guard !stops.isEmpty else {
        throw HTTPError(.notFound, message: "The tour has no file “\(path.isolated)”.")
      }
      guard let text = folder?.text(at: path) else {
        throw HTTPError(
          .notFound, message: "The file “\(path)” is not here. It is a part of the project.")
      }
      return try pages.page(FilePage(text, at: path, of: stops))
    }
  }
}
