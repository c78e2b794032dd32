import NIOCore
import NIOPosix

/// A connection to a hub, on which a test sends and receives whatever bytes it likes.
struct RawConnection {
  let inbound: NIOAsyncChannelInboundStream<ByteBuffer>
  let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>

  /// Sends a text.
  ///
  /// - Returns: `false` if the hub has closed the connection.
  func send(_ text: String) async -> Bool {
    (try? await outbound.write(ByteBuffer(string: text))) != nil
  }

  /// Receives until the hub closes the connection.
  ///
  /// - Returns: The number of bytes, and the text that they begin with.
  func receiveAll() async -> (count: Int, head: String) {
    var (count, head) = (0, "")
    do {
      for try await part in inbound {
        count += part.readableBytes
        if head.utf8.count < 512 { head += String(buffer: part).prefix(512) }
      }
    } catch {
      // A connection that is reset has ended too.
    }
    return (count, head)
  }
}

/// Connects to a hub, and closes the connection after `body`. Bytes that `body` does not take are not read.
func withRawConnection<Result: Sendable>(
  to port: Int, _ body: @escaping @Sendable (RawConnection) async throws -> Result
) async throws -> Result {
  let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
    .channelOption(.socketOption(.so_rcvbuf), value: 16 * 1024)
    .connect(host: "127.0.0.1", port: port) { channel in
      channel.eventLoop.makeCompletedFuture {
        try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
      }
    }
  return try await channel.executeThenClose { inbound, outbound in
    try await body(RawConnection(inbound: inbound, outbound: outbound))
  }
}
