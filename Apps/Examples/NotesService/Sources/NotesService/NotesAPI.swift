import Foundation
import HTTPTypes
import Hummingbird

extension NoteJSON: ResponseEncodable {}

struct NotesAPI: Sendable {
  struct Draft: Decodable { let text: String }

  let archive: NoteArchive

  func router() -> Router<BasicRequestContext> {
    let router = Router()
    router.get("notes") { request, _ in
      let query = request.uri.queryParameters
      let limit = min(max(query.get("limit", as: Int.self) ?? 50, 1), 200)
      return try await archive.notes(containing: query.get("contains"), limit: limit)
    }
    router.post("notes") { request, context in
      let draft = try await request.decode(as: Draft.self, context: context)
      if draft.text.isEmpty { throw HTTPError(.badRequest, message: "The note has no text.") }
      return EditedResponse(status: .created, response: try await archive.add(draft.text))
    }
    router.delete("notes/:id") { _, context in
      let id = try context.parameters.require("id", as: UUID.self)
      guard try await archive.remove(id) else { throw HTTPError(.notFound) }
      return HTTPResponse.Status.noContent
    }
    return router
  }
}
