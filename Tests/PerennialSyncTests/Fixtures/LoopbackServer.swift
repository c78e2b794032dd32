import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A small HTTP server on the loopback interface, whose answers a test chooses.
final class LoopbackServer: Sendable {
  struct Request: Sendable {
    let method: String
    let target: String
    let headers: [String: String]
    let body: String
    /// The number of bytes of the whole request.
    let byteCount: Int
  }

  enum Answer: Sendable {
    case json(Int, String, headers: [String: String] = [:])
    /// Answers without a body, and ends the connection without notice.
    case last(Int)
    /// Ends the connection without an answer.
    case cut
    /// Answers nothing until the client leaves.
    case silence
    /// Sends these bytes as they are, with a pause before each part, and ends the connection.
    case raw([[UInt8]], pause: TimeInterval = 0)
  }

  struct NoSocket: Error {}

  let port: Int
  private let socket: Int32
  private let requests = Mutex<[Request]>([])
  private let connections = Mutex(0)
  private let isStopped = Mutex(false)
  private let keepAlive: Duration
  private let readingPause: TimeInterval
  private let handler: @Sendable (Request) -> Answer

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - family: The version of IP: `AF_INET` or `AF_INET6`.
  ///   - keepAlive: The time without a request after which the server ends a connection.
  ///   - readingPause: The seconds before the server takes the next 64 KiB of a request.
  init(
    family: Int32 = AF_INET, keepAlive: Duration = .seconds(3600), readingPause: TimeInterval = 0,
    _ handler: @escaping @Sendable (Request) -> Answer
  ) throws {
    (self.handler, self.keepAlive, self.readingPause) = (handler, keepAlive, readingPause)
    #if canImport(Darwin)
    let kind = SOCK_STREAM
    #else
    let kind = Int32(SOCK_STREAM.rawValue)
    #endif
    socket = Self.open(family, kind)
    guard socket >= 0, let port = family == AF_INET ? Self.bindIPv4(socket) : Self.bindIPv6(socket)
    else { throw NoSocket() }
    self.port = port
    Thread.detachNewThread { [self] in accept() }
  }

  /// Gives a socket a free port of this machine, and returns the port.
  private static func bindIPv4(_ socket: Int32) -> Int? {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return listen(on: &address, socket) ? Int(UInt16(bigEndian: address.sin_port)) : nil
  }

  private static func bindIPv6(_ socket: Int32) -> Int? {
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_addr = in6addr_loopback
    return listen(on: &address, socket) ? Int(UInt16(bigEndian: address.sin6_port)) : nil
  }

  private static func listen<Address>(on address: inout Address, _ socket: Int32) -> Bool {
    var length = socklen_t(MemoryLayout<Address>.size)
    return withUnsafeMutableBytes(of: &address) { bytes in
      guard let address = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else {
        return false
      }
      return bind(socket, address, length) == 0 && Self.listen(socket) == 0
        && getsockname(socket, address, &length) == 0
    }
  }

  private static func open(_ family: Int32, _ kind: Int32) -> Int32 {
    #if canImport(Darwin)
    Darwin.socket(family, kind, 0)
    #elseif canImport(Glibc)
    Glibc.socket(family, kind, 0)
    #else
    Musl.socket(family, kind, 0)
    #endif
  }

  private static func listen(_ socket: Int32) -> Int32 {
    #if canImport(Darwin)
    Darwin.listen(socket, 16)
    #elseif canImport(Glibc)
    Glibc.listen(socket, 16)
    #else
    Musl.listen(socket, 16)
    #endif
  }

  /// The requests up to now.
  var received: [Request] { requests.withLock { $0 } }

  /// The number of connections up to now.
  var connectionCount: Int { connections.withLock { $0 } }

  /// Ends the server. Its socket is closed afterwards, and its number can be that of another one.
  func stop() {
    let wasStopped = isStopped.withLock { isStopped in
      defer { isStopped = true }
      return isStopped
    }
    if !wasStopped { _ = shutdown(socket, Int32(SHUT_RDWR)) }
  }

  private func accept() {
    defer { close(socket) }
    while true {
      let client = takeConnection()
      guard client >= 0 else { return }
      connections.withLock { $0 += 1 }
      Thread.detachNewThread { [self] in serve(client) }
    }
  }

  private func takeConnection() -> Int32 {
    #if canImport(Darwin)
    Darwin.accept(socket, nil, nil)
    #elseif canImport(Glibc)
    Glibc.accept(socket, nil, nil)
    #else
    Musl.accept(socket, nil, nil)
    #endif
  }

