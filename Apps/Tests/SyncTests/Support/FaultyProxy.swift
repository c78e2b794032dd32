import NIOCore
import NIOPosix
import Synchronization

/// A TCP proxy that delays bytes, and cuts and refuses connections.
final class FaultyProxy: Sendable {
  struct Faults: Sendable {
    /// The delay of each part of an answer or a request.
    var delay = TimeAmount.zero
    /// The part of all transfers after which the connection is cut, in percent.
    var cutPercent = 0
    /// `true` if no connection is accepted.
    var isDown = false
  }

  private struct State {
    var faults = Faults()
    var open: [ObjectIdentifier: any Channel] = [:]
    var cuts = 0
    /// The port to which new connections lead.
    var port = 0
  }

  private let state = Mutex(State())
  private let server: Mutex<(any Channel)?> = Mutex(nil)

  /// Starts a proxy before a port of the loopback interface. Returns its own port.
  func start(before port: Int) async throws -> Int {
    redirect(to: port)
    let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelOption(.autoRead, value: true)
      .childChannelInitializer { [self] client in
        if state.withLock({ $0.faults.isDown }) { return client.close() }
        return connect(client, to: state.withLock { $0.port })
      }
    let channel = try await bootstrap.bind(host: "127.0.0.1", port: 0).get()
    server.withLock { $0 = channel }
    return channel.localAddress?.port ?? 0
  }

  /// Lets new connections lead to another port.
  func redirect(to port: Int) { state.withLock { $0.port = port } }

  func stop() async throws {
    cutAll()
    let channel = server.withLock { $0.take() }
    try await channel?.close()
  }

  func set(_ faults: Faults) {
    state.withLock { $0.faults = faults }
    if faults.isDown { cutAll() }
  }

  /// Cuts all connections.
  func cutAll() {
    let open = state.withLock { Array($0.open.values) }
    for channel in open { channel.close(promise: nil) }
  }

  /// The number of connections that were cut after a part of a transfer.
  var cutCount: Int { state.withLock { $0.cuts } }

  private func connect(_ client: any Channel, to port: Int) -> EventLoopFuture<Void> {
    let id = ObjectIdentifier(client)
    state.withLock { $0.open[id] = client }
    client.closeFuture.whenComplete { [self] _ in
      state.withLock { _ = $0.open.removeValue(forKey: id) }
    }
    return ClientBootstrap(group: client.eventLoop)
      .channelInitializer { [self] hub in
        hub.pipeline.addHandler(Relay(to: client, proxy: self))
      }
      .connect(host: "127.0.0.1", port: port)
      .flatMap { [self] hub in client.pipeline.addHandler(Relay(to: hub, proxy: self)) }
  }

  /// Decides on a transfer. Returns nil to cut the connection.
  fileprivate func delayOfTransfer() -> TimeAmount? {
    state.withLock { state in
      guard Int.random(in: 0..<100) >= state.faults.cutPercent else {
        state.cuts += 1
        return nil
      }
      return state.faults.delay
    }
  }

  private final class Relay: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private let target: any Channel
    private let proxy: FaultyProxy

    init(to target: any Channel, proxy: FaultyProxy) {
      self.target = target
      self.proxy = proxy
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let buffer = unwrapInboundIn(data)
      guard let delay = proxy.delayOfTransfer() else { return context.close(promise: nil) }
      let target = target
      if delay == .zero {
        target.writeAndFlush(buffer, promise: nil)
      } else {
        target.eventLoop.scheduleTask(in: delay) { target.writeAndFlush(buffer, promise: nil) }
      }
    }

    func channelInactive(context: ChannelHandlerContext) { target.close(promise: nil) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }
  }
}
