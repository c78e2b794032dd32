import Foundation
import Logging
import PerennialRecords
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Requests to a hub.
///
/// A session has two connections: one for a request that waits for changes, and one for all others.
final class HubConnection: Sendable {
  /// The bytes that a request sends.
  enum Payload: Sendable {
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

  /// A closure that throws if requests with these credentials are not to be sent.
  typealias Admission = @Sendable (HubCredentials) throws -> Void

  /// The requests of the session.
  private struct Use {
    /// The number of requests that wait for their answers.
    var open = 0
    /// The time of the last answer; nil if the last request has failed, or has waited for changes.
    var lastAnswer: ContinuousClock.Instant?
  }

  private static let connectionCount = 2
  /// The greatest number of bytes of an answer, except for assets: 16 MiB.
  static let largestAnswer = 16 << 20

  let hub: SyncHub
  private let admit: Admission
  private let session: URLSession
  private let receiver = HubReceiver()
  private let use = Mutex(Use())
  private let slots = ConnectionSlots(count: connectionCount)
  private let log = Logger(label: "perennial.sync.http")

  init(_ hub: SyncHub, admit: @escaping Admission = { _ in }) {
    (self.hub, self.admit) = (hub, admit)
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = Self.connectionCount
    configuration.httpShouldSetCookies = false
    configuration.httpCookieStorage = nil
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    session = URLSession(configuration: configuration, delegate: receiver, delegateQueue: nil)
  }

  deinit { session.invalidateAndCancel() }

  // MARK: Messages

  /// Sends a request with a body in JSON, and decodes the answer.
  func json<Reply: Decodable>(
    _ method: String, _ path: String, body: some Encodable & Sendable, isOpen: Bool = false
  ) async throws -> Reply {
    let data = try JSONEncoder().encode(body)
    return try decode(try await send(method, path, .data(data), isOpen: isOpen), of: path)
  }

  /// Sends a request, and decodes the answer.
  func json<Reply: Decodable>(
    _ method: String, _ path: String, isOpen: Bool = false
  ) async throws -> Reply {
    try decode(try await send(method, path, isOpen: isOpen), of: path)
  }

  private func decode<Reply: Decodable>(_ answer: HubAnswer, of path: String) throws -> Reply {
    do { return try JSONDecoder().decode(Reply.self, from: answer.body) } catch {
      throw HTTPTransportError.notAHub(status: answer.status, url: url(of: path).absoluteString)
    }
  }

  // MARK: Requests

  /// Sends a request.
  ///
  /// - Parameters:
  ///   - isOpen: `true` for a request without a token.
  ///   - patience: The seconds without a byte in either direction after which the request fails. They begin when the
  ///     request has a connection.
  ///   - sink: A closure that returns the place for the bytes of an answer.
  /// - Throws: `HubError`; ``HTTPTransportError``; `CancellationError`.
  @discardableResult
  func send(
    _ method: String, _ path: String, _ payload: Payload = .none,
    query: [URLQueryItem] = [], headers: [String: String] = [:], isOpen: Bool = false,
    patience: TimeInterval = 60,
    sink: @escaping HubReceiver.Choice = { _ in .memory(limit: largestAnswer) }
  ) async throws -> HubAnswer {
    try Task.checkCancellation()
    try checkProxy()
    var request = URLRequest(url: url(of: path, query))
    // The connection has a clock of its own. That of FoundationNetworking also runs while a request waits for another
    // one's connection, and ignores bytes that are sent.
    request.timeoutInterval = 7 * 24 * 3600
    request.httpMethod = method
    let identifier = UUID().uuidString
    request.setValue(identifier, forHTTPHeaderField: "X-Request-ID")
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    request.setValue("Perennial", forHTTPHeaderField: "User-Agent")
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    if !isOpen {
      request.setValue("Bearer \(try token())", forHTTPHeaderField: "Authorization")
    }
    try await slots.take()
    defer { slots.giveBack() }
    let answer = try await exchange(
      task(for: &request, payload), payload, patience: .seconds(patience), sink)
    log.debug("\(method) \(path): \(answer.status)", metadata: ["request": "\(identifier)"])
    return try check(answer, path)
  }

  /// Sends a request that the hub answers late.
  ///
  /// FoundationNetworking watches all the time whether a new connection can be written to, until the end of its
  /// first answer: a late answer takes a whole processor. A short request comes first if no connection is known
  /// to be open and free.
  func listen(
    _ path: String, query: [URLQueryItem], patience: TimeInterval
  ) async throws -> HubAnswer {
    #if canImport(FoundationNetworking)
    if !hasFreeConnection { try await send("GET", "sync", isOpen: true) }
    #endif
    // Hubs can end the connection of such a request after the answer.
    defer { use.withLock { $0.lastAnswer = nil } }
    return try await send("GET", path, query: query, patience: patience)
  }

  /// `true` if the next request can use the connection of the last one.
  ///
  /// Hubs and proxies end a connection that is idle. The shortest of their usual times is 5 seconds.
  private var hasFreeConnection: Bool {
    use.withLock { use in
      guard use.open == 0, let lastAnswer = use.lastAnswer else { return false }
      return lastAnswer.duration(to: .now) < .seconds(4)
    }
  }

