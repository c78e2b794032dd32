import HTTPTypes
import HardenedHTTP
import Hummingbird
import NIOCore
import PerennialRecords

/// The requests that wait for a change of a zone.
struct ChangeRoutes: Sendable {
  let storage: any ZoneStorage
  let sessions: DeviceSessions
  let listeners: ZoneListeners
  let lag: DeviceLag
  let streams: StreamLimit
  let longPoll: LongPoll
  let clock: HubClock

  func addRoutes(to routes: HubRoutes) {
    routes.add(.get, "zones/:zone/changes", for: .read) { request, context, session in
      let key = try context.zone(of: session)
      let start = try position(in: request)
      guard let ticket = streams.ticket(for: context.remoteAddress) else {
        throw HubError(
          .tryAgainLater, "Too many devices wait for changes. Try again later.", retryAfter: 30)
      }
      // From here on no change is missed.
      let heads = listeners.heads(of: key, after: start, for: session.device.id)
      let head = try await storage.zone(key)
      let position = try head.start(after: start)
      lag.note(head: head.token, of: key)
      lag.note(position, of: session.device.id, in: key, at: clock())
      let first = head.sequence > position.sequence ? head.token : nil
      if request.headers[.accept]?.contains("text/event-stream") == true {
        return EventStream(
          heads, opening: first?.event ?? EventStream<SyncToken>.signOfLife,
          heartbeat: longPoll.heartbeat, ticket: ticket,
          isAllowed: { await sessions.refusal(ofWaiting: request) == nil }, encode: \.event
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
      let changed = try await longPoll.next(of: heads, for: request) {
        await sessions.refusal(ofWaiting: request)
      }
      response = try changed.map(answer) ?? Response(status: .noContent)
    } catch let error as HubError {
      response = try Answer.refusal(Refusal(error), hubTime: clock())
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
    try Answer.json(ChangesReply(hubTime: clock(), token: token))
  }
}

extension SyncToken {
  /// The head of a zone as a server-sent event.
  fileprivate var event: ByteBuffer { ByteBuffer(string: "event: change\ndata: \(self)\n\n") }
}
