import Foundation
import PerennialHub
import PerennialRecords
import Testing

@Suite("A hub whose database is replaced by an earlier one", .timeLimit(.minutes(1)))
struct RestoreTests {
  /// Fills a database, copies it by `copy`, and fills it further.
  ///
  /// - Returns: A position after the copy, and the token of a device.
  private func history(
    at file: URL, copying copy: @escaping @Sendable (TestHub) async throws -> Void
  ) async throws -> (position: SyncToken, token: String) {
    let (facts, fact) = AsyncStream.makeStream(of: (SyncToken, String).self)
    try await withHub(at: file) { hub in
      let phone = try await hub.signIn()
      _ = try await phone.push([Sample.object(1)])
      try await copy(hub)
      _ = try await phone.push([Sample.object(2)])
      let position = try await phone.pull().json(PullReply.self).token
      fact.yield((position, phone.token ?? ""))
    }
    for await fact in facts { return fact }
    throw HubDidNotStart()
  }

  private func expectRestored(
    _ file: URL, _ past: (position: SyncToken, token: String)
  ) async throws -> SyncToken {
    let (heads, head) = AsyncStream.makeStream(of: SyncToken.self)
    try await withHub(at: file) { hub in
      let phone = HubClient(port: hub.port, token: past.token)
      let pull = try await phone.pull(after: past.position)
      #expect(pull.status == 409)
      #expect(try pull.error.code == .hubRestored)
      let push = try await phone.push([Sample.object(3)], after: past.position)
      #expect(push.status == 409)
      #expect(try await phone.records() == [Sample.object(1)])
      let page = try await phone.pull().json(PullReply.self)
      #expect(page.token.incarnation > past.position.incarnation)
      // The device offers what the hub has lost.
      #expect(try await phone.push([Sample.object(2)], after: page.token).status == 200)
      let next = try await phone.pull(after: page.token).json(PullReply.self)
      head.yield(next.token)
    }
    for await head in heads { return head }
    throw HubDidNotStart()
  }

  @Test("A backup that is restored has another incarnation, each time")
  func backup() async throws {
    let folder = try ScratchFolder()
    let (file, copy) = (folder.file("hub.sqlite"), folder.file("hub.backup"))
    let past = try await history(at: file) { try await $0.storage.backUp(to: copy) }
    let replaced = try HubRestoration.restore(copy, to: file, at: 0)
    #expect(replaced != nil)
    let second = try await expectRestored(file, past)
    _ = try HubRestoration.restore(copy, to: file, at: 0)
    let third = try await expectRestored(file, (second, past.token))
    #expect(third.incarnation > second.incarnation)
  }

  @Test("A backup that an operator opens in place of the database has another incarnation")
  func openedBackup() async throws {
    let folder = try ScratchFolder()
    let (file, copy) = (folder.file("hub.sqlite"), folder.file("hub.backup"))
    let past = try await history(at: file) { try await $0.storage.backUp(to: copy) }
    _ = try await expectRestored(copy, past)
  }

