import Foundation
import PerennialPresets
import StoreTesting
import SwiftData
import Testing

@Suite("A program that is older than the store")
struct DowngradeTests {
  @Test("It cannot reset or restore what a newer one has brought, and is told the way out")
  func refusal() throws {
    try Kitchen.with(.file) { url in
      let container = try Kitchen.container(3, at: url)
      let context = ModelContext(container)
      context.delete(try #require(try context.dish("soup")))
      try context.save()
      let before = try KitchenRounds.portrait(of: container)
      try container.usePresets([Kitchen.catalog(1)])
      let pasta = try #require(try context.dish("pasta")?.presetState().preset)
      let attempts: [(PresetLibrary) throws -> PresetReport] = [
        { try $0.reset(.everything) }, { try $0.reset(.preset(pasta)) },
        { try $0.reset(.presets, isDryRun: true) }, { try $0.restore() },
      ]
      for attempt in attempts {
        do {
          _ = try attempt(container.presets)
          Issue.record("older content was written over newer")
        } catch PresetError.Code.newerInStore {
        } catch {
          Issue.record(error)
        }
      }
      do {
        try container.presets.restore()
      } catch let error as PresetError {
        #expect(error.description.contains("version 3 of the catalog “kitchen”"))
        #expect(error.description.contains("this program has version 1"))
      }
      #expect(try KitchenRounds.portrait(of: container) == before)
      // Not even a backup was made for it.
      #expect(container.automaticBackups.isEmpty)
    }
  }

  @Test("Another catalog of the program can be reset")
  func others() throws {
    let container = try Kitchen.container(3)
    let context = ModelContext(container)
    let own = PresetCatalog("own", version: 1) {
      Presets(id: { $0.slug.map { "own \($0)" } }) { [Dish("stew", "Stew")] }
    }
    try container.usePresets([Kitchen.catalog(1), own])
    let stew = try #require(try context.dish("stew"))
    stew.title = "Mine"
    try context.save()
    try container.presets.reset(.preset(try #require(try stew.presetState().preset)))
    #expect(stew.title == "Stew")
    #expect(try context.dish("pasta")?.title == "Pasta al limone")
  }
}

@Suite("What a preset is, asked in vain")
struct PresetStateFailureTests {
  @Test("A preset without a context cannot tell its state; an object of the user can")
  func withoutContext() throws {
    let container = try Kitchen.container(1)
    var context: ModelContext? = ModelContext(container)
    let pasta = try #require(try context?.dish("pasta"))
    let own = Dish("own", "Own")
    context?.insert(own)
    try context?.save()
    context = nil
    #expect(throws: SwiftDataError.missingModelContext) { try pasta.presetState() }
    #expect(try own.presetState() == .userCreated)
    #expect(try Dish("new", "New").presetState() == .userCreated)
  }

  @Test("A preset that was deleted cannot either")
  func deleted() throws {
    let context = ModelContext(try Kitchen.container(1))
    let pasta = try #require(try context.dish("pasta"))
    context.delete(pasta)
    try context.save()
    #expect(throws: SwiftDataError.missingModelContext) { try pasta.presetState() }
  }

  @Test("A damaged record of a catalog is an error that names the file and the column")
  func damage() throws {
    try Kitchen.with(.file) { url in
      let url = try #require(url)
      let container = try Kitchen.container(1, at: url)
      try RawDatabase(url).run("UPDATE _perennial_catalogs SET contents = '['")
      do {
        try container.presets.apply()
        Issue.record("the damage was not noticed")
      } catch let error as SwiftDataError {
        #expect(error == .storeFailure)
        #expect(error.explanation.contains(url.path))
        #expect(error.explanation.contains("contents of _perennial_catalogs"))
      }
    }
  }
}
