import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

/// A fault of a file or an object results in a typed error that names the fault, and nothing is lost.
@Suite("Bad input: full disks")
struct FullDiskTests: LedgerSuite {
  let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  private func expectFullDisk(_ context: ModelContext, grow: () -> Void) throws {
    let before = try context.fetchCount(FetchDescriptor<Entry>())
    grow()
    let pending = context.insertedModelsArray.count
    let error = #expect(throws: SwiftDataError.storeFailure) { try context.save() }
    #expect(error?.explanation.contains("full") == true, "\(String(describing: error))")
    // Nothing was written, and nothing is lost.
    #expect(context.insertedModelsArray.count == pending)
    #expect(
      try ModelContext(context.container).fetchCount(FetchDescriptor<Entry>()) == before
    )
    context.rollback()
    #expect(try context.fetchCount(FetchDescriptor<Entry>()) == before)
  }

  @Test("A database that may not grow: the save throws, and works again when it may")
  func fullDatabase() throws {
    try fill(10)
    let container = try open()
    let context = ModelContext(container)
    let store = container.coordinator.stores[0]
    // SQLite answers as it does when the disk has no room.
    try store.write { try $0.run("PRAGMA max_page_count = 1") }
    try expectFullDisk(context) {
      for number in 0..<500 {
        let entry = Entry(title: "Big \(number)")
        entry.place.name = String(repeating: "y", count: 10_000)
        context.insert(entry)
      }
    }
    try store.write { try $0.run("PRAGMA max_page_count = 1000000") }
    context.insert(Entry(title: "fits"))
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Entry>()) == 11)
    #expect(try RawDatabase(url).value("PRAGMA integrity_check") == "ok")
  }

  #if os(Linux)
  @Test("A disk that is full: the save throws, and works again when there is room")
  func fullDisk() throws {
    let disk = directory.file("disk")
    try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: false)
    // A user without the right to mount has the test before this one.
    guard SmallDisk.mount(disk, bytes: 1 << 20) else { return }
    defer { SmallDisk.unmount(disk) }
    let file = disk.appendingPathComponent("ledger.store")
    let container = try open(file)
    let context = ModelContext(container)
    context.insert(Entry(title: "kept"))
    try context.save()
    let ballast = disk.appendingPathComponent("ballast")
    try Data(count: 500_000).write(to: ballast)
    try expectFullDisk(context) {
      for number in 0..<100 {
        let entry = Entry(title: "Big \(number)")
        entry.place.name = String(repeating: "y", count: 20_000)
        context.insert(entry)
      }
    }
    try FileManager.default.removeItem(at: ballast)
    context.insert(Entry(title: "fits"))
    try context.save()
    #expect(
      try ModelContext(container).fetch(FetchDescriptor<Entry>()).map(\.title).sorted()
        == ["fits", "kept"]
    )
  }
  #endif
}