  private func serve(_ client: Int32) {
    defer { close(client) }
    limitWaiting(client, to: keepAlive)
    var bytes = Data()
    while let request = next(&bytes, from: client) {
      requests.withLock { $0.append(request) }
      switch handler(request) {
      case .cut: return
      case .silence:
        limitWaiting(client, to: .zero)
        var byte: UInt8 = 0
        while recv(client, &byte, 1, 0) > 0 {}
        return
      case .last(let status):
        _ = deliver("HTTP/1.1 \(status) Status\r\n\r\n", to: client)
        return
      case .raw(let parts, let pause):
        for part in parts {
          Thread.sleep(forTimeInterval: pause)
          guard deliver(part, to: client) else { return }
        }
        return
      case .json(let status, let text, let headers):
        var answer = "HTTP/1.1 \(status) Status\r\n"
        for (name, value) in headers { answer += "\(name): \(value)\r\n" }
        if status != 204 { answer += "Content-Length: \(text.utf8.count)\r\n" }
        guard deliver(answer + "\r\n" + (status == 204 ? "" : text), to: client) else { return }
      }
    }
  }

  /// Sends a text. Returns `false` if the client has left.
  private func deliver(_ text: String, to client: Int32) -> Bool {
    deliver(Array(text.utf8), to: client)
  }

  private func deliver(_ all: [UInt8], to client: Int32) -> Bool {
    var sent = 0
    while sent < all.count {
      let count = all[sent...].withUnsafeBytes { send(client, $0.baseAddress, $0.count, flags) }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// Limits the time in which a byte of the client has to arrive. Zero is no limit.
  private func limitWaiting(_ client: Int32, to duration: Duration) {
    let (seconds, attoseconds) = duration.components
    var limit = timeval(
      tv_sec: Int(seconds), tv_usec: numericCast(attoseconds / 1_000_000_000_000))
    _ = setsockopt(
      client, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  private var flags: Int32 {
    #if canImport(Darwin)
    0
    #else
    Int32(MSG_NOSIGNAL)
    #endif
  }

  private func next(_ bytes: inout Data, from client: Int32) -> Request? {
    let end = Data("\r\n\r\n".utf8)
    while true {
      if let range = bytes.range(of: end) {
        let lines = String(decoding: bytes[..<range.lowerBound], as: UTF8.self)
          .components(separatedBy: "\r\n")
        let fields = lines.dropFirst().compactMap { line -> (String, String)? in
          guard let colon = line.firstIndex(of: ":") else { return nil }
          let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
          return (line[..<colon].lowercased(), value)
        }
        let headers = Dictionary(fields) { first, _ in first }
        if let (body, bodyEnd) = Self.body(of: bytes, from: range.upperBound, headers) {
          let count = bytes.distance(from: bytes.startIndex, to: bodyEnd)
          bytes = Data(bytes[bodyEnd...])
          let words = (lines.first ?? "").split(separator: " ").map(String.init)
          guard words.count == 3 else { return nil }
          return Request(
            method: words[0], target: words[1], headers: headers, body: body, byteCount: count)
        }
      }
      Thread.sleep(forTimeInterval: readingPause)
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      let count = recv(client, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      bytes.append(contentsOf: buffer[..<count])
    }
  }

  /// Returns the body of a request, and its end; nil if it is not complete.
  private static func body(
    of bytes: Data, from start: Data.Index, _ headers: [String: String]
  ) -> (String, Data.Index)? {
    guard headers["transfer-encoding"] == "chunked" else {
      let length = headers["content-length"].flatMap { Int($0) } ?? 0
      guard bytes.distance(from: start, to: bytes.endIndex) >= length else { return nil }
      let end = bytes.index(start, offsetBy: length)
      return (String(decoding: bytes[start..<end], as: UTF8.self), end)
    }
    var (body, next) = (Data(), start)
    while let line = bytes[next...].range(of: Data("\r\n".utf8)) {
      let digits = String(decoding: bytes[next..<line.lowerBound], as: UTF8.self)
      guard let count = Int(digits, radix: 16) else { return nil }
      // Each part ends with an empty line.
      guard bytes.distance(from: line.upperBound, to: bytes.endIndex) >= count + 2 else {
        return nil
      }
      let end = bytes.index(line.upperBound, offsetBy: count)
      body.append(bytes[line.upperBound..<end])
      next = bytes.index(end, offsetBy: 2)
      if count == 0 { return (String(decoding: body, as: UTF8.self), next) }
    }
    return nil
  }
}
