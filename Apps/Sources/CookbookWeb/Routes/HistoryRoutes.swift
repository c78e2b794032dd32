import CookbookModel
import HardenedHTTP
import Hummingbird

/// The charts and the history of the book, and the buttons that undo a change or make it again.
struct HistoryRoutes: Sendable {
  let book: RecipeBook
  let pages: PageRenderer

  func addRoutes(to router: Router<some RequestContext>) {
    router.get("/statistics") { _, _ in
      try pages.page(StatisticsPage(try await book.reader.statistics()))
    }
    router.get("/history") { request, _ in
      let fields = FormFields(queryOf: request)
      let before = Int64(fields["before"])
      let saves = try await book.reader.history(before: before, limit: HistoryPage.size + 1)
      return try pages.page(
        HistoryPage(
          saves, isNewest: before == nil, steps: await book.writer.steps(), notice: Notice(fields)))
    }
    router.post("/history/undo") { _, _ in
      let isDone = try await book.writer.undo()
      return Response.seeOther("/history", notice: isDone ? .changeUndone : .nothingToUndo)
    }
    router.post("/history/redo") { _, _ in
      let isDone = try await book.writer.redo()
      return Response.seeOther("/history", notice: isDone ? .changeRedone : .nothingToUndo)
    }
  }
}
