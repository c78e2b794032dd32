import Foundation
import PerennialSQLite
import StoreFiles
import Testing
import WebTesting

@Suite("Stores that cannot be opened", .timeLimit(.minutes(1)))
struct ProblemTests {
  let kitchen: Kitchen

  init() throws { kitchen = try Kitchen(dishes: 3) }

  /// Expects that each page tells a heading and an advice, and that the overview is there again after a repair.
  private func expect(
    _ heading: String, _ advice: String, of url: URL,
    on paths: [String] = ["/", "/rows?entity=Dish", "/sql?sql=SELECT+1"],
    until repair: @Sendable () throws -> Void = {},
    isRepaired: Bool = false
  ) async throws {
    try await withStudio(url) { studio in
      for path in paths {
        let response = try await studio.send(path)
        let text = String(decoding: response.body, as: UTF8.self)
        #expect(response.status == 503, "\(path)")
        #expect(text.contains("<h1>\(heading)</h1>"), "\(text)")
        #expect(text.contains(advice), "\(text)")
      }
      try repair()
      if isRepaired { #expect(try await studio.send("/").status == 200) }
    }
  }

  @Test("A file that does not exist, and exists later")
  func missing() async throws {
    let (there, away) = (kitchen.url, kitchen.folder.appending(path: "away.store"))
    // A copy without its log: all is in the file.
    try StoreFile(url: there).rows("PRAGMA wal_checkpoint(TRUNCATE)")
    try FileManager.default.moveItem(at: there, to: away)
    try await expect(
      "The file does not exist", "Check the path", of: there,
      until: { try FileManager.default.moveItem(at: away, to: there) }, isRepaired: true)
  }

  @Test("A directory, an empty file and other files")
  func others() async throws {
    try await expect("The path is that of a directory", "A store is a file", of: kitchen.folder)
    let empty = kitchen.folder.appending(path: "empty.store")
    try Data().write(to: empty)
    try await expect("The file is empty", "has not saved yet", of: empty)
    let noise = kitchen.folder.appending(path: "noise.store")
    try Data((0..<8192).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 3) }).write(to: noise)
    try await expect("The file is not a database", "If the file is encrypted", of: noise)
    let other = kitchen.folder.appending(path: "other.store")
    try Data().write(to: other)
    try StoreFile(url: other).rows("CREATE TABLE music (title TEXT)")
    try await expect("The database is not a Perennial store", "Open it with its own", of: other)
  }

  @Test("A store of a newer format")
  func newer() async throws {
    try StoreFile(url: kitchen.url).rows(
      "UPDATE _perennial_metadata SET value = '99' WHERE key = 'format'")
    try await expect("The store has the newer format 99", "Update perennial", of: kitchen.url)
  }

  @Test("A damaged file")
  func damaged() async throws {
    try StoreFile(url: kitchen.url).rows("PRAGMA journal_mode = DELETE")
    let file = try FileHandle(forUpdating: kitchen.url)
    try file.seek(toOffset: 100)
    try file.write(contentsOf: Data(repeating: 0xEE, count: 4000))
    try file.close()
    try await expect("The file is damaged", "perennial backup", of: kitchen.url)
  }

  @Test("A file that another process has locked, until it is free")
  func locked() async throws {
    let lock = try ExclusiveLock(kitchen.url)
    try await expect(
      "The file is locked", "Another process has locked the file", of: kitchen.url, on: ["/"],
      until: { lock.release() }, isRepaired: true)
  }
}

/// A lock on a store that also keeps readers out.
private final class ExclusiveLock: @unchecked Sendable {
  // Sendable: one test uses it, a call after the other.
  private var handle: OpaquePointer?

  struct Failure: Error {}

  init(_ url: URL) throws {
    guard sqlite3_open_v2(url.path, &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK,
      sqlite3_exec(
        handle,
        "PRAGMA journal_mode = DELETE; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE", nil, nil,
        nil) == SQLITE_OK
    else { throw Failure() }
  }

  func release() {
    sqlite3_close_v2(handle)
    handle = nil
  }

  deinit { sqlite3_close_v2(handle) }
}
