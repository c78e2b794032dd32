import Foundation
import PerennialHub
import PerennialRecords
import Testing

@testable import PerennialHubPostgreSQL

/// The behaviour that the hub needs of a database, written against ``HubStorage`` alone.
///
/// A further implementation runs the same suite with its own ``StorageMaker``.
struct StorageMaker: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let make: @Sendable (ScratchFolder) async throws -> any HubStorage

  static let all = [sqlite] + (PostgreSQLServer.canBeHad ? [postgreSQL, partitioned] : [])

  private static let sqlite =
    StorageMaker(testDescription: "SQLite") { folder in
      try SQLiteHubStorage(at: folder.file("hub.sqlite"), serving: true, time: 1_000_000)
    }
  private static let postgreSQL =
    StorageMaker(testDescription: "PostgreSQL") { _ in
      try await PostgreSQLHubStorage(at: PostgreSQLServer.shared().database(), time: 1_000_000)
    }
  /// The large tables are partitioned by the hash of the account, as an operator would create them.
  private static let partitioned =
    StorageMaker(testDescription: "PostgreSQL with partitions") { _ in
      let server = try PostgreSQLServer.shared()
      let address = try server.database()
      try server.psql(
        PostgreSQLSchema.partitioned(in: 4).joined(separator: ";\n")
          + "; INSERT INTO hub (id, version, incarnation) VALUES (1, \(PostgreSQLSchema.version), 7)",
        at: address)
      return try await PostgreSQLHubStorage(at: address, time: 1_000_000)
    }
}

@Suite("What every storage does", .timeLimit(.minutes(1)))
struct StorageConformance {
  private func withStorage(
    _ maker: StorageMaker, _ body: (any HubStorage) async throws -> Void
  ) async throws {
    let folder = try ScratchFolder()
    let storage = try await maker.make(folder)
    do {
      try await body(storage)
    } catch {
      try? await storage.close()
      throw error
    }
    try await storage.close()
    withExtendedLifetime(folder) {}
  }

  private func account(
    _ name: String, in storage: any HubStorage, limit: Int64 = 1 << 30
  ) async throws -> Account {
    try await HubAdministration(storage).addAccount(named: name, limit: limit, at: 2_000_000)
  }

  /// Pushes as the hub does.
  private func push(
    _ records: [Record], to key: ZoneKey, of storage: any HubStorage, at time: Int64 = 3_000_000
  ) async throws -> ZoneUpdate<PushReply> {
    try await storage.update(
      key, reading: records.map(\.name), mentioning: records.assets, at: time
    ) { stored in
      try ZoneUpdate(
        PushRequest(token: nil, records: records), on: stored,
        hubTime: StampClock.systemMilliseconds
      )
    }
  }

  private func names(_ page: StoredPage) throws -> [RecordName] {
    try page.bodies.map { try JSONDecoder().decode(Record.self, from: $0).name }
  }

