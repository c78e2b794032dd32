public import HummingbirdCore
public import NIOCore

/// The parts of a server that hold its clients to limits.
///
/// ```swift
/// let hardened = HardenedServer(ServerLimits())
/// let application = Application(
///   router: router,
///   server: hardened.channels,
///   configuration: ApplicationConfiguration(
///     address: address, availableConnectionsDelegate: hardened.connections),
///   onServerRunning: { channel in await hardened.protect(channel) }
/// )
/// defer { hardened.connections.end() }
/// try await application.runService()
/// ```
public struct HardenedServer: Sendable {
  public let limits: ServerLimits
  /// The connections of the server.
  public let connections: ConnectionLimit
  /// The number of responses that are streams.
  public let streams: StreamLimit

  public init(_ limits: ServerLimits) {
    self.limits = limits
    connections = ConnectionLimit(limits.connections)
    streams = StreamLimit(limits.streams)
  }

  /// The channels of the server's connections.
  public var channels: HTTPServerBuilder {
    HTTPServerBuilder { [limits, connections] responder in
      GuardedHTTPChannel(limits: limits, connections: connections, responder: responder)
    }
  }

  /// Keeps the listening channel open when a connection cannot be accepted.
  public func protect(_ channel: any Channel) async {
    // It fails only if the channel is closed already.
    try? await channel.eventLoop.submit { [connections] in
      try channel.pipeline.syncOperations.addHandler(
        AcceptErrors(connections), position: .first)
    }.get()
  }
}
