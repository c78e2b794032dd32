import Foundation
import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import HardenedHTTP

@Suite("Connections that cannot be accepted")
struct AcceptErrorsTests {
  /// Counts how often a channel is asked for connections.
  private final class Reads: ChannelOutboundHandler {
    typealias OutboundIn = Never

    var count = 0

    func read(context: ChannelHandlerContext) {
      count += 1
      context.read()
    }
  }

  @Test(
    "13.23 A server without a free descriptor closes a connection, waits, and listens on",
    arguments: [EMFILE, ENFILE, ENOBUFS, ENOMEM])
  func exhausted(code: Int32) throws {
    let connections = ConnectionLimit(8)
    let closed = Mutex(0)
    _ = connections.add(ClientNetwork(nil), at: .now() - ConnectionLimit.youth) {
      closed.withLock { $0 += 1 }
    }
    let (channel, reads) = (EmbeddedChannel(), Reads())
    try channel.pipeline.syncOperations.addHandlers([reads, AcceptErrors(connections)])
    channel.pipeline.fireErrorCaught(IOError(errnoCode: code, reason: "accept"))
    try channel.throwIfErrorCaught()
    #expect(closed.withLock { $0 } == 1)
    channel.read()
    #expect(reads.count == 0)
    channel.embeddedEventLoop.advanceTime(by: .milliseconds(50))
    #expect(reads.count == 1)
    channel.read()
    #expect(reads.count == 2)
  }

  @Test(
    "13.23 A client that leaves before it is accepted does not end the server, and other errors do",
    arguments: [(ECONNABORTED, true), (EINTR, true), (EBADF, false), (EINVAL, false)])
  func others(code: Int32, isHarmless: Bool) throws {
    let channel = EmbeddedChannel(handler: AcceptErrors(ConnectionLimit(8)))
    channel.pipeline.fireErrorCaught(IOError(errnoCode: code, reason: "accept"))
    if isHarmless {
      try channel.throwIfErrorCaught()
    } else {
      #expect(throws: IOError.self) { try channel.throwIfErrorCaught() }
    }
  }
}
