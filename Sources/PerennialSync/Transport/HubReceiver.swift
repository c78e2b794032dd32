import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The bytes and the header fields of an answer.
struct HubAnswer: Sendable {
  let status: Int
  let body: Data
  let headers: [String: String]

  /// Returns a header field. Its name is in lower case.
  func header(_ name: String) -> String? { headers[name] }
}

/// The place of the bytes of an answer.
enum AnswerSink: Sendable {
  /// In memory, up to a number of bytes.
  case memory(limit: Int)
  /// At the end of a file, up to a number of bytes.
  case file(FileHandle, limit: Int)
}

/// Receives the answers of a session: keeps their size within limits, follows no redirection.
final class HubReceiver: NSObject, URLSessionDataDelegate, Sendable {
  typealias Choice = @Sendable (HTTPURLResponse) throws -> AnswerSink

  fileprivate struct Exchange {
    let payload: HubConnection.Payload
    let choose: Choice
    let continuation: CheckedContinuation<HubAnswer, any Error>
    var sink: AnswerSink?
    var body = Data()
    var fileBytes = 0
    var failure: (any Error)?
    /// The time of the last byte that came or went.
    var lastActivity = ContinuousClock.now
    /// The answer of a server that asks for a name and a password.
    var challenge: HTTPURLResponse?
  }

  private let exchanges = Mutex<[Int: Exchange]>([:])

  func add(
    _ task: URLSessionTask, _ payload: HubConnection.Payload, choose: @escaping Choice,
    _ continuation: CheckedContinuation<HubAnswer, any Error>
  ) {
    exchanges.withLock {
      $0[task.taskIdentifier] = Exchange(
        payload: payload, choose: choose, continuation: continuation)
    }
  }

  /// Ends an exchange at once. Its answer is ignored.
  func cancel(_ task: URLSessionTask) {
    let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    task.cancel()
    exchange?.continuation.resume(throwing: CancellationError())
  }

  /// Returns the time since a byte came or went; nil if the exchange has ended.
  func idleTime(of task: URLSessionTask) -> Duration? {
    exchanges.withLock { $0[task.taskIdentifier]?.lastActivity.duration(to: .now) }
  }

  /// Ends an exchange with an error.
  func end(_ task: URLSessionTask, with error: HTTPTransportError) {
    let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    task.cancel()
    exchange?.continuation.resume(throwing: error)
  }

  private func noteActivity(of task: URLSessionTask) {
    exchanges.withLock { $0[task.taskIdentifier]?.lastActivity = .now }
  }

  // MARK: URLSessionDataDelegate

  // A challenge without an answer would end neither the request nor FoundationNetworking's wait for it. The library has
  // no name and no password for a proxy.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    guard let response = challenge.failureResponse as? HTTPURLResponse else {
      return completionHandler(.performDefaultHandling, nil)
    }
    exchanges.withLock { $0[task.taskIdentifier]?.challenge = response }
    completionHandler(.rejectProtectionSpace, nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64,
    totalBytesSent: Int64, totalBytesExpectedToSend: Int64
  ) {
    noteActivity(of: task)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
  ) {
    completionHandler(exchanges.withLock { $0[task.taskIdentifier]?.payload.stream })
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    exchanges.withLock { exchanges in
      guard let response = response as? HTTPURLResponse,
        var exchange = exchanges[dataTask.taskIdentifier]
      else { return }
      exchange.lastActivity = .now
      do { exchange.sink = try exchange.choose(response) } catch { exchange.failure = error }
      exchanges[dataTask.taskIdentifier] = exchange
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isFailed = exchanges.withLock { exchanges in
      guard var exchange = exchanges[dataTask.taskIdentifier], exchange.failure == nil else {
        return true
      }
      exchange.lastActivity = .now
      exchange.take(data)
      exchanges[dataTask.taskIdentifier] = exchange
      return exchange.failure != nil
    }
    if isFailed { dataTask.cancel() }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    guard let exchange else { return }
    if let failure = exchange.failure {
      exchange.continuation.resume(throwing: failure)
    } else if let error, exchange.challenge == nil {
      exchange.continuation.resume(
        throwing: HTTPTransportError.network(error.localizedDescription))
    } else if let response = exchange.challenge ?? task.response as? HTTPURLResponse {
      let fields = response.allHeaderFields.map { ("\($0.key)".lowercased(), "\($0.value)") }
      exchange.continuation.resume(
        returning: HubAnswer(
          status: response.statusCode, body: exchange.body,
          headers: Dictionary(fields) { first, _ in first }))
    } else {
      exchange.continuation.resume(
        throwing: HTTPTransportError.network("The answer is not one of HTTP."))
    }
  }
}

extension HubReceiver.Exchange {
  mutating func take(_ data: Data) {
    switch sink {
    case .memory(let limit):
      guard body.count + data.count <= limit else {
        body = Data()
        failure = HTTPTransportError.answerTooLarge(limit: limit)
        return
      }
      body.append(data)
    case .file(let handle, let limit):
      fileBytes += data.count
      guard fileBytes <= limit else {
        failure = HTTPTransportError.answerTooLarge(limit: limit)
        return
      }
      do { try handle.write(contentsOf: data) } catch {
        failure = HTTPTransportError.file(error.localizedDescription)
      }
    case nil: failure = HTTPTransportError.network("The answer has no header.")
    }
  }
}
