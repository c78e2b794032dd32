import CookbookModel
import HTTPTypes
import Hummingbird
import Logging
import HardenedHTTP

/// The routes that update the presets, restore deleted ones, reset them, and
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
    router.get("/deleted") { request, _ in
      let deleted = try await book.starters.deleted()
      return try pages.page(DeletedPage(deleted, notice: Notice(FormFields(queryOf: request))))
    }
    router.post("/deleted/restore") { _, _ in
      try await book.starters.restoreDeleted()
      return Response.seeOther("/", notice: .allRestored)
    }
    router.post("/deleted/:key/restore") { _, context in
      try await book.starters.restoreDeleted(try context.parameters.require("key"))
      return Response.seeOther("/deleted", notice: .restored)
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
