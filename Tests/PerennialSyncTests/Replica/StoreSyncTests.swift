import Foundation
import PerennialRecords
import PerennialReplication
import PerennialSync
import StoreTesting
import SwiftData
import Testing

@Suite("Stores on two devices")
struct StoreSyncTests {
  let hub = MemoryHub()

  @Test("An object arrives with its values, its references and its links")
  func objects() throws {
    let (first, second) = (try Device(), try Device())
    let recipe = Recipe("Pasta", minutes: 20)
    recipe.note = "al dente"
    recipe.course = .starter
    recipe.size = Size(width: 3, height: 4)
    recipe.created = Date(timeIntervalSince1970: 1_234_567.125)
    recipe.photo = Data(repeating: 7, count: 300_000)
    let cook = Cook("Ann")
    cook.apron = Apron("red")
    first.context.insert(recipe)
    recipe.cook = cook
    recipe.tags = [Tag("quick"), Tag("cheap")]
    first.context.insert(Soup("Minestrone"))
    first.context.insert(Dish("Bread"))
    try first.context.save()

    try first.sync(with: hub)
    try second.sync(with: hub)
    #expect(try second.dump() == first.dump())
    #expect(try second.dump().count == 7)
    #expect(try first.pending == 0 && second.pending == 0)
  }

  @Test(
    "Offline edits of different fields both survive; of two edits of a field the later one does")
  func edits() throws {
    let (first, second) = (try Device(), try Device())
    first.context.insert(Recipe("Pasta", minutes: 20))
    try first.context.save()
    try first.sync(with: hub)
    try second.sync(with: hub)
    let mine = try #require(try first.all(Recipe.self).first)
    let theirs = try #require(try second.all(Recipe.self).first)
    mine.title = "Spaghetti"
    mine.minutes = 10
    try first.context.save()
    Thread.sleep(forTimeInterval: 0.005)
    theirs.note = "with basil"
    theirs.minutes = 12
    try second.context.save()
    try first.sync(with: hub)
    try second.sync(with: hub)
    try first.sync(with: hub)
    for device in [first, second] {
      let recipe = try #require(try device.all(Recipe.self).first)
      #expect(recipe.title == "Spaghetti" && recipe.note == "with basil" && recipe.minutes == 12)
    }
  }

  @Test("A deletion arrives, and stays after a reinstall")
  func deletions() throws {
    let (first, second) = (try Device(), try Device())
    for title in ["Pasta", "Rice"] { first.context.insert(Recipe(title)) }
    try first.context.save()
    try first.sync(with: hub)
    try second.sync(with: hub)
    let pasta = try #require(try second.all(Recipe.self).first { $0.title == "Pasta" })
    second.context.delete(pasta)
    try second.context.save()
    try second.sync(with: hub)
    try first.sync(with: hub)
    #expect(try first.all(Recipe.self).map(\.title) == ["Rice"])
    let reinstalled = try Device()
    try reinstalled.sync(with: hub)
    #expect(try reinstalled.all(Recipe.self).map(\.title) == ["Rice"])
    try first.sync(with: hub)
    #expect(hub.present.count == 1)
  }

  @Test("Links are added and removed by different devices")
  func links() throws {
    let (first, second) = (try Device(), try Device())
    let recipe = Recipe("Pasta")
    first.context.insert(recipe)
    recipe.tags = [Tag("quick"), Tag("cheap")]
    try first.context.save()
    try first.sync(with: hub)
    try second.sync(with: hub)
    recipe.tags.removeAll { $0.name == "cheap" }
    try first.context.save()
    let other = try #require(try second.all(Recipe.self).first)
    other.tags.append(Tag("good"))
    try second.context.save()
    try first.sync(with: hub)
    try second.sync(with: hub)
    try first.sync(with: hub)
    #expect(try first.dump() == second.dump())
    let merged = try #require(try first.all(Recipe.self).first)
    #expect(merged === recipe)
    #expect(recipe.tags.map(\.name).sorted() == ["good", "quick"])
  }

  @Test("A store that has objects before it is synced sends them")
  func olderObjects() throws {
    let directory = try ScratchDirectory()
    let url = directory.url.appending(path: "older.store")
    let container = try ModelContainer(
      for: Schema(Kitchen.models), configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    let recipe = Recipe("Pasta")
    context.insert(recipe)
    recipe.tags = [Tag("quick")]
    try context.save()
    try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    let storage = try StoreStorage(container)
    while let batch = try storage.transaction({ try $0.nextBatch() }) {
      let reply = try hub.push(batch.request)
      try storage.transaction { try $0.acknowledge(batch, reply) }
    }
    let second = try Device()
    try second.sync(with: hub)
    #expect(try second.dump() == Kitchen.dump(context))
  }
}
