import AsyncAlgorithms
import HTTPTypes
public import Hummingbird
public import NIOCore
import ServiceLifecycle

/// A response that is a stream of server-sent events.
///
/// An event is taken when the client can take it. What happens to events meanwhile is the choice of their source: the
/// buffering policy of its `AsyncStream`.
public struct EventStream<Event: Sendable>: Sendable {
  private enum Signal: Sendable {
    case event(Event)
    case heartbeat
    case end
  }

  private let events: AsyncStream<Event>
  private let opening: ByteBuffer
  private let heartbeat: Duration
  private let ticket: StreamLimit.Ticket
  private let isAllowed: @Sendable () async throws -> Bool
  private let encode: @Sendable (Event) throws -> ByteBuffer

  /// Creates a response.
  ///
  /// - Parameters:
  ///   - events: The events. The response ends with them.
  ///   - opening: The first bytes of the response; nil for an event with the name `welcome`.
  ///   - heartbeat: The time between two signs of life.
  ///   - ticket: The right to the stream.
  ///   - isAllowed: A closure that is called before each sign of life. The response ends if it returns `false`.
  ///   - encode: A closure that returns an event as it is sent.
  public init(
    _ events: AsyncStream<Event>, opening: ByteBuffer? = nil, heartbeat: Duration,
    ticket: StreamLimit.Ticket, isAllowed: @escaping @Sendable () async throws -> Bool = { true },
    encode: @escaping @Sendable (Event) throws -> ByteBuffer
  ) {
    self.events = events
    self.opening = opening ?? ByteBuffer(string: "retry: 2000\nevent: welcome\ndata: {}\n\n")
    self.heartbeat = heartbeat
    self.ticket = ticket
    self.isAllowed = isAllowed
    self.encode = encode
  }

  /// A sign of life, which clients ignore.
  public static var signOfLife: ByteBuffer { ByteBuffer(string: ": waiting\n\n") }

  /// Returns the response to a request.
  public func response(to request: Request) -> Response {
    var headers: HTTPFields = [
      .contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store",
    ]
    // nginx holds events back otherwise.
    if let buffering = HTTPField.Name("X-Accel-Buffering") { headers[buffering] = "no" }
    let body = ResponseBody { writer in
      try await send(to: &writer, of: request)
      withExtendedLifetime(ticket) {}
    }
    return Response(status: .ok, headers: headers, body: body)
  }

  /// Sends until the client leaves, the server shuts down or there are no more events.
  private func send(to writer: inout any ResponseBodyWriter, of request: Request) async throws {
    let (ends, end) = AsyncStream.makeStream(of: Signal.self)
    let heartbeats = AsyncTimerSequence(interval: heartbeat, clock: ContinuousClock())
    let signals = merge(
      chain(events.map { Signal.event($0) }, [Signal.end].async),
      heartbeats.map { _ in Signal.heartbeat }, ends)
    try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      group.addTask {
        defer { end.yield(.end) }
        try await request.body.consumeWithInboundCloseHandler { _ in
          try await gracefulShutdown()
        } onInboundClosed: {
          end.yield(.end)
        }
      }
      try await writer.write(opening)
      signals: for await signal in signals {
        switch signal {
        case .event(let event): try await writer.write(try encode(event))
        case .heartbeat:
          guard try await isAllowed() else { break signals }
          try await writer.write(Self.signOfLife)
        case .end: break signals
        }
      }
      try await writer.finish(nil)
    }
  }
}
