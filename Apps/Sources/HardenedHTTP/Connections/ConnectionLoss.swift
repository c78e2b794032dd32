import NIOCore
import NIOHTTP1

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The reason for which a server has given up a request that is not complete.
public enum ConnectionLoss: Error, Sendable {
  /// The client took too long to send the request.
  case timedOut
  /// The head of the request is larger than the server allows.
  case tooLarge
  /// The request isn't HTTP, or ended early.
  case malformed
}

extension Error {
  /// A Boolean value that indicates whether the error was caused by a client that left, took too long or
  /// sent something that isn't HTTP. It isn't a fault of the server.
  public var isConnectionLoss: Bool {
    switch self {
    case is ConnectionLoss, is HTTPParserError, is CancellationError: true
    case let error as IOError:
      [ECONNRESET, ECONNABORTED, EPIPE, ENOTCONN, ETIMEDOUT, ESHUTDOWN].contains(error.errnoCode)
    case let error as ChannelError:
      switch error {
      case .ioOnClosedChannel, .alreadyClosed, .eof, .inputClosed, .outputClosed: true
      default: false
      }
    default: false
    }
  }
}
