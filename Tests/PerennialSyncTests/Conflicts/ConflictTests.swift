import Foundation
import PerennialPresets
import PerennialRecords
import PerennialReplication
@testable import PerennialSync
import StoreTesting
import SwiftData
import Testing

@Suite("Conflicts of two devices")
struct ConflictTests {
  let hub = MemoryHub()

  /// Two devices with one recipe.
  private func devices() throws -> (Device, Device) {
    let (first, second) = (try Device(), try Device())
    first.context.insert(Recipe("Pasta", minutes: 10))
    try first.context.save()
    try first.sync(with: hub)
    try second.sync(with: hub)
    return (first, second)
  }

  private func setMinutes(_ minutes: Int, on device: Device) throws {
    try #require(device.all(Recipe.self).first).minutes = minutes
    try device.context.save()
    Thread.sleep(forTimeInterval: 0.005)
  }

  private func exchange(_ first: Device, _ second: Device) throws {
    for _ in 1...2 {
      try first.sync(with: hub)
      try second.sync(with: hub)
    }
  }

  private func minutes(_ device: Device) throws -> [Int] {
    try ModelContext(device.container).fetch(FetchDescriptor<Recipe>()).map(\.minutes)
  }

  @Test("Two edits of a property: the conflict has both values and the one that they have replaced")
  func edits() throws {
    let (first, second) = try devices()
    try setMinutes(20, on: first)
    try setMinutes(30, on: second)
    try exchange(first, second)
    #expect(try minutes(first) == [30] && minutes(second) == [30])
    #expect(try first.storage.conflicts().isEmpty)
    let conflict = try #require(try second.storage.conflicts().first)
    #expect(try second.storage.conflicts().count == 1)
    #expect(try conflict.object == second.all(Recipe.self).first?.persistentModelID)
    guard case .edits("minutes", let base, let mine, let theirs) = conflict.kind else {
      Issue.record("\(conflict)")
      return
    }
    #expect(base == .integer(10) && mine.value == .integer(30) && theirs.value == .integer(20))
    #expect(mine.date > theirs.date)
  }

  @Test(
    "A conflict of a kind that a later version of the library has added stays, and hides no other one"
  )
  func laterKind() throws {
    let (first, second) = try devices()
    try setMinutes(20, on: first)
    try setMinutes(30, on: second)
    try exchange(first, second)
    let later = #"{"name": "o.1", "type": "Recipe", "kind": {"moved": {"_0": "title"}}}"#
    try RawDatabase(second.url).run(
      "INSERT INTO _perennial_conflicts (conflict) VALUES ('\(later)')")
    let conflict = try #require(try second.storage.conflicts().first)
    #expect(try second.storage.conflicts().count == 1)
    try second.storage.resolve(conflict.id, keeping: .theirs)
    #expect(try minutes(second) == [20])
    let kept = try RawDatabase(second.url).rows("SELECT conflict FROM _perennial_conflicts")
    #expect(kept == [[later]])
  }

  @Test(
    "Another decision is a later edit, on all devices",
    arguments: [SyncConflict.Side.mine, .theirs])
  func resolve(side: SyncConflict.Side) throws {
    let (first, second) = try devices()
    try setMinutes(20, on: first)
    try setMinutes(30, on: second)
    try exchange(first, second)
    let conflict = try #require(try second.storage.conflicts().first)
    try second.storage.resolve(conflict.id, keeping: side)
    let decided = side == .mine ? 30 : 20
    #expect(try minutes(second) == [decided])
    #expect(try second.storage.conflicts().isEmpty)
    try exchange(second, first)
    #expect(try minutes(first) == [decided] && minutes(second) == [decided])
    // A second decision finds the conflict resolved.
    try second.storage.resolve(conflict.id, keeping: .mine)
    #expect(try minutes(second) == [decided])
  }

  @Test("An edit of an object that another device deletes is kept, and can bring it back")
  func deletedByOther() throws {
    let (first, second) = try devices()
    let recipe = try #require(first.all(Recipe.self).first)
    first.context.delete(recipe)
    try first.context.save()
    try setMinutes(30, on: second)
    try exchange(first, second)
    #expect(try minutes(first) == [] && minutes(second) == [])
    let conflict = try #require(try second.storage.conflicts().first)
    guard case .deletedByOther(let mine, _) = conflict.kind else {
      Issue.record("\(conflict)")
      return
    }
    #expect(mine == ["minutes": .integer(30)])
    try second.storage.resolve(conflict.id, keeping: .mine)
    try exchange(second, first)
    let back = try ModelContext(first.container).fetch(FetchDescriptor<Recipe>())
    #expect(back.map(\.title) == ["Pasta"] && back.map(\.minutes) == [30])
    #expect(try first.dump() == second.dump())
  }

  @Test("A deletion of an object that another device edits")
  func deletedHere() throws {
    let (first, second) = try devices()
    try setMinutes(20, on: first)
    try second.context.delete(#require(second.all(Recipe.self).first))
    try second.context.save()
    try exchange(first, second)
    #expect(try minutes(first) == [] && minutes(second) == [])
    let conflict = try #require(try second.storage.conflicts().first)
    guard case .deletedHere(let theirs, _) = conflict.kind else {
      Issue.record("\(conflict)")
      return
    }
    #expect(theirs == ["minutes": .integer(20)])
    try second.storage.resolve(conflict.id, keeping: .theirs)
    try exchange(second, first)
    #expect(try minutes(first) == [20] && minutes(second) == [20])
  }

  @Test("Another decision on a preset is an edit of it")
  func preset() throws {
    let catalog = PresetCatalog("kitchen", version: 1) {
      Presets(id: \Recipe.title) { [Recipe("Pasta", minutes: 10)] }
    }
    let (first, second) = (try Device(presets: catalog), try Device(presets: catalog))
    try exchange(first, second)
    try setMinutes(20, on: first)
    try setMinutes(30, on: second)
    try exchange(first, second)
    let conflict = try #require(try second.storage.conflicts().first)
    try second.storage.resolve(conflict.id, keeping: .theirs)
    try exchange(second, first)
    #expect(try minutes(first) == [20] && minutes(second) == [20])
    let update = PresetCatalog("kitchen", version: 2) {
      Presets(id: \Recipe.title) { [Recipe("Pasta", minutes: 11)] }
    }
    _ = try PresetLibrary(of: second.container, catalogs: [update]).apply()
    #expect(try minutes(second) == [20])
  }

  @Test("Changes of different properties are no conflict")
  func differentProperties() throws {
    let (first, second) = try devices()
    try setMinutes(20, on: first)
    try #require(second.all(Recipe.self).first).title = "Penne"
    try second.context.save()
    try exchange(first, second)
    #expect(try first.storage.conflicts().isEmpty && second.storage.conflicts().isEmpty)
  }

  @Test("A store keeps the last thousand conflicts")
  func limit() throws {
    let (_, device) = try devices()
    let stamp = Stamp(time: HybridTime(milliseconds: 1), device: .random())
    try device.storage.transaction { replica in
      for index in 1...1_003 {
        try replica.store.conflictTable.write(
          RecordConflict(
            name: .object(key: 1), type: "Recipe",
            kind: .deletedByOther(mine: ["minutes": .integer(Int64(index))], theirs: stamp)))
      }
    }
    let kept = try device.storage.conflicts()
    #expect(kept.count == 1_000)
    #expect(
      kept.first?.kind == .deletedByOther(mine: ["minutes": .integer(4)], date: stamp.time.date))
  }
}
