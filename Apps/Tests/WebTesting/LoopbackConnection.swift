package import Foundation

/// A connection to a port of this machine, on which a test sends whatever bytes it likes.
///
/// All calls wait, so they belong on a thread of their own; see ``waiting(_:)``.
package final class LoopbackConnection {
  package struct Failure: Error {
    package let message: String

    package init(message: String) { self.message = message }
  }

  /// A response as it came over the wire.
  package struct Response: Sendable {
    package let status: Int
    /// The names in small letters.
    package let fields: [String: String]
    package let body: Data
  }

  private var socket: Int32
  private var received = Data()

  /// - Parameters:
  ///   - patience: The seconds that a call waits for the other side.
  ///   - window: The size of the buffer for what arrives; nil for that of the system.
  package init(to port: Int, patience: Int = 10, window: Int32? = nil) throws {
    // No program inherits it: its other end could not see that it is closed.
    socket = Glibc.socket(
      AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { throw Self.failure("no socket") }
    var limit = timeval(tv_sec: patience, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    if var window {
      setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &window, socklen_t(MemoryLayout<Int32>.size))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(truncatingIfNeeded: port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else {
      let failure = Self.failure("no connection")
      close()
      throw failure
    }
  }

  deinit { close() }

  package func close() {
    if socket >= 0 { Glibc.close(socket) }
    socket = -1
  }

  /// Tells the other side that nothing more is sent.
  package func finishSending() { shutdown(socket, Int32(SHUT_WR)) }

  /// Runs a block that waits, and that holds none of the threads that tasks need.
  package static func waiting<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      let thread = Thread {
        continuation.resume(with: Swift.Result { try body() })
      }
      thread.start()
    }
  }

  package func send(_ text: String) throws { try send(Data(text.utf8)) }

  package func send(_ data: Data) throws {
    var rest = data[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw Self.failure("not sent") }
      rest = rest.dropFirst(count)
    }
  }

  /// The next response; nil if the other side has closed the connection.
  package func response() throws -> Response? {
    while true {
      if let end = received.range(of: Data("\r\n\r\n".utf8)) {
        let lines = String(decoding: received[..<end.lowerBound], as: UTF8.self)
          .components(separatedBy: "\r\n")
        let fields = Dictionary(
          lines.dropFirst().compactMap { line -> (String, String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            return (line[..<colon].lowercased(), value)
          }, uniquingKeysWith: { $1 })
        let content = received[end.upperBound...]
        let length = fields["content-length"].flatMap(Int.init) ?? 0
        if content.count >= length {
          received = Data(content.dropFirst(length))
          let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
          return Response(status: status ?? 0, fields: fields, body: Data(content.prefix(length)))
        }
      }
      if try !read() { return nil }
    }
  }

  /// Waits until the other side closes the connection, in good order or not.
  package func waitForEnd() throws {
    while try read() {}
  }

  /// A Boolean value that indicates whether the connection is still open. Does not wait.
  package var isOpen: Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(socket, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      if count <= 0 { return count < 0 && errno == EAGAIN }
      received += buffer[..<count]
    }
  }

  /// Waits for bytes.
  ///
  /// - Returns: `false` at the end of the connection.
  private func read() throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(socket, &buffer, buffer.count, 0)
    if count > 0 {
      received += buffer[..<count]
      return true
    }
    if count == 0 || errno == ECONNRESET { return false }
    throw Self.failure("nothing arrived")
  }

  private static func failure(_ what: String) -> Failure {
    Failure(message: "\(what): \(String(cString: strerror(errno)))")
  }
}
