import Crypto
import Foundation
import PerennialHub
import PerennialRecords
import Testing

@Suite("Assets", .timeLimit(.minutes(1)))
struct AssetTests {
  private let bytes = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })

  private func path(_ bytes: Data) -> String {
    let digest = SHA256.hash(data: bytes).map { byte in
      String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }
    return "/sync/1/zones/\(HubClient.zone)/assets/\(digest.joined())"
  }

  @Test("An asset is written once, and read by other devices of the account only")
  func roundTrip() async throws {
    try await withHub { hub in
      let (phone, tablet) = (try await hub.signIn(), try await hub.signIn())
      let bob = try await hub.signIn("bob")
      let path = path(bytes)
      #expect(try await tablet.get(path).status == 404)
      #expect(try await phone.send("PUT", path, body: bytes).status == 201)
      #expect(try await phone.send("PUT", path, body: bytes).status == 200)
      let answer = try await tablet.get(path)
      #expect(answer.status == 200 && answer.body == bytes)
      let head = try await tablet.send("HEAD", path)
      #expect(head.status == 200 && head.headers["content-length"] == "200000")
      let foreign = try await bob.get(path)
      #expect(foreign.status == 404)
      #expect(try foreign.error.code == .badRequest)
      let account = try #require(try await hub.storage.account(named: "ann"))
      #expect(account.bytes == 200_000)
    }
  }

  @Test("A record is refused until its zone has the assets that it mentions, in their sizes")
  func mention() async throws {
    try await withHub { hub in
      let (phone, bob) = (try await hub.signIn(), try await hub.signIn("bob"))
      let checksum = String(path(bytes).suffix(64))
      func push(_ byteCount: Int) async throws -> [PushReply.Reason] {
        var record = Sample.object(1)
        let asset = try #require(RecordAsset(checksum: checksum, byteCount: byteCount))
        record.state.write(.asset(asset), to: "photo", at: Sample.stamp(1_700_000_000_000))
        let answer = try await phone.push([record, Sample.object(2)])
        return try answer.json(PushReply.self).refused.map(\.reason)
      }
      #expect(try await push(bytes.count) == [.assetMissing])
      #expect(try await phone.records().map(\.name) == [.object(key: 2)])
      _ = try await bob.send("PUT", path(bytes), body: bytes)
      #expect(try await push(bytes.count) == [.assetMissing])
      _ = try await phone.send("PUT", path(bytes), body: bytes)
      #expect(try await push(bytes.count - 1) == [.assetMissing])
      #expect(try await push(bytes.count) == [])
      #expect(try await phone.records().count == 2)
      let folder = hub.assets.url.path
      let account = try #require(try await hub.storage.account(named: "ann")).id
      let file = URL(fileURLWithPath: "\(folder)/\(account)/\(HubClient.zone)/\(checksum)")
      try bytes.prefix(7).write(to: file)
      #expect(try await push(bytes.count) == [.assetMissing])
      #expect(try await phone.get(path(bytes)).status == 404)
      #expect(try await phone.send("PUT", path(bytes), body: bytes).status == 200)
      #expect(try await push(bytes.count) == [])
      try FileManager.default.removeItem(atPath: folder)
      #expect(try await push(bytes.count) == [.assetMissing])
    }
  }

  @Test(
    "A part of an asset",
    arguments: [
      ("bytes=0-9", 0..<10), ("bytes=199990-", 199_990..<200_000), ("bytes=-5", 199_995..<200_000),
      ("bytes=100-999999", 100..<200_000),
    ])
  func range(field: String, part: Range<Int>) async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      _ = try await phone.send("PUT", path(bytes), body: bytes)
      let answer = try await phone.send("GET", path(bytes), headers: ["Range": field])
      #expect(answer.status == 206 && answer.body == bytes[part])
      #expect(
        answer.headers["content-range"]
          == "bytes \(part.lowerBound)-\(part.upperBound - 1)/200000")
    }
  }

  @Test("Bytes with another digest, too many bytes, and paths that are not digests are refused")
  func refusals() async throws {
    try await withHub(configuring: { $0.assetBytes = 150_000 }) { hub in
      let phone = try await hub.signIn()
      let small = bytes.prefix(1000)
      let wrong = try await phone.send("PUT", path(small), body: bytes.prefix(999))
      #expect(wrong.status == 400)
      #expect(try await phone.get(path(small)).status == 404)
      #expect(try await phone.send("PUT", path(bytes), body: bytes).status == 413)
      for name in ["x", path(small).uppercased().suffix(64), String(path(small).suffix(63))[...]] {
        let path = "/sync/1/zones/Z/assets/\(name)"
        #expect(try await phone.send("PUT", path, body: small).status == 400)
      }
      let incoming = hub.assets.url.path + "/incoming"
      #expect(try FileManager.default.contentsOfDirectory(atPath: incoming) == [])
      #expect(try await hub.storage.account(named: "ann")?.bytes == 0)
    }
  }

  @Test("An account without space gets no asset")
  func quota() async throws {
    try await withHub { hub in
      _ = try await HubAdministration(hub.storage)
        .addAccount(named: "ann", limit: 100_000, at: hub.clock.now)
      let phone = try await hub.signIn()
      let answer = try await phone.send("PUT", path(bytes), body: bytes)
      #expect(answer.status == 507)
      #expect(try answer.error.code == .quotaExceeded)
      #expect(try await phone.get(path(bytes)).status == 404)
    }
  }

  @Test("The removal of an account removes its files, and no others")
  func removal() async throws {
    try await withHub { hub in
      let (ann, bob) = (try await hub.signIn(), try await hub.signIn("bob"))
      for client in [ann, bob] { _ = try await client.send("PUT", path(bytes), body: bytes) }
      let id = try #require(try await hub.storage.account(named: "ann")?.id)
      let folder = hub.assets.url.path + "/\(id)"
      #expect(FileManager.default.fileExists(atPath: folder))
      #expect(try await ann.send("DELETE", "/sync/1/account").status == 204)
      #expect(!FileManager.default.fileExists(atPath: folder))
      #expect(try await ann.get(path(bytes)).status == 401)
      #expect(try await bob.get(path(bytes)).body == bytes)
      // The name can be used again, and begins without contents.
      let again = try await hub.signIn()
      #expect(try await again.get(path(bytes)).status == 404)
    }
  }

  // MARK: Unused assets

  @Test("An asset is removed with its file a week after the last record that mentions it")
  func unused() async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      let week = HubOptions().assetRetention
      let asset = try #require(
        RecordAsset(checksum: String(path(bytes).suffix(64)), byteCount: bytes.count))
      let folder = hub.assets
      func remove() async throws -> Int64? {
        try await HubAdministration(hub.storage)
          .removeUnusedAssets(folder, usedBefore: hub.clock.now - week)["ann"]
      }
      func push(_ value: RecordValue, _ time: Int64, _ key: Int64 = 1) async throws -> Bool {
        var record = Sample.object(key)
        record.state.write(value, to: "photo", at: Sample.stamp(1_700_000_000_000 + time))
        return try await phone.push([record]).json(PushReply.self).refused.isEmpty
      }
      _ = try await phone.send("PUT", path(bytes), body: bytes)
      #expect(try await remove() == nil)
      #expect(try await push(.asset(asset), 1))
      for number in 2..<100 { #expect(try await push(.integer(0), 1, Int64(number))) }
      hub.clock.advance(by: 3 * week)
      // A record mentions it.
      #expect(try await remove() == nil)
      #expect(try await push(.null, 2))
      hub.clock.advance(by: week - 60_000)
      #expect(try await remove() == nil)
      #expect(try await phone.get(path(bytes)).status == 200)
      hub.clock.advance(by: 120_000)
      let before = try #require(try await hub.storage.account(named: "ann")).bytes
      #expect(try await remove() == 200_000)
      #expect(try await hub.storage.account(named: "ann")?.bytes == before - 200_000)
      #expect(try await phone.get(path(bytes)).status == 404)
      #expect(try await remove() == nil)
      // A device that did not notice sends it again.
      #expect(try await !push(.asset(asset), 3))
      #expect(try await phone.send("PUT", path(bytes), body: bytes).status == 201)
      #expect(try await push(.asset(asset), 3))
      #expect(try await phone.get(path(bytes)).body == bytes)
    }
  }

  @Test("Content that only later versions understand keeps the assets that it names")
  func laterContent() async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      _ = try await phone.send("PUT", path(bytes), body: bytes)
      let body = """
        {"records": [{"name": "o.0000000000000001", "type": "Recipe",
          "created": "018bcfe568000000-00000000000004d2",
          "state": {"films": {"film": ["\(path(bytes).suffix(64))", 200000]}}}]}
        """
      let answer = try await phone.post("/sync/1/zones/\(HubClient.zone)/push", text: body)
      #expect(answer.status == 200)
      #expect(try await phone.records().count == 1)
      let folder = hub.assets
      let removed = try await HubAdministration(hub.storage)
        .removeUnusedAssets(folder, usedBefore: .max)
      #expect(removed.isEmpty)
      #expect(try await phone.get(path(bytes)).status == 200)
    }
  }

  @Test("No asset of a record is removed while devices send, mention and drop it")
  func concurrentRemoval() async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      let folder = hub.assets
      let removal = Task {
        var count = 0
        while !Task.isCancelled {
          do {
            let sizes = try await HubAdministration(hub.storage)
              .removeUnusedAssets(folder, usedBefore: .max)
            if !sizes.isEmpty { count += 1 }
            try await Task.sleep(for: .milliseconds(.random(in: 1...10)))
          } catch is CancellationError {
            // The database stops reading, too, when the task is cancelled.
            break
          }
        }
        return count
      }
      for round in 1...20 {
        let photo = bytes.prefix(40_000 + round % 3)
        let asset = try #require(
          RecordAsset(checksum: String(path(photo).suffix(64)), byteCount: photo.count))
        func push(_ value: RecordValue, _ time: Int) async throws -> Bool {
          var record = Sample.object(1)
          record.state.write(
            value, to: "photo", at: Sample.stamp(1_700_000_000_000 + Int64(2 * round + time)))
          return try await phone.push([record]).json(PushReply.self).refused.isEmpty
        }
        var isTaken = false
        for _ in 0..<1000 where !isTaken {
          _ = try await phone.send("PUT", path(photo), body: photo)
          isTaken = try await push(.asset(asset), 0)
        }
        #expect(isTaken, "round \(round)")
        // The record is there, so its asset stays.
        #expect(try await phone.get(path(photo)).body == photo, "round \(round)")
        if round % 2 == 0 { #expect(try await push(.null, 1)) }
      }
      removal.cancel()
      let count = try await removal.value
      print("\(count) removals")
      #expect(count > 0)
    }
  }
}
