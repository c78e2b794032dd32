import Crypto
import Foundation
import PerennialRecords
@testable import PerennialSync
import SyncTesting
import Testing

@Suite("Assets on a hub", .serialized, .timeLimit(.minutes(1)))
struct AssetTransferTests {
  private func asset(of data: Data) throws -> RecordAsset {
    let digits = Crypto.SHA256.hash(data: data).map { byte in
      String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }
    return try #require(RecordAsset(checksum: digits.joined(), byteCount: data.count))
  }

  @Test(
    "A file is sent once, and downloaded with a check of its bytes",
    arguments: HTTPClientKind.allCases)
  func transfer(client: HTTPClientKind) async throws {
    try await withHub { running in
      let (_, hub) = try await running.device(1)
      let transport = try HTTPTransport(hub, zone: "iCloud.example", client: client) { _ in }
      let file = running.file("photo")
      let bytes = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
      try bytes.write(to: file)
      let asset = try asset(of: bytes)
      #expect(try await !transport.hasAsset(asset))
      try await transport.uploadAsset(asset, from: file)
      #expect(try await transport.hasAsset(asset))
      #expect(try await hub.account.usage().bytes >= 300_000)
      try await transport.uploadAsset(asset, from: running.file("nothing"))

      let copy = running.file("copy")
      #expect(try await transport.downloadAsset(asset, to: copy))
      #expect(try Data(contentsOf: copy) == bytes)

      // The beginning is there already. Only the rest has to arrive.
      let resumed = running.file("resumed")
      try bytes.prefix(200_000).write(to: resumed.appendingPathExtension("partial"))
      #expect(try await transport.downloadAsset(asset, to: resumed))
      #expect(try Data(contentsOf: resumed) == bytes)

      // Other bytes, or too many of them, are replaced.
      for count in [1000, 300_000, 400_000] {
        let other = running.file("other\(count)")
        try Data(repeating: 7, count: count).write(to: other.appendingPathExtension("partial"))
        #expect(try await transport.downloadAsset(asset, to: other))
        #expect(try Data(contentsOf: other) == bytes)
      }

      let unknown = try #require(
        RecordAsset(checksum: String(repeating: "0", count: 64), byteCount: 1))
      #expect(try await !transport.downloadAsset(unknown, to: running.file("missing")))
    }
  }

  #if os(Linux)
  @Test("A large file is sent and received in pieces: the process needs less memory than its size")
  func memory() async {
    await #expect(processExitsWith: .success) {
      try await withHub { running in
        let (_, hub) = try await running.device(1)
        let transport = try HTTPTransport(hub, zone: "iCloud.example")
        let (file, copy) = (running.file("film"), running.file("copy"))
        let part = Data((0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
        #expect(FileManager.default.createFile(atPath: file.path, contents: nil))
        let handle = try FileHandle(forWritingTo: file)
        var hash = Crypto.SHA256()
        for _ in 0..<40 {
          try handle.write(contentsOf: part)
          hash.update(data: part)
        }
        try handle.close()
        let digits = hash.finalize().map { byte in
          String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }
        let asset = try #require(
          RecordAsset(checksum: digits.joined(), byteCount: 40 << 20))
        let before = try Self.peakOfMemory()
        try await transport.uploadAsset(asset, from: file)
        #expect(try await transport.downloadAsset(asset, to: copy))
        let growth = try Self.peakOfMemory() - before
        print("40 MiB in transfer: \(growth >> 20) MiB of memory, those of the hub included")
        #expect(growth < 24 << 20)
      }
    }
  }

  /// The most bytes of memory that this process has had.
  private static func peakOfMemory() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    return 1024 * (try #require(Int(line.filter(\.isNumber))))
  }
  #endif

  @Test(
    "Bytes with another checksum are neither sent nor taken", arguments: HTTPClientKind.allCases)
  func wrongChecksums(client: HTTPClientKind) async throws {
    try await withHub { running in
      let (_, hub) = try await running.device(1)
      let transport = try HTTPTransport(hub, zone: "iCloud.example", client: client) { _ in }
      let (bytes, other) = (Data(repeating: 1, count: 5000), Data(repeating: 2, count: 5000))
      let file = running.file("photo")
      try other.write(to: file)
      let asset = try asset(of: bytes)
      await #expect(throws: HTTPTransportError.self) {
        try await transport.uploadAsset(asset, from: file)
      }
      #expect(try await !transport.hasAsset(asset))
      try bytes.write(to: file)
      try await transport.uploadAsset(asset, from: file)
      for stored in running.assetFiles { try other.write(to: stored) }
      let error = await #expect(throws: HTTPTransportError.self) {
        try await transport.downloadAsset(asset, to: running.file("copy"))
      }
      guard case .wrongChecksum(asset.checksum, _) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      // A hub cannot fill the device's disk: the size is known.
      for stored in running.assetFiles { try bytes.write(to: stored) }
      let shorter = try #require(RecordAsset(checksum: asset.checksum, byteCount: 100))
      await #expect(throws: HTTPTransportError.answerTooLarge(limit: 100)) {
        try await transport.downloadAsset(shorter, to: running.file("short"))
      }
    }
  }
}

extension RunningHub {
  /// The hub's files of assets.
  nonisolated var assetFiles: [URL] {
    let files = FileManager.default.enumerator(
      at: file("hub.sqlite-assets"), includingPropertiesForKeys: nil)
    return (files?.compactMap { $0 as? URL } ?? []).filter { !$0.hasDirectoryPath }
  }
}
