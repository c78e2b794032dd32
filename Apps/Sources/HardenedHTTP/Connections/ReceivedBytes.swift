import NIOCore

/// Reports bytes to the guard of a connection before they are parsed, and discards those that follow the
/// last request.
final class ReceivedBytes: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let connection: ConnectionGuard

  init(_ connection: ConnectionGuard) { self.connection = connection }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard connection.receive(unwrapInboundIn(data).readableBytes) else { return }
    context.fireChannelRead(data)
    connection.checkSize()
  }
}
