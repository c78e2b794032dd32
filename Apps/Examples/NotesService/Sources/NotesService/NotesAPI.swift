import Foundation
import HTTPTypes
import Hummingbird

extension NoteJSON: ResponseEncodable {}

/// The routes of the service.
struct NotesAPI: Sendable {
  /// A note as clients send it.
  struct Draft: Decodable { let text: String }

  let archive: NoteArchive

  func router() -> Router<BasicRequestContext> {
    let router = Router()
    router.get("notes") { request, _ in
      let limit = request.uri.queryParameters.get("limit", as: Int.self) ?? 50
      let text = request.uri.queryParameters.get("contains")
      return try await archive.notes(containing: text, limit: min(max(limit, 1), 200))
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
