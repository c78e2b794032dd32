import Foundation
import PerennialPresets
import PerennialSync
import StoreTesting
import SwiftData
import Testing

@Suite("Links of presets on two devices")
struct PresetLinkSyncTests {
  let hub = MemoryHub()

  /// A catalog in which the pasta has other tags from version to version.
  private static func catalog(version: Int, pasta tags: [String]) -> PresetCatalog {
    PresetCatalog("kitchen", version: version) {
      Presets(id: \Recipe.title) {
        let pasta = Recipe("Pasta", minutes: 10)
        pasta.tags = tags.map(Tag.init)
        return [pasta]
      }
      Presets(id: \Tag.name) { ["quick", "cheap", "mild"].map(Tag.init) }
    }
  }

  private func settle(_ devices: Device...) throws {
    for _ in 1...3 {
      for device in devices { try device.sync(with: hub) }
    }
    let shown = try devices.map { try $0.dump() }
    #expect(Set(shown).count == 1)
  }

  private func recipe(_ device: Device, preset: Bool = true) throws -> Recipe {
    try #require(try device.all(Recipe.self).first { $0.title == "Pasta" && $0.isPreset == preset })
  }

  private func tag(_ name: String, _ device: Device, preset: Bool = true) throws -> Tag {
    try #require(try device.all(Tag.self).first { $0.name == name && $0.isPreset == preset })
  }

  private func tags(_ device: Device) throws -> [String] {
    try recipe(device).tags.map(\.name).sorted()
  }

  private func edited(_ device: Device) throws -> [String] {
    try recipe(device).presetState().editedFields
  }

  // MARK: Duplicates

  @Test("40/4: The links of a legacy duplicate are among those of the preset on all devices")
  func linksOfDuplicate() throws {
    let catalog = Self.catalog(version: 1, pasta: ["mild"])
    let (first, second) = (try Device(presets: catalog), try Device(presets: catalog))
    try settle(first, second)
    let copy = Recipe("Pasta", minutes: 10)
    first.context.insert(copy)
    copy.tags = [try tag("cheap", first)]
    try first.context.save()
    try settle(first, second)
    try first.container.presets.mergeDuplicates([.ofPresets { (recipe: Recipe) in recipe.title }])
    #expect(try tags(first) == ["cheap", "mild"])
    try settle(first, second)
    for device in [first, second] {
      #expect(try device.all(Recipe.self).count == 1)
      #expect(try tags(device) == ["cheap", "mild"])
      // The copy has another identifier.
      #expect(try edited(device) == ["identifier", "tags"])
    }
  }

  @Test("40/4: A link to a legacy duplicate is a link to the preset on all devices")
  func linksToDuplicate() throws {
    let catalog = Self.catalog(version: 1, pasta: ["mild"])
    let (first, second) = (try Device(presets: catalog), try Device(presets: catalog))
    try settle(first, second)
    let soup = Recipe("Soup")
    first.context.insert(soup)
    try first.context.save()
    try settle(first, second)
    let copy = Tag("cheap")
    first.context.insert(copy)
    soup.tags = [copy]
    try recipe(first).tags.append(copy)
    try first.context.save()
    try settle(first, second)
    try first.container.presets.mergeDuplicates([.ofPresets { (tag: Tag) in tag.name }])
    try settle(first, second)
    for device in [first, second] {
      #expect(try device.all(Tag.self).count == 3)
      #expect(try tags(device) == ["cheap", "mild"])
      let soup = try #require(try device.all(Recipe.self).first { $0.title == "Soup" })
      #expect(soup.tags.map(\.name) == ["cheap"])
    }
  }

  @Test("40/4: A link that another device removes while copies are merged stays removed")
  func removalBesideMerge() throws {
    let catalog = Self.catalog(version: 1, pasta: [])
    let (first, second) = (try Device(presets: catalog), try Device(presets: catalog))
    try recipe(first).tags = [try tag("cheap", first)]
    first.context.insert(Recipe("Pasta"))
    try first.context.save()
    try settle(first, second)
    try recipe(second).tags = []
    try second.context.save()
    try first.container.presets.mergeDuplicates([.ofPresets { (recipe: Recipe) in recipe.title }])
    try settle(first, second)
    #expect(try tags(first) == [] && tags(second) == [])
  }

  // MARK: The state of presets

  @Test("40/6: A link that a later catalog has added is no edit on a device with the earlier one")
  func linkOfLaterCatalog() throws {
    let first = try Device(presets: Self.catalog(version: 1, pasta: ["mild"]))
    let second = try Device(presets: Self.catalog(version: 1, pasta: ["mild"]))
    try settle(first, second)
    try first.container.usePresets([Self.catalog(version: 2, pasta: ["mild", "quick"])])
    try settle(first, second)
    #expect(try tags(second) == ["mild", "quick"])
    #expect(try edited(first) == [] && edited(second) == [])
    // The catalog of the other device follows, and a later one takes both links away.
    try second.container.usePresets([Self.catalog(version: 2, pasta: ["mild", "quick"])])
    try settle(first, second)
    #expect(try edited(first) == [] && edited(second) == [])
    try second.container.usePresets([Self.catalog(version: 3, pasta: [])])
    try settle(first, second)
    for device in [first, second] {
      #expect(try tags(device) == [])
      #expect(try edited(device) == [])
    }
  }

  @Test("40/6: Links that users add and remove are edits on all devices, until a reset")
  func linksOfUsers() throws {
    let first = try Device(presets: Self.catalog(version: 1, pasta: ["mild"]))
    let second = try Device(presets: Self.catalog(version: 1, pasta: ["mild"]))
    try settle(first, second)
    try recipe(first).tags = [try tag("cheap", first)]
    try first.context.save()
    try settle(first, second)
    #expect(try tags(second) == ["cheap"])
    #expect(try edited(first) == ["tags"] && edited(second) == ["tags"])
    try second.container.presets.reset(.presets)
    try settle(first, second)
    for device in [first, second] {
      #expect(try tags(device) == ["mild"])
      #expect(try edited(device) == [])
    }
  }

