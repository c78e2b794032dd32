import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

/// A program that restores copies of a store's files while a container has the store open.
@Suite("A store's file that is replaced while the store is open")
struct ReplacedFileTests {
  private let directory: ScratchDirectory
  private let url: URL

  init() throws {
    directory = try ScratchDirectory()
    url = directory.file("open.store")
  }

  private func container() throws -> ModelContainer {
    try ModelContainer(for: Author.self, configurations: ModelConfiguration(url: url))
  }

  private func insert(_ name: String, into container: ModelContainer) throws {
    let context = ModelContext(container)
    context.insert(Author(name: name))
    try context.save()
  }

  private func copy(suffix: String, fromBackup: Bool) throws {
    let (file, backup) = (url.path + suffix, url.path + ".backup" + suffix)
    try? FileManager.default.removeItem(atPath: fromBackup ? file : backup)
    try FileManager.default.copyItem(
      atPath: fromBackup ? backup : file, toPath: fromBackup ? file : backup)
  }

  /// SQLite keeps one index of the log for all connections of a process to a file. A connection of the former container
  /// that saw the new file without its log would hide the log from the next container.
  @Test("The former container opens no connection to the new file, and the next one has all of it")
  func replaced() throws {
    let former = try container()
    try insert("kept", into: former)
    for suffix in ["", "-wal"] { try copy(suffix: suffix, fromBackup: false) }
    try insert("later", into: former)
    for suffix in ["", "-wal", "-shm"] {
      try FileManager.default.removeItem(atPath: url.path + suffix)
    }
    try copy(suffix: "", fromBackup: true)
    let store = former.coordinator.stores[0]
    let error = #expect(throws: SwiftDataError.storeFailure) {
      _ = try store.connectReader().integers("SELECT count(*) FROM sqlite_master")
    }
    let explanation = try #require(error).explanation
    #expect(explanation.hasPrefix("\(url.path) was removed or replaced while the store was open."))
    try copy(suffix: "-wal", fromBackup: true)
    let next = try container()
    let names = try ModelContext(next).fetch(FetchDescriptor<Author>()).map(\.name)
    #expect(names == ["kept"])
    withExtendedLifetime(former) {}
  }
}
