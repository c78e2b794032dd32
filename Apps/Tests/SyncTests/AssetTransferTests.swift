import Foundation
import PerennialRecords
import PerennialSync
import SyncTesting
import Testing

@Suite("Assets on a hub", .serialized, .timeLimit(.minutes(1)))
struct AssetTransferTests {
  @Test("A file is sent once, and downloaded with a check of its bytes")
  func transfer() async throws {
    try await withHub { running in
      let (_, hub) = try await running.device(1)
      let transport = try HTTPTransport(hub, zone: "iCloud.example")
      let file = running.file("photo")
      let bytes = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
      try bytes.write(to: file)
      let checksum = try await transport.uploadAsset(file)
      #expect(try await hub.account.usage().bytes >= 300_000)
      #expect(try await transport.uploadAsset(file) == checksum)

      let copy = running.file("copy")
      try await transport.downloadAsset(checksum, to: copy)
      #expect(try Data(contentsOf: copy) == bytes)

      // The beginning is there already. Only the rest has to arrive.
      let resumed = running.file("resumed")
      try bytes.prefix(200_000).write(to: resumed.appendingPathExtension("partial"))
      try await transport.downloadAsset(checksum, to: resumed)
      #expect(try Data(contentsOf: resumed) == bytes)

      let other = running.file("other")
      try Data(repeating: 7, count: 1000).write(to: other.appendingPathExtension("partial"))
      let error = await #expect(throws: HTTPTransportError.self) {
        try await transport.downloadAsset(checksum, to: other)
      }
      guard case .wrongChecksum(checksum, _) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      try await transport.downloadAsset(checksum, to: other)
      #expect(try Data(contentsOf: other) == bytes)

      let missing = await #expect(throws: HubError.self) {
        try await transport.downloadAsset(
          String(repeating: "0", count: 64), to: running.file("missing"))
      }
      #expect(missing?.code == .badRequest)
    }
  }
}
