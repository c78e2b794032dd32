import NIOCore
import Synchronization
import Testing

@testable import HardenedHTTP

@Suite("The choice of connections to close")
struct ConnectionLimitTests {
  /// A connection of a crowd.
  struct Member: Sendable {
    var name: String
    var phase: ConnectionPhase
    /// The time since the phase began.
    var age: TimeAmount
    var network = "192.0.2.1"
  }

  /// Opens connections one after another, and looks for more to close after a time.
  ///
  /// - Returns: The names of those that are closed, in this order.
  private func closed(
    _ members: [Member], limit: Int, after time: TimeAmount = .zero
  ) throws -> [String] {
    let connections = ConnectionLimit(limit)
    let now = NIODeadline.now()
    let names = Mutex<[String]>([])
    for member in members {
      let network = ClientNetwork(try SocketAddress(ipAddress: member.network, port: 1))
      let since = now - member.age
      let id = connections.add(network, at: since) {
        names.withLock { $0.append(member.name) }
      }
      connections.update(id, to: member.phase, at: since)
    }
    for _ in members { connections.opened(at: now) }
    connections.makeRoom(at: now + time)
    return names.withLock { $0 }
  }

  @Test("13.23 Below the limit, no connection is closed")
  func few() throws {
    let members = (1...4).map { Member(name: "\($0)", phase: .head, age: .seconds(60)) }
    #expect(try closed(members, limit: 4) == [])
  }

  @Test("13.23 The phase of a connection decides first, then its network, then its age")
  func order() throws {
    let members = [
      Member(name: "responding", phase: .responding, age: .seconds(60)),
      Member(name: "young", phase: .head, age: .seconds(0)),
      Member(name: "upload", phase: .body, age: .seconds(3)),
      Member(name: "stalled", phase: .stalled, age: .seconds(5)),
      Member(name: "idle", phase: .idle, age: .seconds(1)),
      Member(name: "older idle", phase: .idle, age: .seconds(9)),
      Member(name: "half-open", phase: .head, age: .seconds(2)),
      Member(name: "silent", phase: .opened, age: .seconds(4)),
      Member(
        name: "upload of another network", phase: .body, age: .seconds(50), network: "192.0.2.2"),
      Member(
        name: "half-open of another network", phase: .head, age: .seconds(50), network: "192.0.2.2"),
    ]
    let expected = [
      "silent", "half-open", "half-open of another network", "older idle", "idle", "stalled",
      "upload", "upload of another network",
    ]
    #expect(try closed(members, limit: 1) == expected)
    #expect(try closed(members, limit: 6) == Array(expected.prefix(4)))
    // A connection whose response is being made stays, even beyond the limit.
    #expect(try closed(members, limit: 0) == expected)
  }

  @Test("13.23 New connections have time for a request, and the oldest are closed after it")
  func newConnections() throws {
    let members = (0..<20).map {
      Member(name: "\($0)", phase: .opened, age: .milliseconds(Int64(100 - $0)))
    }
    #expect(try closed(members, limit: 17) == [])
    #expect(try closed(members, limit: 17, after: ConnectionLimit.youth) == ["0", "1", "2"])
  }

  @Test(
    "13.23 Addresses of one IPv6 network count together, and a mapped address is its IPv4 address")
  func networks() throws {
    func network(_ address: String) throws -> ClientNetwork {
      ClientNetwork(try SocketAddress(ipAddress: address, port: 1))
    }
    #expect(try network("2001:db8:1:2::1") == network("2001:db8:1:2:3::4"))
    #expect(try network("2001:db8:1:2::1") != network("2001:db8:1:3::1"))
    #expect(try network("::ffff:192.0.2.1") == network("192.0.2.1"))
    #expect(try network("192.0.2.1") != network("192.0.2.2"))
  }

  @Test("13.23 A server accepts connections again when some are closed")
  func accepting() {
    let connections = ConnectionLimit(8)
    for _ in 0..<8 + ServerLimits.reserve { connections.connectionOpened() }
    #expect(!connections.isAcceptingNewConnections())
    connections.connectionClosed()
    #expect(connections.isAcceptingNewConnections())
  }

  @Test("A server that has ended closes its connections, and those that it has just accepted")
  func end() throws {
    let connections = ConnectionLimit(10)
    let now = NIODeadline.now()
    let network = ClientNetwork(try SocketAddress(ipAddress: "192.0.2.1", port: 1))
    let closed = Mutex<[String]>([])
    _ = connections.add(network, at: now) { closed.withLock { $0.append("open") } }
    connections.remove(connections.add(network, at: now) { closed.withLock { $0.append("gone") } })
    #expect(closed.withLock { $0 } == [])
    connections.end()
    _ = connections.add(network, at: now) { closed.withLock { $0.append("accepted") } }
    #expect(closed.withLock { $0 } == ["open", "accepted"])
  }
}