  @Test("An earlier copy that was put in place of the file is recognised")
  func copiedFile() async throws {
    let folder = try ScratchFolder()
    let file = folder.file("hub.sqlite")
    let past = try await history(at: file) { hub in
      for name in ["", "-wal"] {
        try FileManager.default.copyItem(
          at: folder.file("hub.sqlite" + name), to: folder.file("copy" + name))
      }
    }
    for name in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(at: folder.file("hub.sqlite" + name))
    }
    for name in ["", "-wal"] {
      try FileManager.default.moveItem(
        at: folder.file("copy" + name), to: folder.file("hub.sqlite" + name))
    }
    _ = try await expectRestored(file, past)
  }

  @Test("A copy without the files beside it, as on another machine, is recognised")
  func movedFile() async throws {
    let folder = try ScratchFolder()
    let (file, other) = (folder.file("hub.sqlite"), folder.file("moved.sqlite"))
    let past = try await history(at: file) { hub in
      for name in ["", "-wal"] {
        try FileManager.default.copyItem(
          at: folder.file("hub.sqlite" + name), to: folder.file("moved.sqlite" + name))
      }
    }
    _ = try await expectRestored(other, past)
  }

  @Test("A database with the tables of another version is refused, and stays as it is")
  func otherVersion() async throws {
    let folder = try ScratchFolder()
    let file = folder.file("hub.sqlite")
    let past = try await history(at: file) { _ in }
    let version = try SQLiteCheck.version(of: file)
    try SQLiteCheck.execute("PRAGMA user_version = 99", in: file)
    let before = try SQLiteCheck.dump(of: file)
    for isServing in [true, false] {
      let error = #expect(throws: HubStorageError.self) {
        try SQLiteHubStorage(at: file, serving: isServing, time: 0)
      }
      #expect(error?.code == .otherFile)
      #expect(error?.description.contains("hub.sqlite") == true)
    }
    #expect(try SQLiteCheck.dump(of: file) == before)
    let target = folder.file("target.sqlite")
    #expect(throws: HubStorageError.self) { try HubRestoration.restore(file, to: target, at: 0) }
    #expect(!FileManager.default.fileExists(atPath: target.path))
    try SQLiteCheck.execute("PRAGMA user_version = \(version ?? 0)", in: file)
    try await withHub(at: file) { hub in
      let phone = HubClient(port: hub.port, token: past.token)
      let pull = try await phone.pull(after: past.position)
      #expect(pull.status == 200)
    }
  }

  @Test("A stored record that cannot be read is an error for its account, and for no other one")
  func damage() async throws {
    let folder = try ScratchFolder()
    let file = folder.file("hub.sqlite")
    let past = try await history(at: file) { _ in }
    try SQLiteCheck.execute("UPDATE record SET body = 'not JSON'", in: file)
    try await withHub(at: file) { hub in
      let phone = HubClient(port: hub.port, token: past.token)
      let push = try await phone.push([Sample.object(1, title: "Soup", at: 1_700_000_000_001)])
      #expect(push.status == 500)
      #expect(try push.error.code == .internalError)
      #expect(!push.text.contains("not JSON"))
      let bob = try await hub.signIn("bob")
      #expect(try await bob.push([Sample.object(1)]).status == 200)
      #expect(try await bob.records() == [Sample.object(1)])
    }
  }

  @Test("A backup that is made while devices push has all that was acknowledged before it")
  func backupWhilePushing() async throws {
    let folder = try ScratchFolder()
    let (file, copy) = (folder.file("hub.sqlite"), folder.file("hub.backup"))
    let (counts, count) = AsyncStream.makeStream(of: (before: Int, all: Int).self)
    try await withHub(at: file) { hub in
      let phone = try await hub.signIn()
      let (numbers, number) = AsyncStream.makeStream(of: Int.self)
      async let pushed: Int = {
        for key in 1...60 {
          guard try await phone.push([Sample.object(Int64(key))]).status == 200 else { return key }
          number.yield(key)
        }
        return 60
      }()
      let before = await numbers.first { $0 == 20 } ?? 0
      try await hub.storage.backUp(to: copy)
      count.yield((before, try await pushed))
    }
    let numbers = try #require(await counts.first { _ in true })
    #expect(numbers.all == 60)
    #expect(try SQLiteCheck.integrity(of: copy) == "ok")
    try await withHub(at: copy) { hub in
      let records = Set(try await hub.signIn().records().map(\.name))
      #expect(records.count >= numbers.before)
      // A copy is one state: if it has a record, it has those that were pushed before.
      #expect(records == Set((1...Int64(records.count)).map { RecordName.object(key: $0) }))
    }
  }

  @Test("A hub that ends and starts again keeps its incarnation")
  func restart() async throws {
    let folder = try ScratchFolder()
    let file = folder.file("hub.sqlite")
    let past = try await history(at: file) { _ in }
    try await withHub(at: file) { hub in
      let phone = HubClient(port: hub.port, token: past.token)
      let page = try await phone.pull(after: past.position).json(PullReply.self)
      #expect(page.records == [] && page.token == past.position)
    }
  }

  @Test(
    "A second hub on the same file, a file of another program, and a damaged backup are refused")
  func refusals() async throws {
    let folder = try ScratchFolder()
    let (file, other) = (folder.file("hub.sqlite"), folder.file("other"))
    try Data("not a database at all, but a text".utf8).write(to: other)
    try await withHub(at: file) { hub in
      #expect(throws: HubStorageError.self) {
        try SQLiteHubStorage(at: file, serving: true, time: 0)
      }
      #expect(throws: HubStorageError.self) { try HubRestoration.restore(file, to: file, at: 0) }
      let phone = try await hub.signIn()
      #expect(try await phone.push([Sample.object(1)]).status == 200)
    }
    #expect(throws: HubStorageError.self) {
      try SQLiteHubStorage(at: other, serving: true, time: 0)
    }
    #expect(throws: HubStorageError.self) { try HubRestoration.restore(other, to: file, at: 0) }
    try await withHub(at: file) { hub in
      let account = try await hub.storage.account(named: "ann")
      #expect(account?.name == "ann")
    }
  }
}
