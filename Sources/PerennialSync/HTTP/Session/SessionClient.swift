import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Foundation's client of HTTP, a `URLSession`.
final class SessionClient: HTTPClient {
  /// The requests of the session.
  private struct Use {
    /// The number of requests that wait for their answers.
    var open = 0
    /// The time of the last answer; nil if the last request has failed, or was answered late.
    var lastAnswer: ContinuousClock.Instant?
  }

  private let session: URLSession
  private let receiver = SessionReceiver()
  private let use = Mutex(Use())

  init(connectionCount: Int) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = connectionCount
    configuration.httpShouldSetCookies = false
    configuration.httpCookieStorage = nil
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    session = URLSession(configuration: configuration, delegate: receiver, delegateQueue: nil)
  }

  deinit { session.invalidateAndCancel() }

  /// `true` if the next request needs a new connection.
  ///
  /// FoundationNetworking watches all the time whether a new connection can be written to, until the end of its
  /// first answer: a late answer takes a whole processor. Hubs and proxies end a connection that is idle. The shortest
  /// of their usual times is 5 seconds.
  var isCostlyToWait: Bool {
    #if canImport(FoundationNetworking)
    use.withLock { use in
      guard use.open == 0, let lastAnswer = use.lastAnswer else { return true }
      return lastAnswer.duration(to: .now) >= .seconds(4)
    }
    #else
    false
    #endif
  }

  func send(_ request: HTTPRequest) async throws -> HTTPAnswer {
    try Self.checkProxy(of: request)
    let task = task(for: request)
    use.withLock { $0.open += 1 }
    var lastAnswer: ContinuousClock.Instant?
    let watch = Task { [receiver] in
      try await Self.end(task, ofReceiver: receiver, afterIdleTime: request.patience)
    }
    defer {
      watch.cancel()
      use.withLock { use in
        use.open -= 1
        use.lastAnswer = lastAnswer
      }
    }
    let answer = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        receiver.add(task, request: request, continuation: continuation)
        if Task.isCancelled {
          receiver.end(task, with: CancellationError())
        } else {
          task.resume()
        }
      }
    } onCancel: {
      receiver.end(task, with: CancellationError())
    }
    // Hubs can end the connection of a request that they answer late.
    if !request.isAnsweredLate { lastAnswer = .now }
    return answer
  }

  private func task(for request: HTTPRequest) -> URLSessionTask {
    var message = URLRequest(url: request.url)
    message.httpMethod = request.method
    // The client has a clock of its own. That of FoundationNetworking also runs while a request waits for another one's
    // connection, and ignores bytes that are sent.
    message.timeoutInterval = 7 * 24 * 3600
    for (name, value) in request.fields { message.setValue(value, forHTTPHeaderField: name) }
    #if canImport(FoundationNetworking)
    // A hub that restarts ends the connections that are kept open. The request is sent on another one then, and
    // this Foundation sends the bytes again only if they are a stream.
    if let stream = request.payload.stream { message.httpBodyStream = stream }
    #else
    switch request.payload {
    case .none: break
    case .data(let data): message.httpBody = data
    case .file(let file): return session.uploadTask(with: message, fromFile: file)
    }
    #endif
    return session.dataTask(with: message)
  }

  /// Ends a request that has not moved a byte for some time.
  private static func end(
    _ task: URLSessionTask, ofReceiver receiver: SessionReceiver, afterIdleTime patience: Duration
  ) async throws {
    // The exchange begins right after.
    try await Task.sleep(for: patience)
    while let idle = receiver.idleTime(of: task) {
      if idle >= patience {
        return receiver.end(task, with: HTTPTransportError.idle(for: patience))
      }
      try await Task.sleep(for: patience - idle)
    }
  }

  /// Refuses to send a request to a proxy that is meant for the host itself. FoundationNetworking cannot be told to use
  /// none.
  private static func checkProxy(of request: HTTPRequest) throws {
    #if canImport(FoundationNetworking)
    guard request.isDirect, let host = request.url.host(),
      let variable = ProxyEnvironment.variable(for: host, of: request.url.scheme ?? "http")
    else { return }
    throw HTTPTransportError.proxied(url: request.url.absoluteString, variable: variable)
    #endif
  }
}

extension HTTPRequest.Payload {
  /// A new stream of the bytes; nil if there are none.
  var stream: InputStream? {
    switch self {
    case .none: nil
    case .data(let data): InputStream(data: data)
    case .file(let file): InputStream(url: file)
    }
  }
}
