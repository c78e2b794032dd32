import CookbookModel
import Foundation
import HTTPTypes
import Hummingbird
import HardenedHTTP

/// The JSON interface.
struct APIRoutes: Sendable {
  let book: RecipeBook

  func addRoutes(to router: Router<some RequestContext>) {
    router.get("/health") { _, _ in
      let recipes = try await book.reader.counts().recipes
      return try JSONBody(Health(status: "ok", recipes: recipes)).response()
    }
    router.get("/api") { _, _ in try JSONBody(APIDescription()).response() }
    addReading(to: router)
    addWriting(to: router)
  }

  private func addReading(to router: Router<some RequestContext>) {
    router.get("/api/recipes") { request, _ in
      let query = try RecipeQuery(checking: FormFields(queryOf: request))
      return try JSONBody(try await book.reader.page(matching: query)).response()
    }
    router.get("/api/recipes/:id") { _, context in
      try JSONBody(try await book.reader.recipe(try context.recipeID())).response()
    }
    router.get("/api/tags") { _, _ in
      try JSONBody(try await book.reader.tags()).response()
    }
  }

  private func addWriting(to router: Router<some RequestContext>) {
    router.post("/api/recipes") { request, _ in
      let id = try await book.writer.add(try await request.decoded(as: RecipeDraft.self))
      return try JSONBody(try await book.reader.recipe(id))
        .response(status: .created, headers: [.location: "/api/recipes/\(id)"])
    }
    router.put("/api/recipes/:id") { request, context in
      let id = try context.recipeID()
      try await book.writer.update(id, to: try await request.decoded(as: RecipeDraft.self))
      return try JSONBody(try await book.reader.recipe(id)).response()
    }
    router.delete("/api/recipes/:id") { _, context in
      try await book.writer.delete(try context.recipeID())
      return Response(status: .noContent)
    }
  }
}

/// A sign of life, with the size of the book.
struct Health: Encodable {
  var status: String
  var recipes: Int
}
