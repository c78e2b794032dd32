import Foundation
import PerennialHub
import PerennialRecords
import Synchronization
import Testing

@Suite("What every storage does for Web Services", .timeLimit(.minutes(1)))
struct WebStorageConformance {
  private func withStorage(
    _ maker: StorageMaker, _ body: (any HubStorage, Account, Account) async throws -> Void
  ) async throws {
    let folder = try ScratchFolder()
    let storage = try await maker.make(folder)
    do {
      let administration = HubAdministration(storage)
      try await body(
        storage, try await administration.addAccount(named: "ann", at: 2_000_000),
        try await administration.addAccount(named: "bob", at: 2_000_000))
    } catch {
      try? await storage.close()
      throw error
    }
    try await storage.close()
    withExtendedLifetime(folder) {}
  }

  private func push(
    _ records: [Record], to key: ZoneKey, of storage: any HubStorage, at time: Int64 = 3_000_000
  ) async throws {
    _ = try await storage.update(
      key, reading: records.map(\.name), mentioning: [], at: time
    ) { stored in
      try ZoneUpdate(
        PushRequest(token: nil, records: records), on: stored,
        hubTime: StampClock.systemMilliseconds)
    }
  }

  @Test(
    "Records are read by name, with the number and the time of their last change",
    arguments: StorageMaker.all)
  func records(maker: StorageMaker) async throws {
    try await withStorage(maker) { storage, ann, bob in
      let key = ZoneKey(account: ann.id, name: "Z")
      let (first, second) = (Sample.object(1), Sample.object(2))
      try await push([first], to: key, of: storage, at: 5)
      try await push([second], to: key, of: storage, at: 6)
      var part = first
      part.state.write(.text("x"), to: "title", at: Sample.stamp(1_700_000_000_001))
      try await push([part], to: key, of: storage, at: 7)
      let found = try await storage.records(
        [first.name, second.name, RecordName("none"), first.name], of: key)
      #expect(found.count == 2)
      #expect(found[first.name].map { [$0.sequence, $0.changed] } == [3, 7])
      #expect(found[second.name].map { [$0.sequence, $0.changed] } == [2, 6])
      #expect(
        try await storage.records([first.name], of: ZoneKey(account: bob.id, name: "Z")) == [:])
      let page = try await storage.page(of: key, after: nil, upTo: PageLimit())
      #expect(page.records == [found[second.name], found[first.name]])
    }
  }

  @Test(
    "A decision learns of a record's number, and of the existence of the zone",
    arguments: StorageMaker.all)
  func decisions(maker: StorageMaker) async throws {
    try await withStorage(maker) { storage, ann, _ in
      let key = ZoneKey(account: ann.id, name: "Z")
      func read() async throws -> (exists: Bool, number: Int64?) {
        let seen = Mutex<(Bool, Int64?)>((false, nil))
        _ = try await storage.update(
          key, reading: [Sample.object(1).name], mentioning: [], at: 0
        ) { stored in
          seen.withLock { $0 = (stored.exists, stored.records[Sample.object(1).name]?.sequence) }
          return try ZoneUpdate(
            PushRequest(token: nil, records: []), on: stored, hubTime: 0)
        }
        return seen.withLock { $0 }
      }
      #expect(try await read() == (false, nil))
      try await push([Sample.object(1)], to: key, of: storage)
      #expect(try await read() == (true, 1))
    }
  }

  @Test(
    "Records of a type are read in batches, each once, in one order", arguments: StorageMaker.all)
  func types(maker: StorageMaker) async throws {
    try await withStorage(maker) { storage, ann, _ in
      let key = ZoneKey(account: ann.id, name: "Z")
      let others = (1...5).map { Record(RecordName("t\($0)"), type: "Tag") }
      try await push((1...7).map { Sample.object($0) } + others, to: key, of: storage)
      var (names, last) = ([RecordName](), RecordName?.none)
      while true {
        let batch = try await storage.records(ofType: "Recipe", in: key, after: last, upTo: 3)
        names += batch.map(\.name)
        last = batch.last?.name
        if batch.count < 3 { break }
      }
      #expect(names.count == 7 && Set(names) == Set((1...7).map { Sample.object($0).name }))
      #expect(try await storage.records(ofType: "None", in: key, after: nil, upTo: 3).isEmpty)
    }
  }

  @Test(
    "A zone is created once, and removed with its records, assets and bytes. Positions in it do not outlive it",
    arguments: StorageMaker.all)
  func zones(maker: StorageMaker) async throws {
    try await withStorage(maker) { storage, ann, bob in
      let keys = ["A", "B"].map { ZoneKey(account: ann.id, name: $0) }
      try await storage.addZone(keys[0], at: 1_700_000_000_000)
      let start = try await storage.zone(keys[0])
      try await storage.addZone(keys[0], at: 1_700_000_000_001)
      #expect(try await storage.zone(keys[0]) == start)
      #expect(try await Set(storage.zones(of: ann.id).keys) == ["A"])
      #expect(try await storage.zones(of: ann.id)["A"] == start)
      #expect(try await storage.zones(of: bob.id).isEmpty)
      for key in keys { try await push([Sample.object(1)], to: key, of: storage) }
      let page = try await storage.page(of: keys[0], after: start.token, upTo: PageLimit())
      #expect(page.records.count == 1 && !page.moreComing)
      #expect(try await storage.page(of: keys[0], after: nil, upTo: PageLimit()).records.count == 1)
      let bytes = try #require(try await storage.account(named: "ann")).bytes
      _ = try await storage.add(StoredAsset(checksum: "ab", bytes: 100, used: 0), to: keys[0])

      #expect(try await storage.removeZone(keys[0]))
      #expect(try await !storage.removeZone(keys[0]))
      #expect(try await Set(storage.zones(of: ann.id).keys) == ["B"])
      #expect(try await storage.account(named: "ann")?.bytes == bytes / 2)
      #expect(try await storage.asset("ab", of: keys[0]) == nil)
      #expect(try await storage.page(of: keys[1], after: nil, upTo: PageLimit()).records.count == 1)
      try await storage.addZone(keys[0], at: 1_700_000_000_002)
      await #expect(throws: HubError.self) {
        try await storage.page(of: keys[0], after: page.token, upTo: PageLimit())
      }
    }
  }

  @Test(
    "Keys and subscriptions belong to an account, and are removed with it",
    arguments: StorageMaker.all)
  func keys(maker: StorageMaker) async throws {
    try await withStorage(maker) { storage, ann, bob in
      let keys = ["a", "b"].map { id in
        WebKey(
          account: ann.id, id: id, kind: id == "a" ? .apiToken : .serverKey, name: "Key \(id)",
          value: Data([1, 2]), created: 5)
      }
      for key in keys { try await storage.add(key) }
      #expect(try await storage.webKeys(of: ann.id) == keys)
      #expect(try await storage.webKeys(of: bob.id) == [])
      #expect(try await !storage.removeWebKey("a", of: bob.id))
      #expect(try await storage.removeWebKey("a", of: ann.id))
      #expect(try await storage.webKeys(of: ann.id) == [keys[1]])

      func subscription(_ id: String, _ text: String) -> StoredSubscription {
        StoredSubscription(database: "D", id: id, body: Data(text.utf8))
      }
      try await storage.put(subscription("x", "1"), of: ann.id)
      try await storage.put(subscription("x", "2"), of: ann.id)
      try await storage.put(subscription("y", "3"), of: ann.id)
      #expect(
        try await storage.subscriptions(of: ann.id, to: "D")
          == [subscription("x", "2"), subscription("y", "3")])
      #expect(try await storage.subscriptions(of: ann.id, to: "E") == [])
      #expect(try await storage.subscriptions(of: bob.id, to: "D") == [])
      #expect(try await !storage.removeSubscription("x", of: bob.id, to: "D"))
      #expect(try await storage.removeSubscription("x", of: ann.id, to: "D"))
      #expect(try await storage.remove(ann.id))
      #expect(try await storage.webKeys(of: ann.id) == [])
      #expect(try await storage.subscriptions(of: ann.id, to: "D") == [])
    }
  }

  @Test("The secret is made once", arguments: StorageMaker.all)
  func secret(maker: StorageMaker) async throws {
    try await withStorage(maker) { storage, _, _ in
      let secrets = try await withThrowingTaskGroup(of: Data.self) { group in
        for _ in 0..<4 { group.addTask { try await storage.secret() } }
        return try await group.reduce(into: Set<Data>()) { $0.insert($1) }
      }
      #expect(secrets.count == 1 && secrets.first?.count == 32)
    }
  }
}
