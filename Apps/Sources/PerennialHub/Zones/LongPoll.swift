import Hummingbird
import PerennialRecords
import ServiceLifecycle

/// A request that is answered when something happens.
struct LongPoll: Sendable {
  let hub: Hub

  /// The end of a request that has waited.
  private enum End<Event: Sendable>: Sendable {
    case event(Event)
    case timeOut
    case revocation
  }

  /// Waits for an event.
  ///
  /// - Parameters:
  ///   - events: The events. Their end is the revocation of the client's permission.
  ///   - isAllowed: Returns `true` if the client still has its permission.
  /// - Returns: The event; nil after ``HubOptions/longPoll``, or when the hub ends.
  /// - Throws: `HubError/Code/unauthorized` if the token was revoked; `CancellationError` if the client has left.
  func next<Event: Sendable>(
    of events: AsyncStream<Event>, for request: Request,
    isAllowed: @escaping @Sendable () async throws -> Bool
  ) async throws -> Event? {
    let (ends, end) = AsyncStream.makeStream(of: End<Event>.self)
    return try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      group.addTask {
        for await event in events {
          end.yield(.event(event))
          return
        }
        if !Task.isCancelled { end.yield(.revocation) }
      }
      group.addTask {
        try await Task.sleep(for: hub.options.longPoll)
        end.yield(.timeOut)
      }
      group.addTask {
        // The operator's commands revoke tokens in another process.
        repeat {
          try await Task.sleep(for: hub.options.heartbeat)
        } while try await isAllowed()
        end.yield(.revocation)
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
        case .revocation: throw Hub.invalidToken
        }
      }
      throw CancellationError()
    }
  }
}
