public import Hummingbird
public import NIOCore

/// The context of a request that knows both ends of its connection.
public protocol ConnectionRequestContext: RemoteAddressRequestContext {
  /// The address and the port that the client has connected to.
  var localAddress: SocketAddress? { get }
}

/// The context of a request with both ends of its connection, and nothing else.
public struct BasicConnectionRequestContext: ConnectionRequestContext {
  public var coreContext: CoreRequestContextStorage
  public let localAddress: SocketAddress?
  public let remoteAddress: SocketAddress?

  public init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    localAddress = source.channel.localAddress
    remoteAddress = source.channel.remoteAddress
  }
}