  @Test(
    "Accounts have unique names, and are removed with everything they own",
    arguments: StorageMaker.all)
  func accounts(maker: StorageMaker) async throws {
    try await withStorage(maker) { storage in
      let (bob, ann) = (
        try await account("bob", in: storage), try await account("ann", in: storage)
      )
      #expect(try await storage.accounts().map(\.name) == ["ann", "bob"])
      await #expect(throws: HubStorageError.self) { try await account("ann", in: storage) }
      let keys = [ann, bob].map { ZoneKey(account: $0.id, name: "Z") }
      for key in keys { _ = try await push([Sample.object(1)], to: key, of: storage) }
      #expect(try await storage.remove(ann.id))
      #expect(try await !storage.remove(ann.id))
      let (annsContents, bobs) = (
        try await storage.contents(of: ann.id), try await storage.contents(of: bob.id)
      )
      #expect(annsContents.zones == [] && annsContents.records == 0)
      #expect(bobs.zones == ["Z"] && bobs.records == 1)
      await #expect(throws: HubError.self) {
        try await push([Sample.object(2)], to: keys[0], of: storage)
      }
    }
  }

  @Test("A code is used up once, and not after it has expired", arguments: StorageMaker.all)
  func codes(maker: StorageMaker) async throws {
    try await withStorage(maker) { storage in
      let ann = try await account("ann", in: storage)
      let (code, late) = (PairingCode.random(), PairingCode.random())
      try await storage.add(code.digest, of: ann.id, role: .write, expiring: 500, at: 0)
      try await storage.add(late.digest, of: ann.id, role: .read, expiring: 900, at: 0)
      let device = Device(id: "a", name: "Phone", created: 400, lastSeen: 400, expires: 800)
      let token = DeviceToken.random()
      let other = PairingCode.random().digest
      #expect(
        try await storage.redeem(other, for: device, token: token.digest, at: 400) == nil)
      let session = try await storage.redeem(
        code.digest, for: device, token: token.digest, at: 400)
      #expect(session?.account.id == ann.id && session?.device.role == .write)
      let again = Device(id: "b", name: "Phone", created: 400, lastSeen: 400, expires: nil)
      let second = DeviceToken.random().digest
      #expect(try await storage.redeem(code.digest, for: again, token: second, at: 400) == nil)
      #expect(try await storage.redeem(late.digest, for: again, token: second, at: 900) == nil)

      #expect(try await storage.session(of: token.digest, at: 799) == session)
      #expect(try await storage.session(of: token.digest, at: 800) == nil)
      #expect(try await storage.session(of: second, at: 400) == nil)
      try await storage.note("a", of: ann.id, seenAt: 600)
      #expect(try await storage.devices(of: ann.id).map(\.lastSeen) == [600])
      #expect(try await storage.change("a", of: ann.id, to: .read))
      #expect(try await !storage.change("a", of: ann.id + 1, to: .admin))
      #expect(try await storage.session(of: token.digest, at: 500)?.device.role == .read)
      #expect(try await storage.devices(of: ann.id).map(\.role) == [.read])
      #expect(try await !storage.revoke("a", of: ann.id + 1))
      #expect(try await storage.revoke("a", of: ann.id))
      #expect(try await storage.session(of: token.digest, at: 500) == nil)
    }
  }

  @Test(
    "The order of the numbers is the order of the commits, for concurrent writes too",
    arguments: StorageMaker.all)
  func order(maker: StorageMaker) async throws {
    try await withStorage(maker) { storage in
      let ann = try await account("ann", in: storage)
      let key = ZoneKey(account: ann.id, name: "Z")
      try await withThrowingTaskGroup(of: Void.self) { group in
        for writer in 0..<8 {
          group.addTask {
            for number in 0..<20 {
              let record = Sample.object(Int64(writer * 100 + number))
              let update = try await push([record], to: key, of: storage)
              // The write can be read as soon as it has returned.
              let page = try await storage.page(
                of: key, after: nil, upTo: PageLimit())
              #expect(page.token.sequence >= update.zone.sequence)
              #expect(page.bodies.count == Int(page.token.sequence))
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(try await storage.zone(key).sequence == 160)
    }
  }

  @Test("A page ends at its limits, and the next one continues", arguments: StorageMaker.all)
  func pages(maker: StorageMaker) async throws {
    try await withStorage(maker) { storage in
      let ann = try await account("ann", in: storage)
      let key = ZoneKey(account: ann.id, name: "Z")
      let records = (1...10).map { Sample.object($0) }
      _ = try await push(records, to: key, of: storage)
      for limit in [PageLimit(records: 3), PageLimit(bytes: 400), PageLimit(bytes: 1)] {
        var (seen, token) = ([RecordName](), SyncToken?.none)
        for _ in 0..<10 {
          let page = try await storage.page(of: key, after: token, upTo: limit)
          seen += try names(page)
          token = page.token
          if !page.moreComing { break }
        }
        #expect(seen == records.map(\.name))
      }
    }
  }

  @Test(
    "A decision that throws writes nothing, and the next one finds the former state",
    arguments: StorageMaker.all)
  func refusal(maker: StorageMaker) async throws {
    struct No: Error {}
    try await withStorage(maker) { storage in
      let ann = try await account("ann", in: storage)
      let key = ZoneKey(account: ann.id, name: "Z")
      await #expect(throws: No.self) {
        try await storage.update(key, reading: [], mentioning: [], at: 0) {
          _ -> ZoneUpdate<PushReply> in throw No()
        }
      }
      #expect(try await storage.contents(of: ann.id).zones == [])
      _ = try await push([Sample.object(1)], to: key, of: storage)
      #expect(try await storage.zone(key).sequence == 1)
    }
  }

  @Test(
    "Deletions of objects are forgotten, and those of presets are kept", arguments: StorageMaker.all
  )
  func deletions(maker: StorageMaker) async throws {
    try await withStorage(maker) { storage in
      let ann = try await account("ann", in: storage)
      let key = ZoneKey(account: ann.id, name: "Z")
      let preset = Record(RecordName("p.d82e89a5-9ee6-5001-ae31-9e40cb109445"), type: "Recipe")
      let objects = (1...3).map { Sample.object($0) }
      _ = try await push(objects + [preset], to: key, of: storage, at: 100)
      let time: Int64 = 1_700_000_000_500
      let gone = [objects[0], objects[1], preset].map { Sample.deletion(of: $0, at: time) }
      _ = try await push([gone[0], gone[2]], to: key, of: storage, at: 200)
      let before = try await storage.zone(key).token
      _ = try await push([gone[1]], to: key, of: storage, at: 300)
      #expect(try await storage.forgetDeletions(of: ann.id, before: 200) == 0)
      #expect(try await storage.forgetDeletions(of: ann.id, before: 300) == 1)
      // The position is after the forgotten deletion.
      _ = try await storage.page(of: key, after: before, upTo: PageLimit())
      await #expect(throws: HubError.self) {
        try await storage.page(
          of: key, after: SyncToken(incarnation: before.incarnation, sequence: 4),
          upTo: PageLimit())
      }
      let page = try await storage.page(of: key, after: nil, upTo: PageLimit())
      #expect(try Set(names(page)) == [objects[1].name, objects[2].name, preset.name])
    }
  }

  @Test("The bytes of an account are those of its records and assets", arguments: StorageMaker.all)
  func bytes(maker: StorageMaker) async throws {
    try await withStorage(maker) { storage in
      let ann = try await account("ann", in: storage, limit: 2000)
      let key = ZoneKey(account: ann.id, name: "Z")
      let record = Sample.object(1)
      _ = try await push([record], to: key, of: storage)
      func bytes() async throws -> Int64? { try await storage.account(named: "ann")?.bytes }
      let page = try await storage.page(of: key, after: nil, upTo: PageLimit())
      let size = Int64(page.bodies[0].count)
      #expect(try await bytes() == size)
      let asset = StoredAsset(checksum: "ab", bytes: 100, used: 0)
      #expect(try await storage.add(asset, to: key))
      #expect(try await !storage.add(asset, to: key))
      #expect(try await bytes() == size + 100)
      await #expect(throws: HubError.self) {
        try await storage.add(StoredAsset(checksum: "cd", bytes: 2000, used: 0), to: key)
      }
      let other = StoredAsset(checksum: "cd", bytes: 2000, used: 0)
      #expect(try await storage.limit(ann.id, to: 5000))
      #expect(try await storage.account(named: "ann")?.limit == 5000)
      #expect(try await storage.add(other, to: key))
      #expect(try await storage.limit(ann.id, to: 10))
      #expect(try await bytes() == size + 2100)
      #expect(try await !storage.limit(ann.id &+ 1, to: 10))
      _ = try await push(
        [Sample.deletion(of: record, at: 1_700_000_000_001)], to: key, of: storage)
      _ = try await storage.forgetDeletions(of: ann.id, before: .max)
      #expect(try await bytes() == 2100)
    }
  }

  // MARK: Assets

  /// Returns a part of an object whose photo is an asset, or nothing.
  private func object(_ key: Int64, photo: RecordAsset?, at time: Int64) -> Record {
    var record = Sample.object(key)
    record.state.write(photo.map { .asset($0) } ?? .null, to: "photo", at: Sample.stamp(time))
    return record
  }

  private func photo(_ digit: Character, _ byteCount: Int = 100) throws -> RecordAsset {
    try #require(
      RecordAsset(checksum: String(repeating: digit, count: 64), byteCount: byteCount))
  }

  @Test(
    "A record is refused within the transaction that finds no entry of its asset",
    arguments: StorageMaker.all)
  func missingAssets(maker: StorageMaker) async throws {
    try await withStorage(maker) { storage in
      let keys = [
        ZoneKey(account: try await account("ann", in: storage).id, name: "Z"),
        ZoneKey(account: try await account("bob", in: storage).id, name: "Z"),
      ]
      let photo = try photo("a")
      let record = object(1, photo: photo, at: 1_700_000_000_001)
      let entry = StoredAsset(checksum: photo.checksum, bytes: 100, used: 0)
      func refused(_ key: ZoneKey, _ record: Record) async throws -> [PushReply.Reason] {
        try await push([record], to: key, of: storage).reply.refused.map(\.reason)
      }
      #expect(try await refused(keys[0], record) == [.assetMissing])
      #expect(try await storage.add(entry, to: ZoneKey(account: keys[0].account, name: "Y")))
      #expect(try await storage.add(entry, to: keys[1]))
      #expect(try await refused(keys[0], record) == [.assetMissing])
      #expect(try await storage.add(entry, to: keys[0]))
      let other = object(2, photo: try self.photo("a", 99), at: 1_700_000_000_001)
      #expect(try await refused(keys[0], other) == [.assetMissing])
      #expect(try await refused(keys[0], record) == [])
    }
  }

  @Test(
    "Assets that were not used for a time are removed with their bytes, if no change came between",
    arguments: StorageMaker.all)
  func unusedAssets(maker: StorageMaker) async throws {
    try await withStorage(maker) { storage in
      let key = ZoneKey(account: try await account("ann", in: storage).id, name: "Z")
      let assets = try ["a", "b", "c"].map { try photo($0) }
      for (number, asset) in assets.enumerated() {
        let entry = StoredAsset(checksum: asset.checksum, bytes: 100, used: Int64(number))
        #expect(try await storage.add(entry, to: key))
      }
      let checksums = Set(assets.map(\.checksum))
      func unused(_ time: Int64) async throws -> Set<String> {
        let assets = try await storage.assets(of: key, usedBefore: time)
        return Set(assets.map { String($0.checksum.prefix(1)) })
      }
      func remove(_ time: Int64, at token: SyncToken) async throws -> Set<String>? {
        try await storage.removeAssets(checksums, of: key, at: token, usedBefore: time) { _ in }
          .map { Set($0.map { String($0.checksum.prefix(1)) }) }
      }
      #expect(try await unused(2) == ["a", "b"])
      // An asset that is sent again, and one that a record drops, were used.
      let again = StoredAsset(checksum: assets[0].checksum, bytes: 100, used: 50)
      #expect(try await !storage.add(again, to: key))
      let start = try await storage.zone(key).token
      _ = try await push(
        [object(1, photo: assets[1], at: 1_700_000_000_001)], to: key, of: storage, at: 60)
      #expect(try await unused(10) == ["b", "c"])
      _ = try await push(
        [object(1, photo: nil, at: 1_700_000_000_002)], to: key, of: storage, at: 70)
      #expect(try await unused(10) == ["c"])
      #expect(try await unused(70) == ["a", "c"])
      #expect(try await unused(71) == ["a", "b", "c"])
      #expect(try await remove(100, at: start) == nil)
      #expect(try await unused(100) == ["a", "b", "c"])
      let token = try await storage.zone(key).token
      struct No: Error {}
      await #expect(throws: No.self) {
        try await storage.removeAssets(checksums, of: key, at: token, usedBefore: 100) { _ in
          throw No()
        }
      }
      #expect(try await unused(100) == ["a", "b", "c"])
      let bytes = try #require(try await storage.account(named: "ann")).bytes
      #expect(try await remove(70, at: token) == ["a", "c"])
      #expect(try await unused(100) == ["b"])
      #expect(try await storage.account(named: "ann")?.bytes == bytes - 200)
    }
  }
}

extension [Record] {
  /// The assets that the records mention.
  fileprivate var assets: Set<RecordAsset> { reduce(into: []) { $0.formUnion($1.state.assets) } }
}

extension PostgreSQLSchema {
  /// Returns the statements that make the tables, with partitions of the large ones.
  fileprivate static func partitioned(in parts: Int) -> [String] {
    creation.flatMap { sql -> [String] in
      guard
        let table = ["zone", "record", "asset"].first(where: {
          sql.hasPrefix("CREATE TABLE \($0) ")
        })
      else { return [sql] }
      return [sql + " PARTITION BY HASH (account)"]
        + (0..<parts).map {
          """
          CREATE TABLE \(table)_\($0) PARTITION OF \(table)
          FOR VALUES WITH (MODULUS \(parts), REMAINDER \($0))
          """
        }
    }
  }
}
