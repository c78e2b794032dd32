import Foundation
import NIOCore
import NIOPosix

/// A server that speaks only later versions of the protocol than this library.
struct LaterHub {
  let url: URL
  let folder: URL
  private let channel: any Channel

  struct DidNotStart: Error {}

  static func start() async throws -> LaterHub {
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { $0.pipeline.addHandler(Answer()) }
      .bind(host: "127.0.0.1", port: 0).get()
    guard let port = channel.localAddress?.port,
      let url = URL(string: "http://127.0.0.1:\(port)")
    else { throw DidNotStart() }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("perennial-sync-\(UUID().uuidString)", isDirectory: true)
    return LaterHub(url: url, folder: folder, channel: channel)
  }

  func stop() async throws {
    try await channel.close()
    try? FileManager.default.removeItem(at: folder)
  }

  private final class Answer: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let body = #"{"versions": [7], "hubTime": 1}"#
      let text = "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
    }
  }
}
