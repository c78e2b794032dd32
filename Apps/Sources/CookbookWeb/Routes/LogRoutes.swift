import CookbookModel
import Hummingbird
import HardenedHTTP

/// The cooking log of a recipe.
struct LogRoutes: Sendable {
  let book: RecipeBook
  let pages: PageRenderer

  func addRoutes(to router: Router<some RequestContext>) {
    router.post("/recipes/:id/log") { request, context in
      let id = try context.recipeID()
      let form = LogForm(try await FormFields(bodyOf: request))
      let (draft, issues) = form.draft()
      guard issues.isEmpty else {
        let recipe = try await book.reader.recipe(id)
        let page = RecipePageContent(
          recipe, comparedWith: try await book.preset(ofEdited: recipe), marks: book.syncMarks,
          notice: nil, logForm: form, logIssues: issues)
        return try pages.page(page, status: .unprocessableContent)
      }
      try await book.writer.addLogEntry(draft, to: id)
      return Response.seeOther("/recipes/\(id)", notice: .cooked)
    }
    router.post("/recipes/:id/log/:entry/delete") { _, context in
      let id = try context.recipeID()
      try await book.writer.deleteLogEntry(try context.identity("entry"), of: id)
      return Response.seeOther("/recipes/\(id)", notice: .uncooked)
    }
  }
}
