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
    let replaced = try HubRestoration.restore(copy, to: file)
    #expect(replaced != nil)
    let second = try await expectRestored(file, past)
    _ = try HubRestoration.restore(copy, to: file)
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
      #expect(throws: HubStorageError.self) { try HubRestoration.restore(file, to: file) }
      let phone = try await hub.signIn()
      #expect(try await phone.push([Sample.object(1)]).status == 200)
    }
    #expect(throws: HubStorageError.self) {
      try SQLiteHubStorage(at: other, serving: true, time: 0)
    }
    #expect(throws: HubStorageError.self) { try HubRestoration.restore(other, to: file) }
    try await withHub(at: file) { hub in
      let account = try await hub.storage.account(named: "ann")
      #expect(account?.name == "ann")
    }
  }
}