  @Test("40/6: A reset on one device, and a later catalog on the other")
  func resetBesideCatalog() throws {
    let first = try Device(presets: Self.catalog(version: 1, pasta: ["mild"]))
    let second = try Device(presets: Self.catalog(version: 1, pasta: ["mild"]))
    try recipe(first).tags = []
    try first.context.save()
    try settle(first, second)
    try first.container.presets.reset(.presets)
    try second.container.usePresets([Self.catalog(version: 2, pasta: ["mild", "quick"])])
    try settle(first, second)
    for device in [first, second] {
      #expect(try tags(device) == ["mild", "quick"])
      #expect(try edited(device) == [])
    }
  }

  @Test("40/6: A preset that one device deletes and another restores")
  func restoration() throws {
    let first = try Device(presets: Self.catalog(version: 1, pasta: ["mild", "quick"]))
    let second = try Device(presets: Self.catalog(version: 1, pasta: ["mild", "quick"]))
    try settle(first, second)
    first.context.delete(try recipe(first))
    try first.context.save()
    try settle(first, second)
    try second.container.presets.restore()
    try settle(first, second)
    for device in [first, second] {
      #expect(try tags(device) == ["mild", "quick"])
      #expect(try edited(device) == [])
    }
    try recipe(first).tags = [try tag("mild", first)]
    try first.context.save()
    try settle(first, second)
    #expect(try edited(first) == ["tags"] && edited(second) == ["tags"])
  }

  /// A catalog whose second version adds a tag and a recipe, with links to presets of the first.
  private static func growingCatalog(version: Int) -> PresetCatalog {
    PresetCatalog("kitchen", version: version) {
      Presets(id: \Recipe.title) {
        let (pasta, soup) = (Recipe("Pasta", minutes: 10), Recipe("Soup", minutes: 5))
        pasta.tags = (version == 1 ? ["quick"] : ["mild", "quick"]).map(Tag.init)
        soup.tags = [Tag("quick")]
        return version == 1 ? [pasta] : [pasta, soup]
      }
      Presets(id: \Tag.name) { (version == 1 ? ["quick"] : ["mild", "quick"]).map(Tag.init) }
    }
  }

  @Test("40/6: Links are no edits if their preset was deleted unsent, and an older app resets all")
  func linksOfUnsentPresets() throws {
    let old = try Device(presets: Self.growingCatalog(version: 1))
    let new = try Device(presets: Self.growingCatalog(version: 2))
    new.context.delete(try tag("mild", new))
    new.context.delete(try #require(try new.all(Recipe.self).first { $0.title == "Soup" }))
    try new.context.save()
    #expect(try edited(new) == [])
    try new.sync(with: hub)
    try old.container.presets.reset(.presets)
    try settle(old, new)
    // The presets come back when the catalog is applied the next time.
    #expect(try tags(new) == ["quick"])
    #expect(try edited(new) == [] && edited(old) == [])
    try new.container.usePresets([Self.growingCatalog(version: 2)])
    let soup = try #require(try new.all(Recipe.self).first { $0.title == "Soup" })
    #expect(soup.tags.map(\.name) == ["quick"])
    #expect(try soup.presetState().editedFields == [])
    #expect(try tags(new) == ["mild", "quick"] && edited(new) == [])
    // A later version would take away what it took for links that the user has deleted.
    try new.container.usePresets([Self.growingCatalog(version: 3)])
    try settle(old, new)
    for device in [old, new] {
      #expect(try tags(device) == ["mild", "quick"])
      #expect(try edited(device) == [])
    }
  }

  @Test(
    "40/6: A reference is no edit if its preset was deleted unsent, and an older app resets all")
  func referenceToUnsentPreset() throws {
    func catalog(version: Int) -> PresetCatalog {
      PresetCatalog("kitchen", version: version) {
        Presets(id: \Recipe.title) {
          let pasta = Recipe("Pasta", minutes: 10)
          pasta.cook = version == 1 ? nil : Cook("Ann")
          return [pasta]
        }
        Presets(id: \Cook.name) { version == 1 ? [] : [Cook("Ann")] }
      }
    }
    let (old, new) = (
      try Device(presets: catalog(version: 1)), try Device(presets: catalog(version: 2))
    )
    new.context.delete(try #require(try new.all(Cook.self).first))
    try new.context.save()
    try new.sync(with: hub)
    try old.container.presets.reset(.presets)
    try settle(old, new)
    #expect(try edited(new) == [] && edited(old) == [])
    try new.container.usePresets([catalog(version: 2)])
    try settle(old, new)
    #expect(try new.all(Recipe.self).first?.cook?.name == "Ann")
    #expect(try edited(new) == [] && edited(old) == [])
  }

  @Test("40/6: A value that one device writes, and that the other has from a later catalog")
  func equalValue() throws {
    func catalog(version: Int, minutes: Int) -> PresetCatalog {
      PresetCatalog("kitchen", version: version) {
        Presets(id: \Recipe.title) { [Recipe("Pasta", minutes: minutes)] }
      }
    }
    let first = try Device(presets: catalog(version: 2, minutes: 12))
    let second = try Device(presets: catalog(version: 1, minutes: 10))
    try recipe(second).minutes = 12
    try second.context.save()
    try settle(first, second)
    let states = try [edited(first), edited(second)]
    #expect(states == [[], []])
  }
}
