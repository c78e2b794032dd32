import Foundation
import Logging
import PerennialHub
import PerennialRecords
import Testing

@testable import SyncedPair

@Suite("Two devices with a hub", .timeLimit(.minutes(1)))
struct SyncedPairTests {
  @Test("Edits of different fields, made offline, are merged on both devices")
  func merged() async throws {
    try await withHub { hub, code, folder in
      let (phone, tablet) = try await SyncedPair.pair(in: folder, hub: hub, code: code)
      try await SyncedPair.shop(phone, tablet)
      #expect(try phone.list() == ["Bread", "✓ Oat milk"])
      #expect(try tablet.list() == ["Bread", "✓ Oat milk"])
    }
  }
}

/// Serves an empty hub on a free port of the loopback interface, with a code of an account, while a block runs.
func withHub(_ body: (_ hub: URL, _ code: String, _ folder: URL) async throws -> Void) async throws
{
  let folder = FileManager.default.temporaryDirectory.appending(path: "Hub-\(UUID())")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let (file, now) = (folder.appending(path: "hub.sqlite"), StampClock.systemMilliseconds)
  let storage = try SQLiteHubStorage(at: file, serving: true, time: now)
  let administration = HubAdministration(storage)
  let account = try await administration.addAccount(named: "ann", at: now)
  let code = try await administration.pair(account, at: now).code.text
  var options = HubOptions()
  (options.port, options.stopsOnSignals) = (0, false)
  let server = try HubServer(
    storage, assets: AssetFolder(besideDatabaseAt: file), options: options,
    logger: Logger(label: "hub") { _ in SwiftLogNoOpLogHandler() })
  let (ports, started) = AsyncStream.makeStream(of: Int.self)
  let serving = Task {
    defer { started.finish() }
    try await server.run { started.yield($0) }
  }
  defer { serving.cancel() }
  let port = try #require(await ports.first { _ in true })
  try await body(try #require(URL(string: "http://127.0.0.1:\(port)")), code, folder)
}
