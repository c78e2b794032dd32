import Foundation
import GRDB
import PerennialRecords
import Testing

@testable import PerennialHub

@Suite("A hub whose disk fails", .timeLimit(.minutes(1)))
struct DiskTests {
  /// Runs a hub on a file, and hands both to a test.
  private func withHubAndFile(
    _ body: @escaping @Sendable (TestHub, SQLiteHubStorage, URL) async throws -> Void
  ) async throws {
    let folder = try ScratchFolder()
    let url = folder.file("hub.sqlite")
    let storage = try SQLiteHubStorage(at: url, serving: true, time: 1)
    try await withHub(on: storage, assets: AssetFolder(besideDatabaseAt: url)) { hub in
      try await body(hub, storage, url)
    }
    withExtendedLifetime(folder) {}
  }

  private func expectUnwritable(_ hub: TestHub, _ phone: HubClient, key: Int64) async throws {
    let text = String(repeating: "x", count: 20_000)
    let answer = try await phone.push([Sample.object(key, title: text)])
    #expect(answer.status == 500)
    let error = try answer.error
    #expect(error.code == .internalError && error.retryAfter == 30)
    #expect(answer.headers["retry-after"] == "30")
    #expect(try await hub.stranger.get("/ready").status == 503)
    #expect(try await hub.stranger.get("/health").status == 200)
  }

  @Test("On a full disk nothing is acknowledged, readiness is off, and returns with the space")
  func full() async throws {
    try await withHubAndFile { hub, storage, _ in
      let phone = try await hub.signIn()
      _ = try await phone.push([Sample.object(1)])
      let pages = try await storage.pool.write { database in
        let count = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
        return try Int.fetchOne(database, sql: "PRAGMA max_page_count = \(count)") ?? 0
      }
      try await expectUnwritable(hub, phone, key: 2)
      // Reading goes on.
      #expect(try await phone.records() == [Sample.object(1)])
      #expect(hub.log.entries.contains { $0.metadata["error"]?.contains("full") == true })
      _ = try await storage.pool.write { database in
        try Int.fetchOne(database, sql: "PRAGMA max_page_count = \(pages + 1000)")
      }
      #expect(try await hub.stranger.get("/ready").status == 200)
      #expect(try await phone.push([Sample.object(2)]).status == 200)
    }
  }

  @Test("A hub whose file was removed or replaced acknowledges nothing until the file is back")
  func removed() async throws {
    try await withHubAndFile { hub, _, url in
      let phone = try await hub.signIn()
      _ = try await phone.push([Sample.object(1)])
      let aside = URL(fileURLWithPath: url.path + "-aside")
      try FileManager.default.moveItem(at: url, to: aside)
      try await expectUnwritable(hub, phone, key: 2)
      try Data("another file".utf8).write(to: url)
      try await expectUnwritable(hub, phone, key: 2)
      #expect(hub.log.entries.contains { $0.metadata["error"]?.contains("was removed") == true })
      // The file itself, put back, is the database.
      try FileManager.default.removeItem(at: url)
      try FileManager.default.moveItem(at: aside, to: url)
      #expect(try await hub.stranger.get("/ready").status == 200)
      #expect(try await phone.push([Sample.object(2)]).status == 200)
    }
  }
}