  private func task(for request: inout URLRequest, _ payload: Payload) -> URLSessionTask {
    switch payload {
    case .none: return session.dataTask(with: request)
    case .data: request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    case .file: request.setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
    }
    #if canImport(FoundationNetworking)
    // A hub that restarts ends the connections that are kept open. The request is sent on another one then, and
    // this Foundation sends the bytes again only if they are a stream.
    request.httpBodyStream = payload.stream
    #else
    switch payload {
    case .none: break
    case .data(let data): request.httpBody = data
    case .file(let file): return session.uploadTask(with: request, fromFile: file)
    }
    #endif
    return session.dataTask(with: request)
  }

  private func exchange(
    _ task: URLSessionTask, _ payload: Payload, patience: Duration,
    _ sink: @escaping HubReceiver.Choice
  ) async throws -> HubAnswer {
    use.withLock { $0.open += 1 }
    var lastAnswer: ContinuousClock.Instant?
    let watch = Task { [receiver] in
      try await Self.end(task, ofReceiver: receiver, afterIdleTime: patience)
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
        receiver.add(task, payload, choose: sink, continuation)
        if Task.isCancelled { receiver.cancel(task) } else { task.resume() }
      }
    } onCancel: {
      receiver.cancel(task)
    }
    lastAnswer = .now
    return answer
  }

  /// Ends a request that has not moved a byte for some time.
  private static func end(
    _ task: URLSessionTask, ofReceiver receiver: HubReceiver, afterIdleTime patience: Duration
  ) async throws {
    // The exchange begins right after.
    try await Task.sleep(for: patience)
    while let idle = receiver.idleTime(of: task) {
      if idle >= patience {
        let seconds = patience.formatted(.units(allowed: [.seconds, .milliseconds], width: .wide))
        return receiver.end(
          task, with: .network("The connection has moved no byte for \(seconds)."))
      }
      try await Task.sleep(for: patience - idle)
    }
  }

  /// Refuses to send the token of a hub on this machine to a proxy, which would get it without TLS.
  private func checkProxy() throws {
    #if canImport(FoundationNetworking)
    guard hub.isOnThisMachine, let host = hub.url.host(),
      let variable = ProxyEnvironment.variable(for: host, of: hub.url.scheme ?? "http")
    else { return }
    throw HTTPTransportError.proxied(url: hub.url.absoluteString, variable: variable)
    #endif
  }

  private func token() throws -> String {
    do {
      guard let credentials = try hub.credentials.credentials(for: hub.url) else {
        throw HTTPTransportError.signedOut
      }
      try admit(credentials)
      return credentials.token
    } catch let error as CredentialError { throw HTTPTransportError.credentials(error) }
  }

  private func url(of path: String, _ query: [URLQueryItem] = []) -> URL {
    let url = hub.url.appendingPathComponent(path)
    return query.isEmpty ? url : url.appending(queryItems: query)
  }

  // MARK: Answers

  private func check(_ answer: HubAnswer, _ path: String) throws -> HubAnswer {
    switch answer.status {
    case 200..<300: return answer
    case 300..<400:
      throw HTTPTransportError.redirected(to: answer.header("location") ?? "another address")
    default:
      throw HubError(answer)
        ?? HTTPTransportError.notAHub(status: answer.status, url: url(of: path).absoluteString)
    }
  }
}

extension HubError {
  private struct Message: Decodable {
    let code: String?
    let reason: String
    let hubTime: Int64?
    let retryAfter: Double?
  }

  /// Creates the error of an answer; nil if the answer has neither the form of a hub's errors nor a status that
  /// every server uses in the same way.
  init?(_ answer: HubAnswer) {
    let message = try? JSONDecoder().decode(Message.self, from: answer.body)
    let asked = answer.header("retry-after").flatMap(Self.seconds)
    guard let message else {
      guard [429, 503].contains(answer.status) else { return nil }
      self.init(.tryAgainLater, "The hub's server is busy (\(answer.status)).", retryAfter: asked)
      return
    }
    // A hub of a later version can have codes that this one does not know. Their status is known.
    let code = message.code.flatMap(Code.init(rawValue:)) ?? Code(status: answer.status)
    self.init(
      code, message.reason, hubTime: message.hubTime, retryAfter: message.retryAfter ?? asked)
  }

  /// Returns the seconds of a `Retry-After` field: a number, or a date.
  private static func seconds(_ text: String) -> Double? {
    if let seconds = Double(text), seconds.isFinite { return max(0, seconds) }
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(secondsFromGMT: 0)
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
    return format.date(from: text).map { max(0, $0.timeIntervalSinceNow) }
  }
}

extension HubError.Code {
  fileprivate init(status: Int) {
    self =
      switch status {
      case 401: .unauthorized
      case 403: .forbidden
      case 409: .hubRestored
      case 410: .tokenExpired
      case 413: .tooLarge
      case 422: .clockAhead
      case 426: .upgradeRequired
      case 429, 503: .tryAgainLater
      case 507: .quotaExceeded
      case 400..<500: .badRequest
      default: .internalError
      }
  }
}
