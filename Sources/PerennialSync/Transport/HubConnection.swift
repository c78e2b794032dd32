import Foundation
import Logging
import PerennialRecords

/// Requests to a hub.
///
/// A client of HTTP has two connections: one for a request that waits for changes, and one for all others.
final class HubConnection: Sendable {
  /// A closure that throws if requests with these credentials are not to be sent.
  typealias Admission = @Sendable (HubCredentials) async throws -> Void

  private static let connectionCount = 2
  /// The greatest number of bytes of an answer, except for assets: 16 MiB.
  static let largestAnswer = 16 << 20

  let hub: SyncHub
  private let admit: Admission
  private let client: any HTTPClient
  private let slots = ConnectionSlots(count: connectionCount)
  private let log = Logger(label: "perennial.sync.http")

  init(
    _ hub: SyncHub, client: HTTPClientKind = .ofPlatform, admit: @escaping Admission = { _ in }
  ) {
    (self.hub, self.admit) = (hub, admit)
    self.client = client.client(connectionCount: Self.connectionCount)
  }

  // MARK: Messages

  /// Sends a request with a body in JSON, and decodes the answer.
  func json<Reply: Decodable>(
    _ method: String, _ path: String, body: some Encodable & Sendable, isOpen: Bool = false
  ) async throws -> Reply {
    let data = try JSONEncoder().encode(body)
    return try decode(try await send(method, path, payload: .data(data), isOpen: isOpen), of: path)
  }

  /// Sends a request, and decodes the answer.
  func json<Reply: Decodable>(
    _ method: String, _ path: String, isOpen: Bool = false
  ) async throws -> Reply {
    try decode(try await send(method, path, isOpen: isOpen), of: path)
  }

  private func decode<Reply: Decodable>(_ answer: HTTPAnswer, of path: String) throws -> Reply {
    do { return try JSONDecoder().decode(Reply.self, from: answer.body) } catch {
      throw HTTPTransportError.notAHub(status: answer.status, url: url(of: path).absoluteString)
    }
  }

  // MARK: Requests

  /// Sends a request.
  ///
  /// - Parameters:
  ///   - isOpen: `true` for a request without a token.
  ///   - isAnsweredLate: `true` if the hub waits before it answers.
  ///   - patience: The seconds without a byte in either direction after which the request fails. They begin when the
  ///     request has a connection.
  ///   - sink: A closure that returns the place for the bytes of an answer.
  /// - Throws: `HubError`; ``HTTPTransportError``; `CancellationError`.
  @discardableResult
  func send(
    _ method: String, _ path: String, payload: HTTPRequest.Payload = .none,
    query: [URLQueryItem] = [], headers: [String: String] = [:], isOpen: Bool = false,
    isAnsweredLate: Bool = false, patience: TimeInterval = 60,
    sink: @escaping HTTPRequest.Choice = { _ in .memory(limit: largestAnswer) }
  ) async throws -> HTTPAnswer {
    try Task.checkCancellation()
    let identifier = UUID().uuidString
    var fields = headers
    fields["X-Request-ID"] = identifier
    fields["Accept"] = "application/json"
    fields["User-Agent"] = "Perennial"
    fields["Content-Type"] = payload.contentType
    if !isOpen { fields["Authorization"] = "Bearer \(try await token())" }
    let request = HTTPRequest(
      method: method, url: url(of: path, query), fields: fields, payload: payload,
      patience: .seconds(patience), isDirect: hub.isOnThisMachine, isAnsweredLate: isAnsweredLate,
      sink: sink)
    try await slots.take()
    defer { slots.giveBack() }
    let answer = try await client.send(request)
    log.debug("\(method) \(path): \(answer.status)", metadata: ["request": "\(identifier)"])
    return try check(answer, path)
  }

  /// Sends a request that the hub answers late. A short one comes first if the wait would cost processor time otherwise.
  func listen(
    _ path: String, query: [URLQueryItem], patience: TimeInterval
  ) async throws -> HTTPAnswer {
    if client.isCostlyToWait { try await send("GET", "sync", isOpen: true) }
    return try await send("GET", path, query: query, isAnsweredLate: true, patience: patience)
  }

  /// Returns the token of the device, if requests with its credentials may be sent.
  func token() async throws -> String {
    do {
      guard let credentials = try hub.credentials.credentials(for: hub.url) else {
        throw HTTPTransportError.signedOut
      }
      try await admit(credentials)
      return credentials.token
    } catch let error as CredentialError { throw HTTPTransportError.credentials(error) }
  }

  private func url(of path: String, _ query: [URLQueryItem] = []) -> URL {
    let url = hub.url.appendingPathComponent(path)
    return query.isEmpty ? url : url.appending(queryItems: query)
  }

  // MARK: Answers

  private func check(_ answer: HTTPAnswer, _ path: String) throws -> HTTPAnswer {
    switch answer.status {
    case 200..<300: return answer
    case 300..<400:
      throw HTTPTransportError.redirected(to: answer.field("location") ?? "another address")
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
  init?(_ answer: HTTPAnswer) {
    let message = try? JSONDecoder().decode(Message.self, from: answer.body)
    let asked = answer.field("retry-after").flatMap(Self.seconds)
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

extension HTTPRequest.Payload {
  fileprivate var contentType: String? {
    switch self {
    case .none: nil
    case .data: "application/json"
    case .file: "application/octet-stream"
    }
  }
}
