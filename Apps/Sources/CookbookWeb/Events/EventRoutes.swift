import CookbookModel
import Foundation
import HardenedHTTP
import Hummingbird
import NIOCore

/// The event stream that keeps every open page up to date.
struct EventRoutes: Sendable {
  let book: RecipeBook
  let heartbeat: Duration
  let streams: StreamLimit

  func addRoutes(to router: Router<some ConnectionRequestContext>) {
    router.get("/events") { request, context in
      guard let ticket = streams.ticket(for: context.remoteAddress) else {
        throw HTTPError(.serviceUnavailable, message: "Too many pages are open at the same time.")
      }
      let changes = book.changes.stream()  // from here on no change is missed
      return EventStream(changes, heartbeat: heartbeat, ticket: ticket) { change in
        try change.event
      }.response(to: request)
    }
  }
}

extension BookChange {
  /// The change as a message of an event stream.
  fileprivate var event: ByteBuffer {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys]
      let json = String(decoding: try encoder.encode(self), as: UTF8.self)
      return ByteBuffer(string: "event: change\ndata: \(json)\n\n")
    }
  }
}
