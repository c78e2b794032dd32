package import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A connection to a hub, without an HTTP library: its own costs are small. One thread at a time uses it.
package struct HTTPSocket: Sendable {
  /// A call of the system that has failed.
  package struct Failure: Error, CustomStringConvertible {
    let operation: String
    let code: Int32

    package var description: String { "\(operation): \(String(cString: strerror(code)))" }
  }

  /// An answer to a request.
  package struct Answer {
    /// The status.
    package let status: Int
    /// The body.
    package let body: Data
  }

  private let descriptor: Int32

  /// Connects.
  ///
  /// - Parameter address: An IPv4 address.
  package init(to address: String = "127.0.0.1", port: Int) throws {
    #if canImport(Glibc)
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
    descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { throw Failure(operation: "socket", code: errno) }
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = in_port_t(UInt16(clamping: port).bigEndian)
    name.sin_addr.s_addr = inet_addr(address)
    let descriptor = descriptor
    let result = withUnsafePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else {
      let failure = Failure(operation: "connect", code: errno)
      close()
      throw failure
    }
    var isOn: Int32 = 1
    setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
    // A hub that hangs does not keep the load from ending.
    var limit = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  package func send(_ data: Data) throws {
    try data.withUnsafeBytes { bytes in
      var sent = 0
      while sent < bytes.count {
        let count = write(descriptor, bytes.baseAddress?.advanced(by: sent), bytes.count - sent)
        guard count > 0 else { throw Failure(operation: "write", code: errno) }
        sent += count
      }
    }
  }

  /// Returns some bytes, at least one.
  package func receive() throws -> Data {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(descriptor, &buffer, buffer.count)
    guard count > 0 else { throw Failure(operation: "read", code: count == 0 ? EPIPE : errno) }
    return Data(buffer.prefix(count))
  }

  /// Sends a request, and returns its answer, which has a `Content-Length`.
  package func exchange(_ request: Data) throws -> Answer {
    try send(request)
    var received = Data()
    while true {
      received += try receive()
      guard let end = received.range(of: Data("\r\n\r\n".utf8)) else { continue }
      let head = String(decoding: received[..<end.lowerBound], as: UTF8.self)
      let lines = head.split(separator: "\r\n")
      let length =
        lines.first { $0.lowercased().hasPrefix("content-length:") }
        .flatMap { Int($0.dropFirst(15).filter(\.isNumber)) } ?? 0
      if received.count - end.upperBound < length { continue }
      let status = head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
      return Answer(status: status, body: Data(received[end.upperBound...]))
    }
  }

  package func close() {
    #if canImport(Glibc)
    _ = Glibc.close(descriptor)
    #elseif canImport(Musl)
    _ = Musl.close(descriptor)
    #elseif canImport(Darwin)
    _ = Darwin.close(descriptor)
    #endif
  }
}
