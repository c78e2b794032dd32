import Foundation
import PerennialHubPostgreSQL
import PerennialRecords
import Testing

@testable import PerennialHub

@Suite("An account that moves to another database", .timeLimit(.minutes(1)))
struct MoveTests {
  /// A database from and to which accounts move, of one kind, and one of the other or the same kind.
  struct Pair: Sendable, CustomTestStringConvertible {
    let from: StorageMaker
    let to: StorageMaker
    var testDescription: String { "\(from.testDescription) to \(to.testDescription)" }

    static let all = StorageMaker.all.flatMap { from in
      StorageMaker.all.map { Pair(from: from, to: $0) }
    }
  }

  /// Two databases with folders of assets, of which the first has an account with a device.
  private struct World: Sendable {
    let folder: ScratchFolder
    let from: HubMove.Side
    let to: HubMove.Side
    let account: Account
    let token: DeviceToken

    func key(_ zone: String) -> ZoneKey { ZoneKey(account: account.id, name: zone) }
  }

  private func withWorld(_ pair: Pair, _ body: (World) async throws -> Void) async throws {
    let folder = try ScratchFolder()
    var databases: [ScratchFolder] = []
    var sides: [HubMove.Side] = []
    for (name, maker) in [("from", pair.from), ("to", pair.to)] {
      let own = try ScratchFolder()
      guard let storage = try await maker.make(own) as? any MovableStorage else { return }
      sides.append(
        HubMove.Side(storage, assets: AssetFolder(at: folder.file("\(name)-assets"))))
      databases.append(own)
    }
    let administration = HubAdministration(sides[0].storage)
    let account = try await administration.addAccount(named: "ann", limit: 1 << 20, at: 2_000_000)
    let token = DeviceToken.random()
    let code = try await administration.pair(account, at: StampClock.systemMilliseconds).code
    let device = Device(id: "a", name: "Phone", created: 5, lastSeen: 5, expires: nil)
    _ = try await sides[0].storage.redeem(
      code.digest, for: device, token: token.digest, at: StampClock.systemMilliseconds)
    let world = World(
      folder: folder, from: sides[0], to: sides[1], account: account, token: token)
    let result: Result<Void, any Error>
    do { result = .success(try await body(world)) } catch { result = .failure(error) }
    for side in sides { try? await side.storage.close() }
    withExtendedLifetime((folder, databases)) {}
    try result.get()
  }

  private func push(
    _ request: PushRequest, to key: ZoneKey, of storage: any HubStorage,
    at time: Int64 = StampClock.systemMilliseconds
  ) async throws -> ZoneUpdate<PushReply> {
    try await storage.update(
      key, reading: request.records.map(\.name).filter(\.isValid),
      mentioning: request.records.reduce(into: []) { $0.formUnion($1.state.assets) }, at: time
    ) { stored in
      try ZoneUpdate(request, on: stored, hubTime: StampClock.systemMilliseconds)
    }
  }

  private func push(_ record: Record, to key: ZoneKey, of storage: any HubStorage) async throws {
    _ = try await push(PushRequest(token: nil, records: [record]), to: key, of: storage)
  }

  /// Everything that a database has of an account.
  private func contents(
    of world: World, in side: HubMove.Side
  ) async throws -> [Set<StoredRow>] {
    var contents: [Set<StoredRow>] = []
    for table in AccountTable.allCases where table != .record {
      contents.append(Set(try await side.storage.rows(of: table, of: world.account.id)))
    }
    for zone in try await side.storage.contents(of: world.account.id).zones {
      contents.append(
        Set(
          try await side.storage.recordRows(of: world.key(zone), after: 0, upTo: 1 << 20)))
    }
    return contents
  }

  // MARK: Contents

