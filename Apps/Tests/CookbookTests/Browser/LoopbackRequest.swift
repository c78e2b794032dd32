import Foundation

/// One HTTP request to a port of this machine, on a connection of its own.
///
/// `URLSession` does not read the driver's answers: there is no blank behind the colons of its headers.
struct LoopbackRequest: Sendable {
  struct Failure: Error {
    let message: String
  }

  let port: Int
  let method: String
  let path: String
  let body: Data

  /// The body of the answer. Whoever waits for it holds no thread of the tasks' own.
  func answer() async throws -> Data {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(with: Result { try wait() })
      }
    }
  }

  private func wait() throws -> Data {
    let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard connection >= 0 else { throw failure("no socket") }
    defer { close(connection) }
    var limit = timeval(tv_sec: 60, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    try connect(connection)
    let head = """
      \(method) \(path) HTTP/1.1\r
      Host: 127.0.0.1:\(port)\r
      Content-Type: application/json\r
      Content-Length: \(body.count)\r
      Connection: close\r
      \r

      """
    try send(Data(head.utf8) + body, on: connection)
    return try receive(from: connection)
  }

  private func connect(_ connection: Int32) throws {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(truncatingIfNeeded: port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw failure("no connection") }
  }

  private func send(_ data: Data, on connection: Int32) throws {
    var rest = data[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw failure("not sent") }
      rest = rest.dropFirst(count)
    }
  }

  private func receive(from connection: Int32) throws -> Data {
    var received = Data()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      if let end = received.range(of: Data("\r\n\r\n".utf8)) {
        let head = String(decoding: received[..<end.lowerBound], as: UTF8.self).lowercased()
        guard let match = head.firstMatch(of: /content-length: *(\d+)/), let length = Int(match.1)
        else { throw failure("an answer without a length: \(head)") }
        let content = received[end.upperBound...]
        if content.count >= length { return Data(content.prefix(length)) }
      }
      let count = read(connection, &buffer, buffer.count)
      guard count > 0 else { throw failure("the answer ended early") }
      received += buffer[..<count]
    }
  }

  private func failure(_ what: String) -> Failure {
    Failure(message: "\(method) \(path): \(what): \(String(cString: strerror(errno)))")
  }
}
