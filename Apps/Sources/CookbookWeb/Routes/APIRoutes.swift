import CookbookModel
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

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
      let id = try await book.writer.add(try await draft(in: request))
      return try JSONBody(try await book.reader.recipe(id))
        .response(status: .created, headers: [.location: "/api/recipes/\(id)"])
    }
    router.put("/api/recipes/:id") { request, context in
      let id = try context.recipeID()
      try await book.writer.update(id, to: try await draft(in: request))
      return try JSONBody(try await book.reader.recipe(id)).response()
    }
    router.delete("/api/recipes/:id") { _, context in
      try await book.writer.delete(try context.recipeID())
      return Response(status: .noContent)
    }
  }

  private func draft(in request: Request) async throws -> RecipeDraft {
    let type = request.headers[.contentType] ?? ""
    guard type.lowercased().hasPrefix("application/json") else {
      throw HTTPError(.unsupportedMediaType, message: "Send application/json.")
    }
    let body = try await request.body.collect(upTo: 512 * 1024)
    return try JSONDecoder().decode(RecipeDraft.self, from: Data(body.readableBytesView))
  }
}

/// A sign of life, with the size of the book.
struct Health: Encodable {
  var status: String
  var recipes: Int
}
