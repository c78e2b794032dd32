import Hummingbird
import PerennialRecords
import ServiceLifecycle

/// A request that is answered when something happens.
struct LongPoll: Sendable {
  /// The time after which the request is answered without an event.
  let timeOut: Duration
  /// The interval at which the permission of the client is checked.
  let heartbeat: Duration

  /// The end of a request that has waited.
  private enum End<Event: Sendable>: Sendable {
    case event(Event)
    case timeOut
    case refusal(HubError)
  }

  /// Waits for an event.
  ///
  /// - Parameters:
  ///   - events: The events. Their end is the revocation of the client's permission.
  ///   - refusal: Returns the reason why the client may no longer wait; nil if it may.
  /// - Returns: The event; nil after ``timeOut``, or when the hub ends.
  /// - Throws: The refusal; `HubError/Code/unauthorized` if the token was revoked; `CancellationError` if the client has
  ///   left.
  func next<Event: Sendable>(
    of events: AsyncStream<Event>, for request: Request,
    refusal: @escaping @Sendable () async throws -> HubError?
  ) async throws -> Event? {
    let (ends, end) = AsyncStream.makeStream(of: End<Event>.self)
    return try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      group.addTask {
        for await event in events {
          end.yield(.event(event))
          return
        }
        if !Task.isCancelled { end.yield(.refusal(.invalidToken)) }
      }
      group.addTask {
        try await Task.sleep(for: timeOut)
        end.yield(.timeOut)
      }
      group.addTask {
        // The operator's commands revoke tokens, and move accounts, in another process.
        while true {
          try await Task.sleep(for: heartbeat)
          if let error = try await refusal() {
            end.yield(.refusal(error))
            return
          }
        }
      }
      group.addTask {
        try await request.body.consumeWithInboundCloseHandler { _ in
          try await gracefulShutdown()
          end.yield(.timeOut)
        } onInboundClosed: {
          end.finish()
        }
      }
      for await end in ends {
        switch end {
        case .event(let event): return event
        case .timeOut: return nil
        case .refusal(let error): throw error
        }
      }
      throw CancellationError()
    }
  }
}
