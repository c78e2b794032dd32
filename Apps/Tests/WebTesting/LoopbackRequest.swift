import Foundation

/// One HTTP request to a port of this machine, on a connection of its own.
///
/// `URLSession` does not read the driver's answers: there is no blank behind the colons of its headers.
struct LoopbackRequest: Sendable {
  let port: Int
  let method: String
  let path: String
  let body: Data

  /// Returns the body of the answer. Waiting for it blocks no thread of the tasks' own.
  func answer() async throws -> Data {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(with: Result { try wait() })
      }
    }
  }

  private func wait() throws -> Data {
    let connection = try LoopbackConnection(to: port, patience: 60)
    defer { connection.close() }
    let head = """
      \(method) \(path) HTTP/1.1\r
      Host: 127.0.0.1:\(port)\r
      Content-Type: application/json\r
      Content-Length: \(body.count)\r
      Connection: close\r
      \r

      """
    try connection.send(Data(head.utf8) + body)
    guard let response = try connection.response() else {
      throw LoopbackConnection.Failure(message: "\(method) \(path): the answer ended early")
    }
    return response.body
  }
}
