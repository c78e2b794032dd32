package import Foundation
package import PerennialRecords

/// A device of a load, which speaks the protocol of hubs.
package struct LoadClient: Sendable {
  /// An answer that is no success.
  package struct Refused: Error, CustomStringConvertible {
    package let description: String
  }

  private let address: String
  private let port: Int
  private let token: String

  /// Signs a device in.
  ///
  /// - Parameter code: A pairing code.
  package init(to address: String = "127.0.0.1", port: Int, code: String) throws {
    (self.address, self.port) = (address, port)
    let socket = try HTTPSocket(to: address, port: port)
    defer { socket.close() }
    let body = try JSONEncoder().encode(SignInRequest(code: code, name: "Load"))
    let head =
      "POST /sync/1/devices HTTP/1.1\r\nHost: \(address):\(port)\r\n"
      + "Content-Length: \(body.count)\r\n\r\n"
    let answer = try socket.exchange(Data(head.utf8) + body)
    guard answer.status == 201 else { throw Self.refused(answer) }
    token = try JSONDecoder().decode(SignInReply.self, from: answer.body).token
  }

  /// Opens a connection.
  package func connect() throws -> HTTPSocket { try HTTPSocket(to: address, port: port) }

  /// Sends a `PushRequest` in its JSON form.
  package func push(_ body: Data, on socket: HTTPSocket) throws {
    let answer = try socket.exchange(
      head("POST", "push", length: body.count, accept: "*/*") + body)
    guard answer.status == 200, answer.body.range(of: Data("\"refused\":[]".utf8)) != nil else {
      throw Self.refused(answer)
    }
  }

  /// Reads the page after a position.
  package func pull(after token: SyncToken?, on socket: HTTPSocket) throws -> PullReply {
    try JSONDecoder().decode(PullReply.self, from: page(after: token, on: socket))
  }

  /// Reads the page after a position, in its JSON form.
  package func page(after token: SyncToken?, on socket: HTTPSocket) throws -> Data {
    let body = try JSONEncoder().encode(PullRequest(token: token))
    let answer = try socket.exchange(
      head("POST", "pull", length: body.count, accept: "*/*") + body)
    guard answer.status == 200 else { throw Self.refused(answer) }
    return answer.body
  }

  private static func refused(_ answer: HTTPSocket.Answer) -> Refused {
    Refused(
      description: "\(answer.status) \(String(decoding: answer.body.prefix(300), as: UTF8.self))")
  }

  /// Returns the head of a request for the account's zone.
  package func head(_ method: String, _ path: String, length: Int, accept: String) -> Data {
    let text = """
      \(method) /sync/1/zones/iCloud.load/\(path) HTTP/1.1\r
      Host: \(address):\(port)\r
      Authorization: Bearer \(token)\r
      Accept: \(accept)\r
      Content-Length: \(length)\r
      \r\n
      """
    return Data(text.utf8)
  }
}
