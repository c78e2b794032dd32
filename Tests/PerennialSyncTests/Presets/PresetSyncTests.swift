import Foundation
import PerennialPresets
import PerennialRecords
import PerennialReplication
import PerennialSync
import StoreTesting
import SwiftData
import Testing

@Suite("Presets on two devices")
struct PresetSyncTests {
  let hub = MemoryHub()

  static func catalog(version: Int = 1, minutes: Int = 10) -> PresetCatalog {
    PresetCatalog("kitchen", version: version) {
      Presets(id: \Recipe.title) {
        let pasta = Recipe("Pasta", minutes: minutes)
        pasta.tags = [Tag("quick")]
        let rice = Recipe("Rice", minutes: minutes * 2)
        return version == 1 ? [pasta, rice] : [pasta, rice, Recipe("Soup", minutes: 5)]
      }
      Presets(id: \Tag.name) { [Tag("quick")] }
    }
  }

  private func launched(_ catalog: PresetCatalog = catalog()) throws -> Device {
    try Device(presets: catalog)
  }

  @Test("Both first launches are offline: each preset exists once on both devices and on the hub")
  func firstLaunches() throws {
    let (first, second) = (try launched(), try launched())
    for _ in 1...2 {
      try first.sync(with: hub)
      try second.sync(with: hub)
    }
    #expect(try first.dump() == second.dump())
    #expect(try first.all(Recipe.self).count == 2 && first.all(Tag.self).count == 1)
    #expect(hub.present.count == 3)
    #expect(try first.pending == 0 && second.pending == 0)
  }

  @Test("An edit is not overwritten by the later first launch of another device")
  func lateLaunch() throws {
    let first = try launched()
    let pasta = try #require(try first.all(Recipe.self).first { $0.title == "Pasta" })
    pasta.minutes = 99
    try first.context.save()
    try first.sync(with: hub)
    Thread.sleep(forTimeInterval: 0.005)
    let second = try launched()
    try second.sync(with: hub)
    try first.sync(with: hub)
    for device in [first, second] {
      let pasta = try #require(try device.all(Recipe.self).first { $0.title == "Pasta" })
      #expect(pasta.minutes == 99)
      #expect(try pasta.presetState().editedFields == ["minutes"])
    }
  }

