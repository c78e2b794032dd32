import Foundation

/// A request to a hub, as a client of HTTP sends it.
struct HTTPRequest: Sendable {
  /// The bytes that a request sends.
  enum Payload: Sendable {
    case none
    case data(Data)
    case file(URL)
  }

  /// Returns the place for the bytes of an answer, by its status.
  typealias Choice = @Sendable (_ status: Int) throws -> AnswerSink

  let method: String
  let url: URL
  let fields: [String: String]
  let payload: Payload
  /// The time without a byte in either direction after which the request fails. It begins when the request is sent.
  let patience: Duration
  /// `true` if the request goes to the host itself, whatever proxies the environment names.
  let isDirect: Bool
  /// `true` if the server can wait before it answers.
  let isAnsweredLate: Bool
  let sink: Choice
}

/// An answer of a hub.
struct HTTPAnswer: Sendable {
  let status: Int
  let body: Data
  let fields: [String: String]

  /// Returns a header field. Its name is in lower case.
  func field(_ name: String) -> String? { fields[name] }
}
