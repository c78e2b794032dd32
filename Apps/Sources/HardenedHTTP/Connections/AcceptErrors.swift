import NIOCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Keeps a server listening when a connection cannot be accepted, because the client has left already
/// or because the process has no descriptor left.
///
/// Without this handler such an error ends the server.
final class AcceptErrors: ChannelDuplexHandler {
  typealias InboundIn = any Channel
  typealias InboundOut = any Channel
  typealias OutboundIn = Never
  typealias OutboundOut = Never

  private let connections: ConnectionLimit
  private var isWaiting = false
  private var wantsRead = false

  init(_ connections: ConnectionLimit) { self.connections = connections }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? IOError else { return context.fireErrorCaught(error) }
    switch error.errnoCode {
    case ECONNABORTED, EINTR: break
    case EMFILE, ENFILE, ENOBUFS, ENOMEM: wait(context)
    default: context.fireErrorCaught(error)
    }
  }

  func read(context: ChannelHandlerContext) {
    if isWaiting {
      wantsRead = true
    } else {
      context.read()
    }
  }

  /// Closes one connection, and accepts none for a moment. The system repeats the error for as long as
  /// a client waits.
  private func wait(_ context: ChannelHandlerContext) {
    connections.closeOne(at: .now())
    if isWaiting { return }
    isWaiting = true
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    context.eventLoop.scheduleTask(in: .milliseconds(50)) {
      let (this, context) = bound.value
      this.isWaiting = false
      if this.wantsRead {
        this.wantsRead = false
        context.read()
      }
    }
  }
}