  @Test("A deleted preset stays deleted on all devices, and after a reinstall")
  func deletion() throws {
    let (first, second) = (try launched(), try launched())
    try first.sync(with: hub)
    try second.sync(with: hub)
    first.context.delete(try #require(try first.all(Recipe.self).first { $0.title == "Rice" }))
    try first.context.save()
    try first.sync(with: hub)
    try second.sync(with: hub)
    #expect(try second.all(Recipe.self).map(\.title) == ["Pasta"])
    let reinstalled = try launched()
    #expect(try reinstalled.all(Recipe.self).count == 2)
    try reinstalled.sync(with: hub)
    #expect(try reinstalled.all(Recipe.self).map(\.title) == ["Pasta"])
    try second.container.presets.apply()
    try second.sync(with: hub)
    #expect(try second.all(Recipe.self).map(\.title) == ["Pasta"])
  }

  @Test("A deleted preset stays deleted on a device whose catalog gets it later")
  func deletionBeforeUpdate() throws {
    let (old, new) = (try launched(), try launched(Self.catalog(version: 2)))
    new.context.delete(try #require(try new.all(Recipe.self).first { $0.title == "Soup" }))
    try new.context.save()
    for _ in 1...2 {
      try new.sync(with: hub)
      try old.sync(with: hub)
    }
    try old.container.usePresets([Self.catalog(version: 2)])
    for _ in 1...2 {
      try old.sync(with: hub)
      try new.sync(with: hub)
    }
    #expect(try old.dump() == new.dump())
    #expect(try old.all(Recipe.self).map(\.title).sorted() == ["Pasta", "Rice"])
    try old.container.presets.restore()
    for _ in 1...2 {
      try old.sync(with: hub)
      try new.sync(with: hub)
    }
    #expect(try new.all(Recipe.self).map(\.title).sorted() == ["Pasta", "Rice", "Soup"])
  }

  @Test("One that was deleted unsent, and reset by an older app, comes back at the next launch")
  func deletionBeforeContent() throws {
    let (old, new) = (try launched(), try launched(Self.catalog(version: 2)))
    new.context.delete(try #require(try new.all(Recipe.self).first { $0.title == "Soup" }))
    try new.context.save()
    try new.sync(with: hub)
    try old.container.presets.reset(.presets)
    try settle(old, new)
    #expect(try new.all(Recipe.self).map(\.title).sorted() == ["Pasta", "Rice"])
    try new.container.usePresets([Self.catalog(version: 2)])
    try settle(old, new)
    #expect(try old.all(Recipe.self).map(\.title).sorted() == ["Pasta", "Rice", "Soup"])
    #expect(try old.all(Recipe.self).map(\.minutes).sorted() == [5, 10, 20])
    // The catalog is complete again: the next launch applies nothing.
    #expect(try new.container.usePresets([Self.catalog(version: 2)]).isEmpty)
  }

  @Test("A reset by an older app resets presets that only the newer app has, on its own device too")
  func resetWithoutCatalog() throws {
    let (old, new) = (try launched(), try launched(Self.catalog(version: 2)))
    try settle(old, new)
    let soup = try #require(try new.all(Recipe.self).first { $0.title == "Soup" })
    soup.minutes = 99
    try new.context.save()
    try settle(new, old)
    try old.container.presets.reset(.presets)
    try old.sync(with: hub)
    #expect(try old.all(Recipe.self).map(\.minutes).sorted() == [5, 10, 20])
    try settle(new, old)
  }

  private func settle(_ first: Device, _ second: Device) throws {
    for _ in 1...2 {
      try first.sync(with: hub)
      try second.sync(with: hub)
    }
    #expect(try first.dump() == second.dump())
  }

  @Test("A reset discards the earlier edits of other devices, and brings deleted presets back")
  func reset() throws {
    let (first, second) = (try launched(), try launched())
    try first.sync(with: hub)
    try second.sync(with: hub)
    let pasta = try #require(try first.all(Recipe.self).first { $0.title == "Pasta" })
    pasta.minutes = 99
    first.context.delete(try #require(try first.all(Recipe.self).first { $0.title == "Rice" }))
    try first.context.save()
    try first.sync(with: hub)
    try second.sync(with: hub)
    Thread.sleep(forTimeInterval: 0.005)
    try second.container.presets.reset(.presets)
    try second.sync(with: hub)
    try first.sync(with: hub)
    try second.sync(with: hub)
    #expect(try first.dump() == second.dump())
    #expect(try first.all(Recipe.self).map(\.minutes).sorted() == [10, 20])
    #expect(try first.all(Recipe.self).allSatisfy { try $0.presetState().editedFields.isEmpty })
  }

  @Test("A device with an older catalog shows the newer one's content, and does not send its own")
  func versions() throws {
    let old = try launched()
    try old.sync(with: hub)
    let new = try launched(Self.catalog(version: 2, minutes: 11))
    let pasta = try #require(try new.all(Recipe.self).first { $0.title == "Pasta" })
    pasta.note = "al dente"
    try new.context.save()
    try new.sync(with: hub)
    try old.sync(with: hub)
    #expect(try old.dump() == new.dump())
    #expect(try old.all(Recipe.self).map(\.minutes).sorted() == [5, 11, 22])
    try old.container.presets.apply()
    try old.sync(with: hub)
    try new.sync(with: hub)
    #expect(try old.dump() == new.dump())
    #expect(try new.all(Recipe.self).map(\.minutes).sorted() == [5, 11, 22])
  }

  @Test("A reset of one field is sent")
  func fieldReset() throws {
    let (first, second) = (try launched(), try launched())
    let pasta = try #require(try first.all(Recipe.self).first { $0.title == "Pasta" })
    pasta.minutes = 99
    pasta.note = "mine"
    try first.context.save()
    try first.sync(with: hub)
    try second.sync(with: hub)
    let other = try #require(try second.all(Recipe.self).first { $0.title == "Pasta" })
    #expect(other.minutes == 99)
    Thread.sleep(forTimeInterval: 0.005)
    try second.container.presets.reset(
      .fields(["minutes"], of: try #require(other.presetState().preset)))
    try second.sync(with: hub)
    try first.sync(with: hub)
    let merged = try #require(try first.all(Recipe.self).first { $0.title == "Pasta" })
    #expect(merged.minutes == 10 && merged.note == "mine")
    #expect(try first.dump() == second.dump())
  }

  @Test("A form that writes all fields does not edit those that the catalog leaves to the user")
  func formOverUserFields() throws {
    let catalog = PresetCatalog("kitchen", version: 1) {
      Presets(id: \Recipe.title) { [Recipe("Pasta", minutes: 10)] }.leavingToUser(\.note)
    }
    let (first, second) = (try launched(catalog), try launched(catalog))
    try #require(try first.all(Recipe.self).first).note = "mine"
    try first.context.save()
    Thread.sleep(forTimeInterval: 0.005)
    let pasta = try #require(try second.all(Recipe.self).first)
    (pasta.note, pasta.title, pasta.minutes) = (nil, "Pasta", 12)
    try second.context.save()
    for _ in 1...2 {
      try first.sync(with: hub)
      try second.sync(with: hub)
    }
    for device in [first, second] {
      #expect(try device.all(Recipe.self).map(\.note) == ["mine"])
      #expect(try device.all(Recipe.self).map(\.minutes) == [12])
    }
  }

  @Test("Edits, deletions, links and resets of presets from before the first sync are sent")
  func changesBeforeSync() throws {
    let first = try launched()
    try first.sync(with: hub)
    try #require(try first.all(Recipe.self).first { $0.title == "Pasta" }).note = "theirs"
    try first.context.save()
    try first.sync(with: hub)
    Thread.sleep(forTimeInterval: 0.005)

    let directory = try ScratchDirectory()
    let container = try ModelContainer(
      for: Schema(Kitchen.models),
      configurations: [ModelConfiguration(url: directory.file("early.store"))],
      presets: [Self.catalog()])
    let context = ModelContext(container)
    let recipes = try context.fetch(FetchDescriptor<Recipe>())
    let pasta = try #require(recipes.first { $0.title == "Pasta" })
    (pasta.minutes, pasta.note, pasta.tags) = (99, "mine", [])
    context.delete(try #require(recipes.first { $0.title == "Rice" }))
    try context.save()
    let second = try Device(storing: container, in: directory)
    for _ in 1...2 {
      try second.sync(with: hub)
      try first.sync(with: hub)
    }
    #expect(try first.dump() == second.dump())
    let shown = try first.all(Recipe.self)
    #expect(shown.map(\.title) == ["Pasta"] && shown.map(\.minutes) == [99])
    #expect(shown.map(\.note) == ["mine"] && shown.map(\.tags.count) == [0])
    #expect(try first.all(Tag.self).count == 1)
  }

  @Test("A reset with an older catalog shows the newer one's content")
  func resetWithOlderCatalog() throws {
    let (old, new) = (try launched(), try launched(Self.catalog(version: 2, minutes: 11)))
    try new.sync(with: hub)
    try old.sync(with: hub)
    let pasta = try #require(try old.all(Recipe.self).first { $0.title == "Pasta" })
    #expect(pasta.minutes == 11)
    try old.container.presets.reset(
      .fields(["minutes"], of: try #require(pasta.presetState().preset)))
    for _ in 1...2 {
      try old.sync(with: hub)
      try new.sync(with: hub)
    }
    #expect(try old.dump() == new.dump())
    #expect(try old.all(Recipe.self).map(\.minutes).sorted() == [5, 11, 22])
  }

  @Test("An update to a catalog without a preset of a later one keeps that preset")
  func updateBetweenCatalogs() throws {
    let (old, new) = (try launched(), try launched(Self.catalog(version: 2, minutes: 11)))
    try new.sync(with: hub)
    try old.sync(with: hub)
    #expect(try old.all(Recipe.self).count == 3)
    let update = PresetCatalog("kitchen", version: 1) {
      Presets(id: \Recipe.title) { [Recipe("Pasta", minutes: 9), Recipe("Rice", minutes: 9)] }
      Presets(id: \Tag.name) { [Tag("quick")] }
    }
    try old.container.usePresets([update])
    try old.container.presets.apply()
    for _ in 1...2 {
      try old.sync(with: hub)
      try new.sync(with: hub)
    }
    #expect(try old.dump() == new.dump())
    #expect(try new.all(Recipe.self).map(\.minutes).sorted() == [5, 11, 22])
  }
}
