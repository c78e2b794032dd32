import Foundation
import PerennialHub
import PerennialRecords

/// A device of a new account, with one connection.
final class LoadClient: Sendable {
  private struct Reply: Decodable { let token: String }

  struct Refused: Error, CustomStringConvertible {
    let description: String
  }

  private let socket: LoopbackSocket
  private let port: Int
  private let token: String

  init(port: Int, signingInTo file: String) async throws {
    self.port = port
    socket = try LoopbackSocket(port: port)
    let code = try await Self.pairingCode(ofNewAccountIn: file)
    let body = Data("{\"code\":\"\(code)\",\"name\":\"Load\"}".utf8)
    let head =
      "POST /sync/1/devices HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
      + "Content-Length: \(body.count)\r\n\r\n"
    let answer = try socket.exchange(Data(head.utf8) + body)
    token = try JSONDecoder().decode(Reply.self, from: answer.body).token
  }

  /// Adds an account to the hub in a file, and makes a pairing code for it.
  static func pairingCode(ofNewAccountIn file: String) async throws -> String {
    let now = StampClock.systemMilliseconds
    let storage = try SQLiteHubStorage(
      at: URL(fileURLWithPath: file), serving: false, time: now)
    let administration = HubAdministration(storage)
    let account = try await administration.addAccount(
      named: "load-\(UUID().uuidString.prefix(8))", limit: 1 << 40, at: now)
    let (code, _) = try await administration.pair(account, at: now)
    try await storage.close()
    return code.text
  }

  func push(_ body: Data) throws {
    let answer = try socket.exchange(
      head("POST", "push", length: body.count, accept: "*/*") + body)
    guard answer.status == 200, answer.body.range(of: Data("\"refused\":[]".utf8)) != nil else {
      throw Refused(
        description: "\(answer.status) \(String(decoding: answer.body.prefix(300), as: UTF8.self))")
    }
  }

  /// Returns the head of a request for the account's zone.
  func head(_ method: String, _ path: String, length: Int, accept: String) -> Data {
    let text = """
      \(method) /sync/1/zones/iCloud.load/\(path) HTTP/1.1\r
      Host: 127.0.0.1:\(port)\r
      Authorization: Bearer \(token)\r
      Accept: \(accept)\r
      Content-Length: \(length)\r
      \r\n
      """
    return Data(text.utf8)
  }
}
