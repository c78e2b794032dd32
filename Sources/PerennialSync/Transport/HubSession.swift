import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The bytes that a request sends.
enum HubPayload: Sendable {
  case none
  case data(Data)
  case file(URL)

  /// A new stream of the bytes; nil if there are none.
  var stream: InputStream? {
    switch self {
    case .none: nil
    case .data(let data): InputStream(data: data)
    case .file(let file): InputStream(url: file)
    }
  }
}

/// Connections to a hub, which requests share one after the other.
final class HubSession: Sendable {
  private let session: URLSession
  private let receiver = HubReceiver()
  private let lastAnswer = Mutex<ContinuousClock.Instant?>(nil)

  /// Creates a session.
  ///
  /// - Parameter connections: The greatest number of connections.
  init(connections: Int) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = connections
    configuration.httpShouldSetCookies = false
    configuration.httpCookieStorage = nil
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    session = URLSession(configuration: configuration, delegate: receiver, delegateQueue: nil)
  }

  deinit { session.invalidateAndCancel() }

  /// `true` if the next request can use the connection of the last one.
  ///
  /// Hubs and proxies end a connection that is idle. The shortest of their usual times is 5 seconds.
  var isConnected: Bool {
    lastAnswer.withLock { $0.map { $0.duration(to: .now) < .seconds(4) } ?? false }
  }

  /// Sends a request, and returns its answer.
  ///
  /// - Parameter sink: A closure that returns the place for the bytes of the answer.
  /// - Throws: ``HTTPTransportError``; `CancellationError`.
  func answer(
    to request: URLRequest, _ payload: HubPayload, sink: @escaping HubReceiver.Choice
  ) async throws -> HubAnswer {
    let task = session.task(for: request, payload)
    do {
      let answer = try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          receiver.add(task, payload, choose: sink, continuation)
          if Task.isCancelled { receiver.cancel(task) } else { task.resume() }
        }
      } onCancel: {
        receiver.cancel(task)
      }
      lastAnswer.withLock { $0 = .now }
      return answer
    } catch {
      lastAnswer.withLock { $0 = nil }
      throw error
    }
  }
}

extension URLSession {
  fileprivate func task(for request: URLRequest, _ payload: HubPayload) -> URLSessionTask {
    #if canImport(FoundationNetworking)
    // A hub that restarts ends the connections that are kept open. The request is sent on another one then, and
    // this Foundation sends the bytes again only if they are a stream.
    var request = request
    request.httpBodyStream = payload.stream
    return dataTask(with: request)
    #else
    switch payload {
    case .none: return dataTask(with: request)
    case .data(let data):
      var request = request
      request.httpBody = data
      return dataTask(with: request)
    case .file(let file): return uploadTask(with: request, fromFile: file)
    }
    #endif
  }
}
