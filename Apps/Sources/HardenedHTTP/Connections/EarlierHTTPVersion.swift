import NIOCore
import NIOHTTP1

/// Answers requests of HTTP/1.0 in a form that their clients can read.
///
/// Such a client knows no chunks (RFC 9112, section 6.1). Its answer has a length, or ends with the connection, which is
/// not kept open (9.3).
final class EarlierHTTPVersion: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// The versions of the requests that have no answer yet, the first one first.
  private var versions: [HTTPVersion] = []

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
    versions.append(head.version)
    if head.version.isEarlier { head.headers.replaceOrAdd(name: "connection", value: "close") }
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard let version = versions.first, version.isEarlier else {
      if case .end = unwrapOutboundIn(data), !versions.isEmpty { versions.removeFirst() }
      return context.write(data, promise: promise)
    }
    switch unwrapOutboundIn(data) {
    case .head(var head):
      // An answer of this version without a length is not cut into chunks.
      head.version = .http1_0
      head.headers.replaceOrAdd(name: "connection", value: "close")
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .body: context.write(data, promise: promise)
    case .end:
      versions.removeFirst()
      let written = promise ?? context.eventLoop.makePromise()
      context.write(data, promise: written)
      let channel = context.channel
      written.futureResult.whenComplete { _ in channel.close(promise: nil) }
    }
  }
}

extension HTTPVersion {
  /// `true` if the version has neither chunks nor connections that stay open.
  fileprivate var isEarlier: Bool { major < 1 || major == 1 && minor < 1 }
}
