import Foundation
import PerennialRecords
import PerennialReplication
import PerennialSync
import StoreTesting
import SwiftData
import Testing

@Suite("Conflicts of stores, and their decisions")
struct ConflictSyncTests {
  private let hub = MemoryHub()
  private let (first, second): (Device, Device)

  /// Two devices that know one recipe.
  init() throws {
    (first, second) = (try Device(), try Device())
    first.context.insert(Recipe("Pasta", minutes: 1))
    try first.context.save()
    try first.sync(with: hub)
    try second.sync(with: hub)
  }

  private func edit(_ device: Device, _ change: (Recipe, ModelContext) -> Void) throws {
    // Stamps of two devices differ by their times.
    Thread.sleep(forTimeInterval: 0.002)
    device.context = ModelContext(device.container)
    change(try #require(try device.all(Recipe.self).first), device.context)
    try device.context.save()
  }

  private func conflicts(_ device: Device) throws -> [RecordConflict] {
    try device.storage.transaction { try $0.store.conflicts }
  }

  private func decide(_ device: Device, _ choice: RecordConflict.Choice) throws {
    let conflict = try #require(try conflicts(device).first)
    try device.storage.transaction { try $0.resolve(conflict, with: choice) }
  }

  private func titles() throws -> [[String]] {
    try [first, second].map { device in
      try ModelContext(device.container).fetch(FetchDescriptor<Recipe>()).map(\.title)
    }
  }

  private func exchange() throws {
    for device in [first, second, first] { try device.sync(with: hub) }
    #expect(try first.pending == 0 && second.pending == 0)
  }

  @Test("Two edits of one field: the later stays, and the conflict has the base and both values")
  func field() throws {
    try edit(first) { recipe, _ in recipe.title = "Linguine" }
    try edit(second) { recipe, _ in recipe.title = "Penne" }
    try first.sync(with: hub)
    try second.sync(with: hub)
    try exchange()
    #expect(try titles() == [["Penne"], ["Penne"]])
    #expect(try conflicts(first).isEmpty)
    let conflict = try #require(try conflicts(second).first)
    guard case .field("title", .text("Pasta"), let mine, let theirs) = conflict.kind else {
      Issue.record("\(conflict)")
      return
    }
    #expect(mine.value == .text("Penne") && theirs.value == .text("Linguine"))
    #expect(mine.stamp > theirs.stamp && mine.stamp.device != theirs.stamp.device)
  }

  @Test("A decision reaches all devices", arguments: RecordConflict.Choice.allCases)
  func decision(choice: RecordConflict.Choice) throws {
    try edit(first) { recipe, _ in recipe.title = "Linguine" }
    try edit(second) { recipe, _ in recipe.title = "Penne" }
    try first.sync(with: hub)
    try second.sync(with: hub)
    try decide(second, choice)
    try exchange()
    let title = choice == .mine ? "Penne" : "Linguine"
    #expect(try titles() == [[title], [title]])
    #expect(try conflicts(second).isEmpty)
  }

  @Test("An edit of a deleted object: a decision restores it with the edit")
  func deletion() throws {
    try edit(first) { recipe, context in context.delete(recipe) }
    try edit(second) { recipe, _ in recipe.title = "Penne" }
    try first.sync(with: hub)
    try second.sync(with: hub)
    #expect(try titles() == [[], []])
    try decide(second, .mine)
    try exchange()
    #expect(try titles() == [["Penne"], ["Penne"]])
  }

  @Test("A store keeps the last thousand conflicts")
  func limit() throws {
    let name = RecordName.object(key: 1)
    try second.storage.transaction { replica in
      for index in 1...1_003 {
        try replica.store.write(
          RecordConflict(
            name: name, type: "Recipe",
            kind: .deletedByOther(mine: ["minutes": .integer(Int64(index))], theirs: .first)))
      }
    }
    let kept = try conflicts(second)
    #expect(kept.count == 1_000)
    #expect(kept.first?.kind == .deletedByOther(mine: ["minutes": .integer(4)], theirs: .first))
  }
}

extension Stamp {
  fileprivate static let first = Stamp(
    time: HybridTime(milliseconds: 1), device: DeviceIdentifier(rawValue: 1) ?? .random())
}
