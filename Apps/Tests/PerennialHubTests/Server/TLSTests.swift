import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import PerennialHub
import Testing

@Suite("A hub with a certificate", .timeLimit(.minutes(1)))
struct TLSTests {
  /// A certificate for localhost that is its own authority. It is for tests only.
  private static func file(_ name: String) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../Fixtures/\(name)").standardizedFileURL
  }

  @Test("It answers over TLS, and not without")
  func exchange() async throws {
    let (chain, key) = (Self.file("localhost.pem"), Self.file("localhost-key.pem"))
    try await withHub(configuring: {
      $0.certificate = HubCertificate(chain: chain, key: key)
    }) { hub in
      let text = try await Self.answer(of: hub.port, trusting: chain)
      #expect(text.hasPrefix("HTTP/1.1 200 OK") && text.contains("\"versions\":[1]"))
      await #expect(throws: (any Error).self) { try await hub.stranger.get("/sync") }
    }
  }

  private static func answer(of port: Int, trusting chain: URL) async throws -> String {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile(chain.path))
    let context = try NIOSSLContext(configuration: configuration)
    let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(
            NIOSSLClientHandler(context: context, serverHostname: "localhost"))
          return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    return try await channel.executeThenClose { inbound, outbound in
      let request = "GET /sync HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n"
      try await outbound.write(ByteBuffer(string: request))
      var text = ""
      for try await part in inbound {
        text += String(buffer: part)
        if text.contains("}") { break }
      }
      return text
    }
  }
}
