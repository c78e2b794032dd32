import Foundation
import PerennialPresets
import StoreTesting
import SwiftData
import Testing

/// Saves by other contexts during a reset take effect before the reset or after it.
@Suite("Resets while others work", .timeLimit(.minutes(2)))
struct ConcurrentResetTests {
  private static let rounds = 25

  /// Writes the same number to two dishes, and makes one of the user's, in one save.
  private static func write(_ number: Int, in container: ModelContainer) throws {
    let context = ModelContext(container)
    for slug in ["pasta", "soup"] {
      let dish = try #require(try context.dish(slug))
      dish.title = "Number \(number)"
      dish.minutes = number
    }
    context.insert(Dish("own \(number)", "Own"))
    try context.save()
  }

  /// Returns the number that was written to the two dishes, as one fetch finds it, or nil if they are as
  /// the catalog has them.
  private static func read(_ container: ModelContainer) throws -> Int? {
    let context = ModelContext(container)
    // A property that is read later would have the value of a later save otherwise.
    context.automaticallyMergesChanges = false
    let dishes = try context.fetch(FetchDescriptor<Dish>()).filter {
      $0.slug == "pasta" || $0.slug == "soup"
    }
    let titles = Set(dishes.map(\.title))
    if titles == ["Pasta", "Soup"] {
      #expect(Set(dishes.map(\.minutes)) == [20, 40])
      return nil
    }
    let number = try #require(dishes.first).minutes
    #expect(dishes.count == 2 && titles == ["Number \(number)"])
    #expect(dishes.allSatisfy { $0.minutes == number })
    return number
  }

  @Test(
    "Nobody sees half of a reset, or half of a save", arguments: [PresetScope.presets, .everything])
  func halves(_ scope: PresetScope) async throws {
    let directory = try ScratchDirectory()
    let url = directory.file("kitchen.store")
    let container = try Kitchen.container(1, at: url)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<2 {
        group.addTask {
          for round in 1...Self.rounds {
            // No number of the catalog: the assignment of a present value is no change.
            try Self.write((writer + 1) * 10_000 + round, in: container)
            await Task.yield()
          }
        }
      }
      group.addTask {
        for _ in 0..<Self.rounds * 2 {
          _ = try Self.read(container)
          await Task.yield()
        }
      }
      for _ in 0..<2 {
        group.addTask {
          for _ in 0..<Self.rounds {
            try container.presets.reset(scope, backup: .none)
            await Task.yield()
          }
        }
      }
      try await group.waitForAll()
    }
    try container.presets.reset(.everything, backup: .none)
    #expect(
      try KitchenRounds.portrait(of: container)
        == KitchenRounds.portrait(of: Kitchen.container(1)))
    #expect(try RawDatabase(url).danglingReferences.isEmpty)
  }

  @Test("Of two resets at once both keep a backup, and the store is reset")
  func twice() async throws {
    let directory = try ScratchDirectory()
    let container = try Kitchen.container(1, at: directory.file("kitchen.store"))
    try Self.write(7, in: container)
    async let first = container.presets.reset(.everything)
    async let second = container.presets.reset(.everything)
    let reports = try await [first, second]
    #expect(try Self.read(container) == nil)
    #expect(Set(reports.compactMap(\.backup?.url)).count == 2)
    for backup in reports.compactMap(\.backup) { try backup.verify() }
    let earlier = try #require(reports.first { !$0.isEmpty })
    #expect(reports.count { !$0.isEmpty } == 1)
    try container.presets.undo(earlier)
    #expect(try Self.read(container) == 7)
  }

  @Test("What another context has not saved yet is an edit made after the reset")
  func unsaved() throws {
    let container = try Kitchen.container(1)
    let context = ModelContext(container)
    let pasta = try #require(try context.dish("pasta"))
    pasta.minutes = 3
    try context.save()
    pasta.title = "Mine"
    let own = Dish("own", "Own", tags: [try #require(try context.tag("quick"))])
    context.insert(own)
    try container.presets.reset(.everything, backup: .none)
    #expect(pasta.title == "Mine" && pasta.minutes == 20)
    try context.save()
    #expect(try pasta.presetState().editedFields == ["title"])
    #expect(try ModelContext(container).dish("pasta")?.title == "Mine")
    #expect(try ModelContext(container).dish("own")?.tags.map(\.presetID) == ["quick"])
  }
}
