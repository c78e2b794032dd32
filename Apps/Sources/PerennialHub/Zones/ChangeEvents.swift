import HTTPTypes
import HardenedHTTP
import Hummingbird
import NIOCore
import PerennialRecords
import ServiceLifecycle

/// A stream of server-sent events: one for each head of a zone that the client can take.
struct ChangeEvents: Sendable {
  private enum Event {
    case change(SyncToken)
    case heartbeat

    var bytes: ByteBuffer {
      switch self {
      case .change(let token): ByteBuffer(string: "event: change\ndata: \(token)\n\n")
      case .heartbeat: ByteBuffer(string: ": waiting\n\n")
      }
    }
  }

  let hub: Hub
  let heads: AsyncStream<SyncToken>
  /// The head that the client does not know.
  let first: SyncToken?
  let ticket: StreamLimit.Ticket

  func response(to request: Request) -> Response {
    let headers: HTTPFields = [
      .contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store",
    ]
    let body = ResponseBody { writer in
      try await send(to: &writer, of: request)
      withExtendedLifetime(ticket) {}
    }
    return Response(status: .ok, headers: headers, body: body)
  }

  /// Sends until the client leaves, its token is revoked or the hub ends.
  private func send(to writer: inout any ResponseBodyWriter, of request: Request) async throws {
    // Of the events that the client has not taken, only the newest one is kept.
    let (events, source) = AsyncStream.makeStream(
      of: Event.self, bufferingPolicy: .bufferingNewest(1))
    source.yield(first.map { .change($0) } ?? .heartbeat)
    try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      group.addTask {
        for await head in heads { source.yield(.change(head)) }
        source.finish()
      }
      group.addTask {
        while try await hub.isSignedIn(request) {
          try await Task.sleep(for: hub.options.heartbeat)
          source.yield(.heartbeat)
        }
        source.finish()
      }
      group.addTask {
        try await request.body.consumeWithInboundCloseHandler { _ in
          try await gracefulShutdown()
        } onInboundClosed: {
          source.finish()
        }
        source.finish()
      }
      for await event in events { try await writer.write(event.bytes) }
      try await writer.finish(nil)
    }
  }
}
