import CookbookModel
import Foundation
import NIOCore
import Programs
import Testing

@testable import HardenedHTTP

@Suite("Compressed responses", .timeLimit(.minutes(1)))
struct CompressionTests {
  /// Returns what Debian's gzip makes of compressed bytes.
  private func decompressed(_ bytes: ByteBuffer) throws -> Data {
    let directory = URL.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let file = directory.appending(path: "content.gz")
    try Data(bytes.readableBytesView).write(to: file)
    let process = Process()
    process.executableURL = URL(filePath: "/bin/gzip")
    process.arguments = ["-d", file.path]
    try process.start()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return try Data(contentsOf: directory.appending(path: "content"))
  }

  private func compressed(_ parts: [Data]) throws -> ByteBuffer {
    let encoder = try GzipEncoder()
    var output = ByteBuffer()
    for part in parts {
      output.writeImmutableBuffer(try encoder.encode(ByteBuffer(bytes: part), isLast: false))
    }
    output.writeImmutableBuffer(try encoder.encode(ByteBuffer(), isLast: true))
    return output
  }

  @Test(
    "gzip reads what was compressed in parts of any size", arguments: 1...12 as ClosedRange<UInt64>)
  func parts(seed: UInt64) throws {
    var state = seed
    func random(_ limit: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % limit
    }
    let parts = (0..<random(6)).map { _ in
      let (size, letters) = (random(100_000), random(255) + 1)
      return Data((0..<size).map { _ in UInt8(random(letters)) })
    }
    let whole = parts.reduce(into: Data()) { $0 += $1 }
    #expect(try decompressed(compressed(parts)) == whole)
  }

  @Test("The recipes' page is compressed to less than 40 KB, and is the same page")
  func page() async throws {
    try await withServer { client, _ in
      let plain = try await client.get("/", headers: ["Accept-Encoding": "identity"])
      #expect(plain.headers["content-encoding"] == nil)
      #expect(plain.headers["vary"] == "Accept-Encoding")
      let packed = try await client.get("/", headers: ["Accept-Encoding": "gzip"])
      #expect(packed.headers["content-encoding"] == "gzip")
      #expect(packed.text == plain.text && plain.text.utf8.count > 100_000)
      #expect(try compressed([Data(plain.text.utf8)]).readableBytes < 40_000)
      // Short answers, and heads, are sent as they are.
      let short = try await client.get("/api/tags/nothing", headers: ["Accept-Encoding": "gzip"])
      #expect(short.headers["content-encoding"] == nil)
      let head = try await client.send("HEAD", "/", headers: ["Accept-Encoding": "gzip"])
      #expect(head.status == 200 && head.headers["content-encoding"] == nil)
    }
  }

  @Test("A browser's copy of a compressed asset is still the newest one")
  func assets() async throws {
    try await withServer { client, _ in
      let first = try await client.get(
        "/assets/cookbook.css", headers: ["Accept-Encoding": "gzip"])
      let tag = try #require(first.headers["etag"])
      #expect(tag.hasPrefix("W/\""))
      for known in [tag, String(tag.dropFirst(2))] {
        let again = try await client.get(
          "/assets/cookbook.css", headers: ["Accept-Encoding": "gzip", "If-None-Match": known])
        #expect(again.status == 304)
      }
    }
  }

  @Test(
    "The header of the client decides",
    arguments: [
      ("gzip", true), ("deflate, gzip;q=0.5, br", true), ("*", true), ("GZIP", true), ("", false),
      ("br", false), ("gzip;q=0", false), ("gzip; q=0.0", false), ("identity", false),
      ("x-gzip-like", false), ("*;q=0, gzip", true), ("*, gzip;q=0", false),
    ])
  func header(value: String, isAccepted: Bool) {
    #expect(CompressedResponses<BasicConnectionRequestContext>.acceptsGzip([value]) == isAccepted)
  }
}
