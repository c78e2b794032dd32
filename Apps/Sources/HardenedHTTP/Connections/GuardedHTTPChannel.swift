import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// HTTP/1.1 on a connection that has a ``ConnectionGuard``.
struct GuardedHTTPChannel: HTTPChannelHandler {
  typealias Value = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

  let limits: ServerLimits
  let connections: ConnectionLimit
  let responder: Responder

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    channel.eventLoop.makeCompletedFuture {
      var decoder = NIOHTTPDecoderLimitConfiguration()
      decoder.maxHeaderFieldSize = limits.headSize
      decoder.maxHeaderListSize = limits.headSize
      decoder.maxHeaderFieldCount = limits.headerFields
      let connection = ConnectionGuard(limits, connections)
      let pipeline = channel.pipeline.syncOperations
      try pipeline.addHandler(ReceivedBytes(connection))
      try pipeline.configureHTTPServerPipeline(
        withPipeliningAssistance: false,
        withErrorHandling: false,
        withOutboundHeaderValidation: false,
        withEncoderConfiguration: .init(),
        withDecoderLimitConfiguration: decoder
      )
      try pipeline.addHandler(EarlierHTTPVersion())
      try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
      try pipeline.addHandler(connection)
      try pipeline.addHandler(HTTPConnectionStateHandler(logger: logger))
      let value = try Value(
        wrappingChannelSynchronously: channel,
        configuration: .init(isOutboundHalfClosureEnabled: true)
      )
      // A server that ends releases a connection that it has just accepted. NIO traps if that happens before the
      // connection is closed.
      channel.closeFuture.whenComplete { _ in withExtendedLifetime(value) {} }
      return value
    }
  }

  func handle(value: Value, logger: Logger) async {
    await handleHTTP(asyncChannel: value, logger: logger)
  }
}
