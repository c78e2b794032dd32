import HTTPTypes
public import Hummingbird
public import NIOCore
import ServiceLifecycle

/// A response that is a stream of server-sent events.
public struct EventStream<Event: Sendable>: Sendable {
  private let events: AsyncStream<Event>
  private let heartbeat: Duration
  private let ticket: StreamLimit.Ticket
  private let encode: @Sendable (Event) throws -> ByteBuffer

  /// - Parameters:
  ///   - events: The events. The response ends with them.
  ///   - heartbeat: The time between two signs of life.
  ///   - ticket: The right to the stream.
  ///   - encode: A closure that returns an event as it is sent.
  public init(
    _ events: AsyncStream<Event>, heartbeat: Duration, ticket: StreamLimit.Ticket,
    encode: @escaping @Sendable (Event) throws -> ByteBuffer
  ) {
    self.events = events
    self.heartbeat = heartbeat
    self.ticket = ticket
    self.encode = encode
  }

  public func response(to request: Request) -> Response {
    let headers: HTTPFields = [
      .contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store",
    ]
    let body = ResponseBody { writer in
      try await send(to: &writer, of: request)
      withExtendedLifetime(ticket) {}
    }
    return Response(status: .ok, headers: headers, body: body)
  }

  /// Sends until the client leaves, the server shuts down or there are no more events.
  private func send(to writer: inout any ResponseBodyWriter, of request: Request) async throws {
    let (sent, source) = AsyncStream.makeStream(
      of: ByteBuffer.self, bufferingPolicy: .bufferingNewest(64))
    source.yield(ByteBuffer(string: "retry: 2000\nevent: welcome\ndata: {}\n\n"))
    try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      group.addTask {
        defer { source.finish() }
        for await event in events { source.yield(try encode(event)) }
      }
      group.addTask {
        while true {
          try await Task.sleep(for: heartbeat)
          source.yield(ByteBuffer(string: ": still here\n\n"))
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
      for await event in sent { try await writer.write(event) }
      try await writer.finish(nil)
    }
  }
}
