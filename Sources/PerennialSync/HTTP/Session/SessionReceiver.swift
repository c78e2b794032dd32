import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Receives the answers of a session: keeps their size within limits, follows no redirection.
final class SessionReceiver: NSObject, URLSessionDataDelegate, Sendable {
  fileprivate struct Exchange {
    let request: HTTPRequest
    let continuation: CheckedContinuation<HTTPAnswer, any Error>
    var body: AnswerBody?
    var failure: (any Error)?
    /// The time of the last byte that came or went.
    var lastActivity = ContinuousClock.now
    /// The answer of a server that asks for a name and a password.
    var challenge: HTTPURLResponse?
  }

  private let exchanges = Mutex<[Int: Exchange]>([:])

  func add(
    _ task: URLSessionTask, request: HTTPRequest,
    continuation: CheckedContinuation<HTTPAnswer, any Error>
  ) {
    exchanges.withLock {
      $0[task.taskIdentifier] = Exchange(request: request, continuation: continuation)
    }
  }

  /// Ends an exchange at once. Its answer is ignored.
  func end(_ task: URLSessionTask, with error: any Error) {
    let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    task.cancel()
    exchange?.continuation.resume(throwing: error)
  }

  /// Returns the time since a byte came or went; nil if the exchange has ended.
  func idleTime(of task: URLSessionTask) -> Duration? {
    exchanges.withLock { $0[task.taskIdentifier]?.lastActivity.duration(to: .now) }
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
    completionHandler(exchanges.withLock { $0[task.taskIdentifier]?.request.payload.stream })
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    exchanges.withLock { exchanges in
      guard let response = response as? HTTPURLResponse else { return }
      exchanges[dataTask.taskIdentifier]?.begin(response)
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isFailed = exchanges.withLock { exchanges in
      // In place, so that the bytes that have arrived are not copied.
      exchanges[dataTask.taskIdentifier]?.take(data)
      return exchanges[dataTask.taskIdentifier].map { $0.failure != nil } ?? true
    }
    if isFailed { dataTask.cancel() }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    guard let exchange else { return }
    exchange.continuation.resume(with: Result { try exchange.answer(of: task, error) })
  }
}

extension SessionReceiver.Exchange {
  mutating func begin(_ response: HTTPURLResponse) {
    lastActivity = .now
    do { body = AnswerBody(in: try request.sink(response.statusCode)) } catch { failure = error }
  }

  mutating func take(_ data: Data) {
    guard failure == nil else { return }
    lastActivity = .now
    do {
      guard try body?.take(data) != nil else {
        throw HTTPTransportError.network("The answer has no header.")
      }
    } catch { failure = error }
  }

  /// Returns the answer of an exchange that has ended, or throws what has ended it.
  func answer(of task: URLSessionTask, _ error: (any Error)?) throws -> HTTPAnswer {
    if let failure { throw failure }
    if let error, challenge == nil {
      throw HTTPTransportError.network(error.localizedDescription)
    }
    guard let response = challenge ?? task.response as? HTTPURLResponse else {
      throw HTTPTransportError.network("The answer is not one of HTTP.")
    }
    let fields = response.allHeaderFields.map { ("\($0.key)".lowercased(), "\($0.value)") }
    return HTTPAnswer(
      status: response.statusCode, body: body?.data ?? Data(),
      fields: Dictionary(fields) { first, _ in first })
  }
}
