import CookbookModel
import HardenedHTTP
import HTTPTypes
import Hummingbird
import ServiceLifecycle

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
      let headers: HTTPFields = [
        .contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store",
      ]
      let body = ResponseBody { writer in
        try await send(changes, of: request, to: &writer)
        withExtendedLifetime(ticket) {}
      }
      return Response(status: .ok, headers: headers, body: body)
    }
  }

  /// Sends until the client leaves, the server shuts down or the book is closed.
  private func send(
    _ changes: AsyncStream<BookChange>,
    of request: Request,
    to writer: inout any ResponseBodyWriter
  ) async throws {
    let (events, source) = AsyncStream.makeStream(
      of: ServerSentEvent.self,
      bufferingPolicy: .bufferingNewest(64)
    )
    source.yield(.welcome)
    try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      group.addTask {
        for await change in changes { source.yield(.change(change)) }
        source.finish()
      }
      group.addTask {
        while true {
          try await Task.sleep(for: heartbeat)
          source.yield(.heartbeat)
        }
      }
      group.addTask {
        try await request.body.consumeWithInboundCloseHandler { _ in
          try await gracefulShutdown()
        } onInboundClosed: {
          source.finish()
        }
        source.finish()
      }
      for await event in events {
        try await writer.write(event.encoded())
      }
      try await writer.finish(nil)
    }
  }
}
