import CookbookModel
import HTTPTypes
import Hummingbird
import HardenedHTTP

/// The JSON interface to the presets.
struct StarterAPIRoutes: Sendable {
  let book: RecipeBook

  func addRoutes(to router: Router<some RequestContext>) {
    router.get("/api/presets") { _, _ in try JSONBody(book.starters.status).response() }
    addUpdating(to: router)
    addRestoring(to: router)
    addResetting(to: router)
  }

  private func addUpdating(to router: Router<some RequestContext>) {
    router.get("/api/update") { _, _ in
      try JSONBody(try await book.starters.preview() ?? StarterReport()).response()
    }
    router.post("/api/update") { _, _ in
      try JSONBody(try await book.starters.update() ?? StarterReport()).response()
    }
  }

  private func addRestoring(to router: Router<some RequestContext>) {
    router.get("/api/deleted") { _, _ in
      try JSONBody(try await book.starters.deleted()).response()
    }
    router.post("/api/deleted/restore") { _, _ in
      try JSONBody(try await book.starters.restoreDeleted()).response()
    }
    router.post("/api/deleted/:key/restore") { _, context in
      let key = try context.parameters.require("key")
      return try JSONBody(try await book.starters.restoreDeleted(key)).response()
    }
    router.get("/api/recipes/:id/preset") { _, context in
      let id = try context.recipeID()
      guard let preset = try await book.starters.preset(of: id) else {
        throw BookError.notPreset(id)
      }
      return try JSONBody(preset).response()
    }
    router.post("/api/recipes/:id/restore") { request, context in
      let field = try RecipeField(restoring: FormFields(queryOf: request))
      let reset = try await book.starters.restore(try context.recipeID(), field)
      return try JSONBody(reset.report).response()
    }
  }

  private func addResetting(to router: Router<some RequestContext>) {
    router.get("/api/reset") { request, _ in
      let isWhole = try Self.deletesOwn(request)
      return try JSONBody(try await book.starters.previewReset(deletingOwn: isWhole)).response()
    }
    router.post("/api/reset") { request, _ in
      let isWhole = try Self.deletesOwn(request)
      return try JSONBody(try await book.starters.reset(deletingOwn: isWhole).report).response()
    }
    router.post("/api/undo") { _, _ in
      try await book.starters.undo()
      return Response(status: .noContent)
    }
  }

  /// Returns `true` if the cook's own recipes are deleted too: `?own=delete`. By default they stay.
  private static func deletesOwn(_ request: Request) throws -> Bool {
    switch FormFields(queryOf: request)["own"] {
    case "", "keep": false
    case "delete": true
    default: throw HTTPError(.badRequest, message: "“own” must be keep or delete.")
    }
  }
}
