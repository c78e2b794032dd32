import Foundation
@testable import Perennial
import PerennialRecords
import PerennialReplication
import PerennialSync
import SwiftData
import Testing

@Suite("Clocks, keys and remote changes of real stores")
struct StoreAgreementTests {
  let hub = MemoryHub()

  @Test("Two devices that draw the same key keep both objects, and references follow")
  func collision() throws {
    let (first, second) = (try Device(), try Device())
    let tag = Tag("first")
    first.context.insert(tag)
    try first.context.save()
    let recipe = Recipe("Pasta")
    let other = Tag("second")
    second.context.insert(recipe)
    recipe.tags = [other]
    try second.context.save()
    let drawn = try #require(other.persistentModelID.rowID)
    let key = try #require(tag.persistentModelID.rowID)
    try second.container.coordinator.stores[0].exclusively { connection in
      try connection.transaction {
        try connection.run(
          "UPDATE Tag SET _pk = ? WHERE _pk = ?", [.integer(key), .integer(drawn)])
        try connection.run(
          "UPDATE \"Recipe.tags\" SET target = ?1 WHERE target = ?2",
          [.integer(key), .integer(drawn)])
        try connection.run(
          "UPDATE _perennial_history SET changes = replace(changes, ?, ?)",
          [.text(String(drawn)), .text(String(key))])
      }
    }
    try first.sync(with: hub)
    for _ in 1...2 {
      try second.sync(with: hub)
      try first.sync(with: hub)
    }
    #expect(try first.dump() == second.dump())
    #expect(try first.all(Tag.self).map(\.name).sorted() == ["first", "second"])
    #expect(try first.all(Recipe.self).first?.tags.map(\.name) == ["second"])
    #expect(try first.pending == 0 && second.pending == 0)
  }

  @Test("A clock that is hours ahead is corrected, and later edits of other devices count")
  func clock() throws {
    let (first, second) = (try Device(), try Device())
    second.container.coordinator.stores[0].clock.wallClock = {
      StampClock.systemMilliseconds + 5 * 3_600_000
    }
    first.context.insert(Recipe("Pasta"))
    try first.context.save()
    try first.sync(with: hub)
    try second.sync(with: hub)
    let theirs = try #require(try second.all(Recipe.self).first)
    theirs.minutes = 5
    try second.context.save()
    try second.sync(with: hub)
    try first.sync(with: hub)
    Thread.sleep(forTimeInterval: 0.005)
    let mine = try #require(try first.all(Recipe.self).first)
    #expect(mine.minutes == 5)
    mine.minutes = 6
    try first.context.save()
    try first.sync(with: hub)
    try second.sync(with: hub)
    #expect(try second.all(Recipe.self).map(\.minutes) == [6])
  }

  @Test("Open contexts and observers of the history are told, and the cause is remote")
  func observers() async throws {
    let (first, second) = (try Device(), try Device())
    let recipe = Recipe("Pasta")
    first.context.insert(recipe)
    recipe.tags = [Tag("quick")]
    try first.context.save()
    try first.sync(with: hub)
    try second.sync(with: hub)
    let shown = try #require(try second.all(Recipe.self).first)
    #expect(shown.tags.map(\.name) == ["quick"])
    let observer = try HistoryObserver(modelContainer: second.container)
    let count = observer.eventCounter
    recipe.minutes = 9
    first.context.delete(try #require(recipe.tags.first))
    try first.context.save()
    try first.sync(with: hub)
    try second.sync(with: hub)
    _ = try second.all(Recipe.self)
    #expect(shown.minutes == 9)
    #expect(shown.tags.isEmpty)
    for _ in 0..<100 where observer.eventCounter == count {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(observer.eventCounter > count)
    var causes: Set<String> = []
    try second.container.coordinator.stores[0].exclusively { connection in
      try connection.rows("SELECT cause FROM _perennial_history") { causes.insert($0.string()) }
    }
    #expect(causes == ["remote"])
  }

  @Test("Changes of another container of the same file are sent")
  func twoContainers() throws {
    let (first, second) = (try Device(), try Device())
    try first.sync(with: hub)
    let other = ModelContext(
      try ModelContainer(
        for: Schema(Kitchen.models), configurations: ModelConfiguration(url: first.url)))
    other.insert(Recipe("Pasta"))
    try other.save()
    try first.sync(with: hub)
    try second.sync(with: hub)
    let theirs = try #require(try second.all(Recipe.self).first)
    theirs.minutes = 3
    try second.context.save()
    try second.sync(with: hub)
    try first.sync(with: hub)
    #expect(try other.fetch(FetchDescriptor<Recipe>()).map(\.minutes) == [3])
  }

  @Test("Entities and fields that a device does not have are kept, and sent back untouched")
  func olderSchema() throws {
    let (new, old) = (try Device(), try Device([Tag.self, Recipe.self, Cook.self, Apron.self]))
    new.context.insert(Soup("Minestrone"))
    let recipe = Recipe("Pasta")
    new.context.insert(recipe)
    try new.context.save()
    try new.sync(with: hub)
    try old.sync(with: hub)
    let before = hub.records.filter { $0.value.type == "Dish" || $0.value.type == "Soup" }
    #expect(!before.isEmpty)
    let shown = try #require(try old.all(Recipe.self).first)
    shown.minutes = 8
    try old.context.save()
    try old.sync(with: hub)
    try new.sync(with: hub)
    #expect(try new.all(Recipe.self).map(\.minutes) == [8])
    #expect(hub.records.filter { before[$0.key] != nil } == before)
    #expect(try new.all(Soup.self).map(\.name) == ["Minestrone"])
  }
}
