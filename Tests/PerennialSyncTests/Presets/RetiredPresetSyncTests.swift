import Foundation
import PerennialPresets
import PerennialSync
import SwiftData
import Testing

@Suite("Presets that a catalog has retired, on several devices")
struct RetiredPresetSyncTests {
  let hub = MemoryHub()

  /// Version 2 has neither the recipe Rice nor the tag.
  private static func catalog(version: Int) -> PresetCatalog {
    PresetCatalog("kitchen", version: version) {
      Presets(id: \Recipe.title) {
        version == 1
          ? [Recipe("Pasta", minutes: 10), Recipe("Rice", minutes: 20)]
          : [Recipe("Pasta", minutes: 11)]
      }
      Presets(id: \Tag.name) { version == 1 ? [Tag("quick")] : [] }
    }
  }

  private func device(version: Int) throws -> Device {
    try Device(presets: Self.catalog(version: version))
  }

  private func update(_ device: Device) throws {
    try device.container.usePresets([Self.catalog(version: 2)])
  }

  private func titles(_ device: Device) throws -> [String] {
    try device.all(Recipe.self).map(\.title).sorted()
  }

  private func tags(_ device: Device) throws -> [String] {
    try device.all(Tag.self).map(\.name).sorted()
  }

  private func settle(_ devices: Device...) throws {
    for _ in 1...3 { for device in devices { try device.sync(with: hub) } }
    for device in devices {
      #expect(try device.dump() == devices[0].dump())
      #expect(try device.pending == 0)
    }
  }

  private func rice(_ device: Device) throws -> Recipe {
    try #require(try device.all(Recipe.self).first { $0.title == "Rice" })
  }

  @Test("An update on one device retires them on devices with the older app, also after a launch")
  func retirement() throws {
    let (old, new) = (try device(version: 1), try device(version: 1))
    try settle(old, new)
    try update(new)
    try settle(old, new)
    #expect(try titles(old) == ["Pasta"] && tags(old).isEmpty)
    try old.container.usePresets([Self.catalog(version: 1)])
    try old.container.presets.apply()
    try settle(old, new)
    #expect(try titles(old) == ["Pasta"] && tags(old).isEmpty)
  }

  @Test("A new device does not get them, and neither does one that updates later")
  func newDevice() throws {
    let old = try device(version: 1)
    try settle(old)
    try update(old)
    try settle(old)
    let new = try device(version: 2)
    try settle(old, new)
    #expect(try titles(new) == ["Pasta"] && tags(new).isEmpty)
    let late = try device(version: 1)
    try settle(old, new, late)
    try update(late)
    try settle(old, new, late)
    #expect(try titles(late) == ["Pasta"])
  }

  @Test("One that both devices have applied and retired before the first exchange is not sent")
  func neverSent() throws {
    let (first, second) = (try device(version: 1), try device(version: 1))
    try update(first)
    try update(second)
    try settle(first, second)
    #expect(try titles(first) == ["Pasta"])
    #expect(hub.present.count == 1)
  }

  @Test("One that a user has edited without knowledge of the update stays until it is reset")
  func edited() throws {
    let (old, new) = (try device(version: 1), try device(version: 1))
    try settle(old, new)
    try rice(old).minutes = 99
    try old.context.save()
    try update(new)
    try new.sync(with: hub)
    try settle(old, new)
    #expect(try titles(new) == ["Pasta", "Rice"])
    #expect(try rice(new).minutes == 99)
    Thread.sleep(forTimeInterval: 0.005)
    try new.container.presets.reset(.presets)
    try settle(old, new)
    #expect(try titles(new) == ["Pasta"])
  }

  @Test("One that a user's object references stays, and the reference too")
  func referenced() throws {
    let (old, new) = (try device(version: 1), try device(version: 1))
    try settle(old, new)
    let soup = Recipe("Soup", minutes: 30)
    old.context.insert(soup)
    soup.tags = try old.all(Tag.self)
    try old.context.save()
    try update(new)
    try new.sync(with: hub)
    #expect(try tags(new).isEmpty)
    try settle(old, new)
    #expect(try tags(new) == ["quick"])
    let other = try #require(try new.all(Recipe.self).first { $0.title == "Soup" })
    #expect(other.tags.map(\.name) == ["quick"])
    #expect(try titles(new) == ["Pasta", "Soup"])
  }

  @Test("One that a user has deleted and restored stays, also if the deletion was not sent")
  func restored() throws {
    let (old, new) = (try device(version: 1), try device(version: 1))
    try settle(old, new)
    try update(new)
    try new.sync(with: hub)
    old.context.delete(try rice(old))
    try old.context.save()
    try old.container.presets.restore()
    try settle(old, new)
    #expect(try titles(new) == ["Pasta", "Rice"])
  }

  @Test("One that a user has deleted stays deleted, although an object referenced it before")
  func deleted() throws {
    let (old, new) = (try device(version: 1), try device(version: 1))
    let soup = Recipe("Soup", minutes: 30)
    old.context.insert(soup)
    soup.tags = try old.all(Tag.self)
    try old.context.save()
    try settle(old, new)
    Thread.sleep(forTimeInterval: 0.005)
    new.context.delete(try #require(try new.all(Tag.self).first))
    try new.context.save()
    try update(old)
    try settle(old, new)
    try update(new)
    try settle(old, new)
    #expect(try tags(old).isEmpty && tags(new).isEmpty)
  }
}
