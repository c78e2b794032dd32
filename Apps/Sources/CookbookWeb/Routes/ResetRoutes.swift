import CookbookModel
import HTTPTypes
import Hummingbird
import Logging

/// The way back to the starter recipes.
struct ResetRoutes: Sendable {
  let book: RecipeBook
  let seeds: RecipeSeeds
  let pages: PageRenderer

  func addRoutes(to router: Router<some RequestContext>) {
    router.get("/reset") { _, _ in try pages.page(confirmation()) }
    router.post("/reset") { _, context in
      do {
        try await book.writer.reset(to: seeds)
      } catch {
        context.logger.error("Reset failed: \(error)")
        let failure = "The book was not reset, and nothing in it has changed: \(error)"
        return try pages.page(confirmation(failure: failure), status: .internalServerError)
      }
      return Response.seeOther("/", notice: .reset)
    }
  }

  private func confirmation(failure: String? = nil) -> ConfirmPage {
    ConfirmPage(
      frame: PageFrame(title: "Start over"),
      heading: "Start over?",
      explanation: """
        Your own recipes, your edits, favourites and the whole cooking log go, and the \
        \(seeds.recipes.count) recipes the book began with come back. This cannot be undone.
        """,
      action: "/reset",
      submit: "Erase and start over",
      cancel: "/",
      failure: failure
    )
  }
}
