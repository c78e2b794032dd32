import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

/// The oracle is the file, read by SQLite alone.
@Suite("Stamps, devices and causes of transactions")
struct StoreClockTests {
  private let directory: ScratchDirectory
  private let url: URL

  init() throws {
    directory = try ScratchDirectory()
    url = directory.file("a.store")
  }

  private func context(_ url: URL? = nil) throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Voyage.self, configurations: ModelConfiguration(url: url ?? self.url)))
  }

  private func save(_ title: String, in context: ModelContext) throws {
    context.insert(Voyage(title))
    try context.save()
  }

  private struct Entry: Equatable {
    let stamp: Int64
    let device: Int64
    let cause: String
  }

  private func entries(_ url: URL? = nil) throws -> [Entry] {
    try RawDatabase(url ?? self.url).rows(
      "SELECT stamp, device, cause FROM _perennial_history ORDER BY id"
    ).map {
      Entry(
        stamp: try #require(Int64($0[0])), device: try #require(Int64($0[1])), cause: $0[2])
    }
  }

  private func expectAscending(
    _ entries: [Entry], location: SourceLocation = #_sourceLocation
  ) {
    #expect(
      zip(entries, entries.dropFirst()).allSatisfy { $0.stamp < $1.stamp }, "\(entries)",
      sourceLocation: location)
  }

  private func device(_ url: URL) throws -> String? {
    try RawDatabase(url).value("SELECT value FROM _perennial_metadata WHERE key = 'device'")
  }

  @Test("A transaction has a time, the device of the file, and a cause")
  func entry() throws {
    let context = try context()
    let before = Int64(Date().timeIntervalSince1970 * 1000)
    try save("a", in: context)
    try context.update(model: Voyage.self, setting: [.set(\.title, to: "b")])
    let after = Int64(Date().timeIntervalSince1970 * 1000) + 1
    let entries = try entries()
    #expect(entries.map(\.cause) == ["user", "user"])
    expectAscending(entries)
    #expect(entries.allSatisfy { before <= $0.stamp >> 16 && $0.stamp >> 16 <= after })
    #expect(Set(entries.map { "\($0.device)" }) == [try #require(try device(url))])
  }

  @Test("Contexts, containers and reopened files have one clock and one device")
  func severalContainers() throws {
    for _ in 0..<3 {
      let contexts = [try context(), try context(), try context()]
      for number in 0..<12 { try save("\(number)", in: contexts[number % 3]) }
    }
    let entries = try entries()
    #expect(entries.count == 36)
    expectAscending(entries)
    #expect(Set(entries.map(\.device)).count == 1)
  }

  @Test("Concurrent containers never make a stamp twice")
  func concurrentContainers() async throws {
    _ = try context()
    let url = url
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<4 {
        group.addTask {
          let context = ModelContext(
            try ModelContainer(for: Voyage.self, configurations: ModelConfiguration(url: url)))
          for number in 0..<25 {
            context.insert(Voyage("\(task) \(number)"))
            try context.save()
          }
        }
      }
      try await group.waitForAll()
    }
    let entries = try entries()
    #expect(entries.count == 100)
    expectAscending(entries)
    #expect(Set(entries.map(\.device)).count == 1)
  }

  @Test("A clock that is set back does not set the stamps back", arguments: [false, true])
  func clockSetBack(isOpen: Bool) throws {
    let year: Int64 = 365 * 24 * 3600 * 1000 << 16
    var context: ModelContext? = try context()
    try save("a", in: try #require(context))
    // As if the machine's clock had been a year ahead.
    if !isOpen { context = nil }
    try RawDatabase(url).run("UPDATE _perennial_history SET stamp = stamp + \(year)")
    let ahead = try #require(try entries().last).stamp
    let writer = try context ?? self.context()
    for title in ["b", "c"] { try save(title, in: writer) }
    #expect(try entries().map(\.stamp) == [ahead, ahead + 1, ahead + 2])
  }

  @Test("The clock continues after its transactions were deleted", arguments: [false, true])
  func deletedHistory(erases: Bool) throws {
    let year: Int64 = 365 * 24 * 3600 * 1000 << 16
    do {
      let context = try context()
      try save("a", in: context)
    }
    try RawDatabase(url).run("UPDATE _perennial_history SET stamp = stamp + \(year)")
    let ahead = try #require(try entries().last).stamp
    do {
      let context = try context()
      if erases {
        try context.container.erase()
        #expect(try entries().count == 1)
      } else {
        try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        #expect(try entries().isEmpty)
      }
    }
    let context = try context()
    try save("b", in: context)
    #expect(try entries().allSatisfy { $0.stamp > ahead })
  }

  @Test("A write that is not committed leaves the clock as it was")
  func rollback() throws {
    let context = try context()
    try save("a", in: context)
    let before = try RawDatabase(url).dumpOfClock()
    context.insert(Voyage("b"))
    try RawDatabase(url).run(
      """
      CREATE TRIGGER refuse BEFORE INSERT ON Voyage BEGIN SELECT RAISE(ABORT, 'no'); END
      """)
    #expect(throws: (any Error).self) { try context.save() }
    #expect(try RawDatabase(url).dumpOfClock() == before)
    try RawDatabase(url).run("DROP TRIGGER refuse")
    try context.save()
    expectAscending(try entries())
  }

  // MARK: Devices

  @Test("A copied file draws a device before its first write; the original keeps its own")
  func copy() throws {
    do { try save("a", in: try context()) }
    let copy = directory.file("copy.store")
    try RawDatabase.settle(url)
    try FileManager.default.copyItem(at: url, to: copy)
    do {
      let reader = try context(copy)
      #expect(try reader.fetchCount(FetchDescriptor<Voyage>()) == 1)
    }
    #expect(try device(copy) == device(url))
    for _ in 0..<2 {
      try save("b", in: try context(copy))
      try save("c", in: try context())
    }
    let (own, other) = (try entries(), try entries(copy))
    #expect(Set(own.map(\.device)).count == 1)
    #expect(other[0] == own[0])
    #expect(Set(other.dropFirst().map(\.device)).count == 1)
    #expect(other[1].device != own[0].device)
    expectAscending(other)
  }

  @Test("A file that takes the place of the original draws a device too")
  func replacedByCopy() throws {
    do { try save("a", in: try context()) }
    try RawDatabase.settle(url)
    let saved = directory.file("saved")
    try FileManager.default.copyItem(at: url, to: saved)
    do { try save("b", in: try context()) }
    try RawDatabase.settle(url)
    for suffix in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: url.path + suffix)
    }
    try FileManager.default.moveItem(at: url, to: directory.file("gone"))
    try FileManager.default.moveItem(at: saved, to: url)
    try save("c", in: try context())
    let entries = try entries()
    #expect(entries.count == 2 && entries[0].device != entries[1].device)
  }

  @Test("A moved file keeps its device")
  func move() throws {
    do { try save("a", in: try context()) }
    try RawDatabase.settle(url)
    let moved = directory.file("moved.store")
    for suffix in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: url.path + suffix)
    }
    try FileManager.default.moveItem(at: url, to: moved)
    for title in ["b", "c"] { try save(title, in: try context(moved)) }
    #expect(Set(try entries(moved).map(\.device)).count == 1)
  }

  @Test("A restored backup has a device of its own, and no earlier time than the store had")
  func restoredBackup() throws {
    let year: Int64 = 365 * 24 * 3600 * 1000 << 16
    let context = try context()
    try save("a", in: context)
    let backup = try context.container.backUp(to: directory.file("a.backup"))
    try save("b", in: context)
    try RawDatabase(url).run(
      "UPDATE _perennial_history SET stamp = stamp + \(year) WHERE id = 2")
    let before = try entries()
    try context.container.restore(from: backup)
    try save("c", in: ModelContext(context.container))
    let after = try entries()
    #expect(after.map(\.cause) == ["restore", "user"])
    #expect(after[0].stamp > before[1].stamp)
    expectAscending(after)
    #expect(after[0].device == after[1].device && after[0].device != before[0].device)
    // Another container finds the same device.
    try save("d", in: try self.context())
    #expect(Set(try entries().map(\.device)) == [after[0].device])
  }
}

extension RawDatabase {
  fileprivate borrowing func dumpOfClock() throws -> [[String]] {
    try rows("SELECT key, value FROM _perennial_metadata ORDER BY key")
      + rows("SELECT stamp, device FROM _perennial_history ORDER BY id")
  }
}
