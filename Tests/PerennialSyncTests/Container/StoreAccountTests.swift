import Foundation
import PerennialPresets
import PerennialRecords
import PerennialReplication
@testable import PerennialSync
import StoreTesting
import SwiftData
import Testing

@Suite("The account of a store")
struct StoreAccountTests {
  let hub = MemoryHub()

  private func filled() throws -> Device {
    let device = try Device()
    let recipe = Recipe("Pasta")
    device.context.insert(recipe)
    recipe.tags = [Tag("quick")]
    try device.context.save()
    return device
  }

  @Test("A store belongs to the first account, and to no other one")
  func assignment() throws {
    let device = try filled()
    #expect(try device.storage.assign(to: "ann"))
    #expect(try device.storage.assign(to: "ann"))
    #expect(try !device.storage.assign(to: "ben"))
  }

  @Test("An adopted account gets all objects, and the other one keeps its own")
  func adoption() throws {
    let device = try filled()
    #expect(try device.storage.assign(to: "ann"))
    try device.sync(with: hub)
    let other = MemoryHub()
    try device.storage.adopt(account: "ben")
    #expect(try device.storage.assign(to: "ben"))
    try device.sync(with: other)
    #expect(other.present == hub.present)
    #expect(try device.dump().count == 2)
    let second = try Device()
    try second.sync(with: other)
    #expect(try second.dump() == device.dump())
  }

  @Test("An adopted account gets the edits of presets, sent and unsent ones")
  func adoptedPresets() throws {
    let catalog = PresetCatalog("kitchen", version: 1) {
      Presets(id: \Recipe.title) { ["Pasta", "Soup", "Cake"].map { Recipe($0, minutes: 10) } }
    }
    let device = try Device(presets: catalog)
    #expect(try device.storage.assign(to: "ann"))
    func edit(_ title: String, _ minutes: Int) throws {
      try #require(device.all(Recipe.self).first { $0.title == title }).minutes = minutes
      try device.context.save()
    }
    try edit("Pasta", 20)
    try device.sync(with: hub)
    try edit("Soup", 30)
    try device.storage.adopt(account: "ben")
    let (other, second) = (MemoryHub(), try Device(presets: catalog))
    for _ in 1...2 {
      try device.sync(with: other)
      try second.sync(with: other)
    }
    for known in [device, second] {
      let recipes = try ModelContext(known.container).fetch(FetchDescriptor<Recipe>())
      #expect(
        recipes.map { "\($0.title) \($0.minutes)" }.sorted() == ["Cake 10", "Pasta 20", "Soup 30"])
    }
  }

  @Test("An erased store leaves its account, and its objects return when it rejoins")
  func erasure() throws {
    let device = try filled()
    #expect(try device.storage.assign(to: "ann"))
    try device.sync(with: hub)
    let objects = try device.dump()
    try device.container.erase()
    #expect(throws: SyncError.paused(.erased)) { try device.pull(from: hub) }
    #expect(throws: SyncError.paused(.erased)) { try device.push(to: hub) }
    #expect(hub.present.count == 2)
    #expect(try device.dump().isEmpty)
    device.context.insert(Recipe("Rice"))
    try device.context.save()
    try device.storage.rejoin()
    #expect(try device.storage.assign(to: "ann"))
    try device.sync(with: hub)
    #expect(try device.dump().count == 3)
    #expect(try Set(objects).isSubset(of: device.dump()))
    #expect(hub.present.count == 3)
  }

  @Test("Signing out with removal deletes the objects here and not on the hub")
  func removal() throws {
    let device = try filled()
    #expect(try device.storage.assign(to: "ann"))
    try device.sync(with: hub)
    try device.storage.erase()
    #expect(try device.dump().isEmpty)
    #expect(hub.present.count == 2)
    try device.storage.rejoin()
    #expect(try device.storage.assign(to: "ben"))
  }

  @Test("One engine at a time has the lease of a store")
  func lease() throws {
    let directory = try ScratchDirectory()
    let path = directory.file("kitchen.store").path
    let first = StoreLease(storePath: path)
    let second = StoreLease(storePath: path)
    #expect(try first.acquire())
    #expect(try first.acquire())
    #expect(try !second.acquire())
    first.release()
    #expect(try second.acquire())
    #expect(throws: SwiftDataError.self) {
      try StoreLease(storePath: "/dev/null/x").acquire()
    }
  }
}
