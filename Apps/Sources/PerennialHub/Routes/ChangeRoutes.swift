import HTTPTypes
import HardenedHTTP
import Hummingbird
import NIOCore
import PerennialRecords

/// The requests that wait for a change of a zone.
struct ChangeRoutes: Sendable {
  let hub: Hub
  let streams: StreamLimit

  func addRoutes(to routes: HubRoutes) {
    routes.add(.get, "zones/:zone/changes", for: .read) { request, context, session in
      let key = try hub.zone(of: session, context)
      let start = try position(in: request)
      guard let ticket = streams.ticket(for: context.remoteAddress) else {
        throw HubError(
          .tryAgainLater, "Too many devices wait for changes. Try again later.", retryAfter: 30)
      }
      // From here on no change is missed.
      let heads = hub.listeners.heads(of: key, after: start, for: session.device.id)
      let head = try await hub.storage.zone(key)
      let position = try head.start(after: start)
      hub.lag.note(head: head.token, of: key)
      hub.lag.note(position, of: session.device.id, in: key, at: hub.clock())
      let first = head.sequence > position.sequence ? head.token : nil
      if request.headers[.accept]?.contains("text/event-stream") == true {
        return EventStream(
          heads, opening: first?.event ?? EventStream<SyncToken>.signOfLife,
          heartbeat: hub.options.heartbeat, ticket: ticket,
          isAllowed: { await hub.refusal(ofWaiting: request) == nil }, encode: \.event
        ).response(to: request)
      }
      if let first { return try answer(first) }
      defer { withExtendedLifetime(ticket) {} }
      return try await lateAnswer(from: heads, to: request)
    }
  }

  /// Waits for a change, and returns the last answer of the connection.
  ///
  /// A connection whose end was watched takes no further request. The answer says so: a client would keep it, and
  /// find out with the next request.
  private func lateAnswer(
    from heads: AsyncStream<SyncToken>, to request: Request
  ) async throws -> Response {
    var response: Response
    do {
      let changed = try await LongPoll(hub: hub).next(of: heads, for: request) {
        await hub.refusal(ofWaiting: request)
      }
      response = try changed.map(answer) ?? Response(status: .noContent)
    } catch let error as HubError {
      response = try Answer.refusal(Refusal(error), hubTime: hub.clock())
    }
    response.headers[.connection] = "close"
    return response
  }

  private func position(in request: Request) throws(HubError) -> SyncToken? {
    guard let text = request.uri.queryParameters["after"] else { return nil }
    guard let token = SyncToken(String(text)) else {
      throw HubError(.badRequest, "“after” isn't a token of a hub.")
    }
    return token
  }

  private func answer(_ token: SyncToken) throws -> Response {
    try Answer.json(ChangesReply(hubTime: hub.clock(), token: token))
  }
}

extension SyncToken {
  /// The head of a zone as a server-sent event.
  fileprivate var event: ByteBuffer { ByteBuffer(string: "event: change\ndata: \(self)\n\n") }
}
