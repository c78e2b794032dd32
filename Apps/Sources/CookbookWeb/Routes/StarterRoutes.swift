import CookbookModel
import HTTPTypes
import Hummingbird
import Logging
import HardenedHTTP

/// The routes that update the recipes that came with the book, restore removed ones, reset them, and
/// undo a reset.
struct StarterRoutes: Sendable {
  let book: RecipeBook
  let pages: PageRenderer

  func addRoutes(to router: Router<some RequestContext>) {
    addUpdating(to: router)
    addRestoring(to: router)
    addResetting(to: router)
    addUndoing(to: router)
  }

  private func addUpdating(to router: Router<some RequestContext>) {
    router.get("/update") { _, _ in
      try pages.page(
        UpdatePage(try await book.starters.preview(), book.starters.status))
    }
    router.post("/update") { _, _ in
      let report = try await book.starters.update()
      return Response.seeOther("/", notice: report == nil ? nil : .updated)
    }
  }

  private func addRestoring(to router: Router<some RequestContext>) {
    router.get("/removed") { request, _ in
      let removed = try await book.starters.removed()
      return try pages.page(RemovedPage(removed, notice: Notice(FormFields(queryOf: request))))
    }
    router.post("/removed/restore") { _, _ in
      try await book.starters.bringBack()
      return Response.seeOther("/", notice: .broughtBack)
    }
    router.post("/removed/:key/restore") { _, context in
      try await book.starters.bringBack(try context.parameters.require("key"))
      return Response.seeOther("/removed", notice: .broughtBack)
    }
    router.post("/recipes/:id/restore") { request, context in
      let id = try context.recipeID()
      try await book.starters.restore(id, try RecipeField(restoring: FormFields(bodyOf: request)))
      // The banner about the undo says what was restored.
      return Response.seeOther("/recipes/\(id)")
    }
  }

  private func addResetting(to router: Router<some RequestContext>) {
    router.get("/reset") { request, _ in
      try pages.page(try await resetPage(notice: Notice(FormFields(queryOf: request))))
    }
    router.post("/reset") { request, context in
      let isWhole = try await FormFields(bodyOf: request)["own"] == "delete"
      do {
        if try await book.starters.previewReset(deletingOwn: isWhole).isEmpty {
          return Response.seeOther("/reset", notice: .nothingToReset)
        }
        try await book.starters.reset(deletingOwn: isWhole)
      } catch {
        context.logger.error("Reset failed: \(error)")
        let failure = "The book was not reset, and nothing in it has changed: \(error)"
        let page = try await resetPage(failure: failure, deletingOwn: isWhole)
        return try pages.page(page, status: .internalServerError)
      }
      // The banner about the undo says what was reset.
      return Response.seeOther("/")
    }
  }

  private func addUndoing(to router: Router<some RequestContext>) {
    router.post("/undo") { _, _ in
      try await book.starters.undo()
      return Response.seeOther("/", notice: .undone)
    }
    router.post("/undo/dismiss") { _, _ in
      await book.starters.forgetUndo()
      return Response.seeOther("/")
    }
  }

  private func resetPage(
    notice: Notice? = nil, failure: String? = nil, deletingOwn: Bool = false
  ) async throws -> ResetPage {
    ResetPage(
      keeping: try await book.starters.previewReset(deletingOwn: false),
      deleting: try await book.starters.previewReset(deletingOwn: true),
      deletingOwn: deletingOwn,
      notice: notice,
      failure: failure
    )
  }
}

extension RecipeField {
  /// The part of a recipe that a form wants restored; nil for all of it.
  init?(restoring fields: FormFields) throws {
    let name = fields["field"]
    if name.isEmpty { return nil }
    guard let field = RecipeField(rawValue: name), field.isRestoredAlone else {
      throw HTTPError(
        .badRequest,
        message: "“\(name.isolated)” is not a part of a recipe that can be restored alone.")
    }
    self = field
  }

  /// A Boolean value that indicates whether the part can be restored without the rest of the recipe.
  var isRestoredAlone: Bool {
    switch self {
    case .title, .summary, .cuisine, .servings, .minutes, .difficulty, .ingredients, .instructions:
      true
    case .tags, .rating, .date, .note: false
    }
  }

  /// The name shown to people.
  var label: String {
    switch self {
    case .title: "Title"
    case .summary: "Description"
    case .cuisine: "Cuisine"
    case .servings: "Servings"
    case .minutes: "Time"
    case .difficulty: "Level"
    case .ingredients: "Ingredients"
    case .instructions: "Method"
    case .tags: "Tags"
    case .rating: "Rating"
    case .date: "Day"
    case .note: "Note"
    }
  }
}