  @Test(
    "Random histories: with writers during the move, the copy has the same rows, positions and tokens",
    arguments: Pair.all, [1, 2])
  func histories(pair: Pair, seed: UInt64) async throws {
    try await withWorld(pair) { world in
      let (from, to) = (world.from.storage, world.to.storage)
      var author = RecordAuthor(seed: seed)
      for number in 0..<60 {
        _ = try await push(author.request(), to: world.key("Z\(number % 3)"), of: from)
      }
      let before = try await from.zone(world.key("Z0")).token
      let file = try await addAsset(Data("hello".utf8), to: world)
      let acknowledged = Acknowledged()
      // Writers go on until the account has left.
      let writers = (0..<3).map { writer in
        Task {
          for number in 0..<10_000 {
            let record = Sample.object(Int64(writer) << 40 | Int64(number))
            do {
              try await push(record, to: world.key("Z\(writer)"), of: from)
              acknowledged.add([record])
              if number % 20 == 0 {
                let gone = Sample.deletion(of: record, at: 1_700_000_000_001)
                try await push(gone, to: world.key("Z\(writer)"), of: from)
              }
            } catch let error as HubError where error.code == .tryAgainLater {
              try await Task.sleep(for: .milliseconds(2))
            } catch let error as HubError where error.code == .accountMoved {
              return
            }
          }
        }
      }
      var settings = HubMove.Settings()
      settings.rows = 7
      let move = try HubMove(from: world.from, to: world.to, settings: settings)
      let report = try await move.move("ann")
      for writer in writers { try await writer.value }
      #expect(report.outcome == .moved && report.missingFiles == [])
      #expect(try #require(report.readOnlyMilliseconds) <= 5000)
      #expect(
        try await contents(of: world, in: world.from) == contents(of: world, in: world.to))
      let names = Set(
        try await contents(of: world, in: world.to).joined().map { RecordName($0.text(1)) })
      #expect(!acknowledged.all.isEmpty && acknowledged.all.isSubset(of: names))
      #expect(world.to.assets.contains(file, bytes: 5, of: world.key("Z0")))

      // The facts of the account, its tokens and positions are those of before.
      let (old, new) = (
        try #require(try await from.account(named: "ann")),
        try #require(try await to.account(named: "ann"))
      )
      #expect(old.state == .moved && new.state == .open)
      for (storage, detail) in [(from, "to another database"), (to, "from another database")] {
        let entries = try await storage.audit(of: "ann", since: 0, upTo: 100)
        #expect(entries.filter { $0.event == .accountMoved }.map(\.detail) == [detail])
      }
      #expect(
        [new.id, new.created, new.bytes, new.limit] == [old.id, old.created, old.bytes, old.limit])
      #expect(try await to.session(of: world.token.digest, at: 10)?.device.id == "a")
      for zone in 0..<3 {
        let key = world.key("Z\(zone)")
        #expect(try await to.zone(key) == from.zone(key))
      }
      _ = try await to.page(of: world.key("Z0"), after: before, upTo: PageLimit())
      let next = try await push(
        PushRequest(token: before, records: [Sample.object(1 << 50)]), to: world.key("Z0"), of: to)
      #expect(try await next.zone.sequence == from.zone(world.key("Z0")).sequence + 1)
      // Once more changes nothing.
      #expect(try await move.move("ann").outcome == .alreadyMoved)
    }
  }

  private func addAsset(_ data: Data, to world: World) async throws -> String {
    let file = try world.from.assets.newFile()
    try file.append(data)
    let checksum = try file.finish()
    try world.from.assets.keep(file.url, as: checksum, of: world.key("Z0"))
    let asset = StoredAsset(checksum: checksum, bytes: Int64(data.count), used: 7)
    _ = try await world.from.storage.add(asset, to: world.key("Z0"))
    return checksum
  }

  @Test("A move is undone by moving back, and positions stay valid", arguments: Pair.all)
  func back(pair: Pair) async throws {
    try await withWorld(pair) { world in
      let key = world.key("Z")
      try await push(Sample.object(1), to: key, of: world.from.storage)
      let token = try await world.from.storage.zone(key).token
      _ = try await HubMove(from: world.from, to: world.to).move("ann")
      try await push(Sample.object(2), to: key, of: world.to.storage)
      _ = try await HubMove(from: world.to, to: world.from).move("ann")
      try await push(Sample.object(3), to: key, of: world.from.storage)
      let page = try await world.from.storage.page(of: key, after: token, upTo: PageLimit())
      #expect(page.bodies.count == 2 && page.token.sequence == 3)
      await #expect(throws: HubError.self) {
        try await push(Sample.object(4), to: key, of: world.to.storage)
      }
      // The operator deletes what is left of the account.
      #expect(try await world.to.storage.remove(world.account.id))
      _ = try await HubMove(from: world.from, to: world.to).move("ann")
      #expect(try await world.to.storage.zone(key).token == page.token)
    }
  }

  @Test("A file that is damaged or missing at the source is reported, and does not arrive")
  func damagedFile() async throws {
    try await withWorld(Pair.all[0]) { world in
      let checksums = [
        try await addAsset(Data("one".utf8), to: world),
        try await addAsset(Data("two".utf8), to: world),
        try await addAsset(Data("three".utf8), to: world),
      ]
      let key = world.key("Z0")
      try Data("One".utf8).write(to: world.from.assets.file(checksums[0], of: key))
      try world.from.assets.remove(checksums[1], of: key)
      let report = try await HubMove(from: world.from, to: world.to).move("ann")
      #expect(report.missingFiles == checksums[0..<2].sorted() && report.assets == 3)
      #expect(
        try Data(contentsOf: world.to.assets.file(checksums[2], of: key)) == Data("three".utf8))
      #expect(!world.to.assets.contains(checksums[0], bytes: 3, of: key))
    }
  }

  @Test("Deletions that are forgotten during a copy are not in the copy", arguments: Pair.all)
  func forgotten(pair: Pair) async throws {
    try await withWorld(pair) { world in
      let (key, storage) = (world.key("Z"), world.from.storage)
      for number in 1...40 { try await push(Sample.object(Int64(number)), to: key, of: storage) }
      let gone = Sample.deletion(of: Sample.object(3), at: 1_700_000_000_001)
      try await push(gone, to: key, of: storage)
      let forgetting = Once()
      var settings = HubMove.Settings()
      settings.rows = 10
      let move = try HubMove(from: world.from, to: world.to, settings: settings) { progress in
        guard progress.phase == .comparing else { return }
        await forgetting.run {
          _ = try await storage.forgetDeletions(of: world.account.id, before: .max)
        }
      }
      _ = try await move.move("ann")
      #expect(try await forgetting.result())
      #expect(try await world.to.storage.contents(of: world.account.id).records == 39)
      #expect(try await world.to.storage.zone(key).floor == 41)
    }
  }

  // MARK: States

  @Test(
    "A read-only account is read, takes no writes, and is open after its time",
    arguments: StorageMaker.all)
  func readOnly(maker: StorageMaker) async throws {
    try await withWorld(Pair(from: maker, to: maker)) { world in
      let (key, storage, id) = (world.key("Z"), world.from.storage, world.account.id)
      try await push(Sample.object(1), to: key, of: storage)
      let closed = AccountState.readOnly(until: StampClock.systemMilliseconds + 3_600_000)
      #expect(try await storage.changeState(of: id, from: .open, to: closed))
      #expect(try await !storage.changeState(of: id, from: .open, to: closed))
      #expect(try await storage.page(of: key, after: nil, upTo: PageLimit()).bodies.count == 1)
      #expect(try await storage.session(of: world.token.digest, at: 0) != nil)
      try await expectNoWrites(to: world, code: .tryAgainLater)
      #expect(try await storage.devices(of: id).map(\.lastSeen) == [5])

      let over = AccountState.readOnly(until: StampClock.systemMilliseconds - 1)
      #expect(try await storage.changeState(of: id, from: closed, to: over))
      try await push(Sample.object(2), to: key, of: storage)
      #expect(try await storage.account(named: "ann")?.state == .open)
      // A move that believes that the source still only reads does not give it away.
      #expect(try await !storage.changeState(of: id, from: over, to: .moved))

      #expect(try await storage.changeState(of: id, from: .open, to: .moved))
      try await expectNoWrites(to: world, code: .accountMoved)
      #expect(try await storage.remove(id))
    }
  }

  private func expectNoWrites(to world: World, code: HubError.Code) async throws {
    let (key, storage, id) = (world.key("Z"), world.from.storage, world.account.id)
    let asset = StoredAsset(checksum: "ab", bytes: 1, used: 0)
    let device = Device(id: "b", name: "Phone", created: 5, lastSeen: 5, expires: nil)
    let zone = try await storage.zone(key).token
    let writes: [(String, () async throws -> Void)] = [
      ("push", { try await push(Sample.object(9), to: key, of: storage) }),
      ("asset", { _ = try await storage.add(asset, to: key) }),
      ("limit", { _ = try await storage.limit(id, to: 5) }),
      ("role", { _ = try await storage.change("a", of: id, to: .read) }),
      ("revoke", { _ = try await storage.revoke("a", of: id) }),
      (
        "code",
        {
          try await storage.add(
            PairingCode.random().digest, of: id, role: .write, expiring: 9, at: 0)
        }
      ),
      (
        "removal of assets",
        {
          _ = try await storage.removeAssets([], of: key, at: zone, usedBefore: 0) { _ in }
        }
      ),
      ("compaction", { _ = try await storage.forgetDeletions(of: id, before: .max) }),
    ]
    for (name, write) in writes {
      let error = await #expect(throws: HubError.self, "\(name)") { try await write() }
      #expect(error?.code == code, "\(name)")
    }
    if code == .tryAgainLater {
      await #expect(throws: HubError.self) { _ = try await storage.remove(id) }
    }
    // A time of a request is not noted, and the request goes on.
    try await storage.note(device.id, of: id, seenAt: 99)
    try await storage.note("a", of: id, seenAt: 99)
  }

  @Test("A code is not used up by a sign-in at the wrong time", arguments: StorageMaker.all)
  func codes(maker: StorageMaker) async throws {
    try await withWorld(Pair(from: maker, to: maker)) { world in
      let storage = world.from.storage
      let (code, other) = (PairingCode.random(), DeviceToken.random().digest)
      try await storage.add(
        code.digest, of: world.account.id, role: .read, expiring: .max, at: 0)
      let device = Device(id: "b", name: "Phone", created: 5, lastSeen: 5, expires: nil)
      let closed = AccountState.readOnly(until: .max)
      _ = try await storage.changeState(of: world.account.id, from: .open, to: closed)
      await #expect(throws: HubError.self) {
        _ = try await storage.redeem(code.digest, for: device, token: other, at: 0)
      }
      _ = try await storage.changeState(of: world.account.id, from: closed, to: .open)
      _ = try await HubMove(from: world.from, to: world.to).move("ann")
      let session = try await world.to.storage.redeem(
        code.digest, for: device, token: other, at: 0)
      #expect(session?.device.role == .read)
    }
  }

  @Test("A move that cannot end in time leaves the account open where it is", arguments: Pair.all)
  func tooLate(pair: Pair) async throws {
    try await withWorld(pair) { world in
      let key = world.key("Z")
      try await push(Sample.object(1), to: key, of: world.from.storage)
      var settings = HubMove.Settings()
      settings.readOnly = .zero
      let error = await #expect(throws: HubStorageError.self) {
        _ = try await HubMove(from: world.from, to: world.to, settings: settings).move("ann")
      }
      #expect(error?.code == .moveFailure)
      try await push(Sample.object(2), to: key, of: world.from.storage)
      #expect(try await world.from.storage.account(named: "ann")?.state == .open)
      // The copy does not serve, and the account arrives in full with the next attempt.
      guard case .arriving = try await world.to.storage.account(named: "ann")?.state else {
        Issue.record("The copy is not arriving")
        return
      }
      _ = try await HubMove(from: world.from, to: world.to).move("ann")
      #expect(try await world.to.storage.contents(of: world.account.id).records == 2)
    }
  }

  @Test(
    "A move that ended between the two databases is completed, also if its copy was replaced",
    arguments: Pair.all, [false, true])
  func givenAway(pair: Pair, isReplaced: Bool) async throws {
    try await withWorld(pair) { world in
      let (key, id) = (world.key("Z"), world.account.id)
      try await push(Sample.object(1), to: key, of: world.from.storage)
      _ = try await HubMove(from: world.from, to: world.to).move("ann")
      #expect(
        try await world.to.storage.changeState(of: id, from: .open, to: .arriving(attempt: 3)))
      if isReplaced {
        let incarnation = try await world.from.storage.zone(key).incarnation
        try await world.to.storage.admit(world.account, incarnation: incarnation, attempt: 4)
      }
      #expect(try await HubMove(from: world.from, to: world.to).move("ann").outcome == .moved)
      #expect(try await world.to.storage.contents(of: id).records == 1)
      #expect(try await world.to.storage.account(named: "ann")?.state == .open)
      #expect(
        try await world.to.storage.zone(key).token == world.from.storage.zone(key).token)
    }
  }

  @Test("An interrupted move is abandoned, and one that has ended is not", arguments: Pair.all)
  func abandon(pair: Pair) async throws {
    try await withWorld(pair) { world in
      let (key, id) = (world.key("Z"), world.account.id)
      let move = try HubMove(from: world.from, to: world.to)
      try await push(Sample.object(1), to: key, of: world.from.storage)
      try await world.to.storage.admit(world.account, incarnation: 1, attempt: 4)
      let closed = AccountState.readOnly(until: .max)
      for state in [closed, .moved] {
        _ = try await world.from.storage.changeState(of: id, from: .open, to: state)
        if state == .moved {
          try await world.to.storage.admit(world.account, incarnation: 1, attempt: 5)
        }
        #expect(try await move.abandon("ann").outcome == .abandoned)
        #expect(try await world.to.storage.account(named: "ann") == nil)
        try await push(Sample.object(2), to: key, of: world.from.storage)
      }
      _ = try await move.move("ann")
      let error = await #expect(throws: HubStorageError.self) { _ = try await move.abandon("ann") }
      #expect(error?.code == .accountState)
    }
  }

  @Test("Accounts that the other database serves are not replaced", arguments: Pair.all)
  func conflicts(pair: Pair) async throws {
    try await withWorld(pair) { world in
      let namesake = try await HubAdministration(world.to.storage).addAccount(named: "ann", at: 0)
      let move = try HubMove(from: world.from, to: world.to)
      for work in [move.move, move.plan, move.abandon] {
        let error = await #expect(throws: HubStorageError.self) { _ = try await work("ann") }
        #expect(error?.code == .accountExists)
      }
      _ = try await world.to.storage.remove(namesake.id)
      try await world.to.storage.add(world.account)
      let error = await #expect(throws: HubStorageError.self) { _ = try await move.move("ann") }
      #expect(error?.code == .accountExists)
      // Another attempt fills the copy.
      _ = try await world.to.storage.remove(world.account.id)
      try await world.to.storage.admit(world.account, incarnation: 1, attempt: 1)
      try await world.to.storage.admit(world.account, incarnation: 1, attempt: 2)
      let row = StoredRow([.text("Z"), .integer(1), .integer(0)])
      await #expect(throws: HubStorageError.otherAttempt) {
        try await world.to.storage.write(
          [row], to: .zone, of: world.account.id, attempt: 1, replacesAll: false)
      }
      await #expect(throws: HubStorageError.otherAttempt) {
        try await world.to.storage.open(world.account, attempt: 1)
      }
    }
  }

  @Test("A dry run changes nothing")
  func plan() async throws {
    try await withWorld(Pair.all[0]) { world in
      try await push(Sample.object(1), to: world.key("Z"), of: world.from.storage)
      let plan = try await HubMove(from: world.from, to: world.to).plan("ann")
      #expect(plan.outcome == .planned && plan.records == 1 && plan.devices == 1)
      #expect(try await world.to.storage.accounts() == [])
      #expect(try await world.from.storage.account(named: "ann")?.state == .open)
    }
  }

  @Test("Two hubs cannot have one folder of assets")
  func oneFolder() async throws {
    try await withWorld(Pair.all[0]) { world in
      let same = HubMove.Side(world.to.storage, assets: world.from.assets)
      #expect(throws: HubStorageError.self) { try HubMove(from: world.from, to: same) }
    }
  }
}

/// Work that is done once.
private actor Once {
  private var outcome: Result<Void, any Error>?

  func run(_ work: @Sendable () async throws -> Void) async {
    guard outcome == nil else { return }
    outcome = .success(())
    do { try await work() } catch { outcome = .failure(error) }
  }

  /// Returns `true` if the work was done.
  func result() throws -> Bool {
    try outcome?.get()
    return outcome != nil
  }
}
