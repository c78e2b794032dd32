import Foundation
import PerennialPresets
import StoreTesting
import SwiftData
import Testing

@Suite("Fields of presets that are left to the user, on two devices")
struct UserFieldSyncTests {
  let hub = MemoryHub()

  /// A catalog that leaves fields to the user. The catalog's course is not the declared default.
  static func catalog(version: Int = 1) -> PresetCatalog {
    PresetCatalog("kitchen", version: version) {
      Presets(id: \Recipe.title) {
        let pasta = Recipe("Pasta", minutes: 10 * version)
        pasta.course = .starter
        return [pasta]
      }.leavingToUser(\.note, \.course, \.photo, \.cook)
    }
  }

  private func launched() throws -> Device { try Device(presets: Self.catalog()) }

  /// Returns a device whose store is not synced before the closure has used it.
  private func early(
    _ use: (ModelContainer, ModelContext, Recipe) throws -> Void
  ) throws -> Device {
    let directory = try ScratchDirectory()
    let container = try ModelContainer(
      for: Schema(Kitchen.models),
      configurations: [ModelConfiguration(url: directory.file("early.store"))],
      presets: [Self.catalog()])
    let context = ModelContext(container)
    try use(container, context, #require(try context.fetch(FetchDescriptor<Recipe>()).first))
    return try Device(storing: container, in: directory)
  }

  private func settle(_ first: Device, _ second: Device) throws {
    for _ in 1...2 {
      try first.sync(with: hub)
      try second.sync(with: hub)
    }
    #expect(try first.dump() == second.dump())
    #expect(try first.pending == 0 && second.pending == 0)
  }

  private func pasta(_ device: Device) throws -> Recipe {
    try #require(try device.all(Recipe.self).first)
  }

  /// The device makes a backup, and restores it after a closure was called.
  private func restoreBackup(of device: Device, after act: () throws -> Void = {}) throws {
    let backup = try device.container.backUp(to: device.directory.file("backup"))
    try act()
    try device.container.restore(from: backup)
    device.context = ModelContext(device.container)
  }

  // MARK: The first sync

  @Test("A value from before the first sync is sent, also from before a reset of all presets")
  func valueBeforeSync() throws {
    let first = try early { container, context, pasta in
      (pasta.note, pasta.minutes) = ("mine", 99)
      try context.save()
      try container.presets.reset(.presets, backup: .none)
    }
    let second = try launched()
    try settle(first, second)
    #expect(try pasta(second).note == "mine" && pasta(second).minutes == 10)
    #expect(try pasta(second).presetState().editedFields == [])
  }

  @Test("The later one of two values from before the first sync is in effect")
  func twoValuesBeforeSync() throws {
    let first = try early { container, context, pasta in
      pasta.note = "earlier"
      try context.save()
      try container.presets.reset(.presets, backup: .none)
    }
    Thread.sleep(forTimeInterval: 0.005)
    let second = try early { _, context, pasta in
      pasta.note = "later"
      try context.save()
    }
    Thread.sleep(forTimeInterval: 0.005)
    // The reset does not concern the field, and is no edit of it.
    try first.container.presets.reset(.presets, backup: .none)
    try settle(second, first)
    #expect(try pasta(first).note == "later" && pasta(second).note == "later")
  }

  @Test("A value that the user has set back is sent", arguments: [Course.starter, .main])
  func valueSetBack(course: Course) throws {
    let (first, second) = (try launched(), try launched())
    try settle(first, second)
    for chosen in [.dessert, course] {
      try pasta(first).course = chosen
      try first.context.save()
      try settle(first, second)
      #expect(try pasta(first).course == chosen && pasta(second).course == chosen)
    }
  }

  @Test("The declared default as the user's first value is sent")
  func declaredDefault() throws {
    let (first, second) = (try launched(), try launched())
    try settle(first, second)
    try pasta(first).course = .main
    try first.context.save()
    try settle(first, second)
    #expect(try pasta(first).course == .main && pasta(second).course == .main)
  }

  @Test("The user removes the value of the catalog before any other was sent")
  func removedValue() throws {
    let catalog = PresetCatalog("kitchen", version: 1) {
      Presets(id: \Recipe.title) {
        let pasta = Recipe("Pasta", minutes: 10)
        pasta.note = "hot"
        return [pasta]
      }.leavingToUser(\.note)
    }
    let (first, second) = (try Device(presets: catalog), try Device(presets: catalog))
    try settle(first, second)
    #expect(try pasta(second).note == "hot")
    try pasta(first).note = nil
    try first.context.save()
    try settle(first, second)
    #expect(try pasta(first).note == nil && pasta(second).note == nil)
    let third = try Device(presets: catalog)
    try settle(third, second)
    #expect(try pasta(third).note == nil)
  }

  @Test("A later catalog does not change a value, nor what was said of it before the first sync")
  func laterCatalog() throws {
    let first = try early { container, context, pasta in
      pasta.note = "mine"
      try context.save()
      try container.usePresets([Self.catalog(version: 2)])
      try container.presets.reset(.presets, backup: .none)
    }
    let second = try launched()
    try settle(first, second)
    #expect(try pasta(second).note == "mine" && pasta(second).minutes == 20)
  }

  // MARK: Backups

  @Test("A value in a restored backup that had not been sent is sent", arguments: [false, true])
  func unsentValueOfABackup(isReset: Bool) throws {
    let (first, second) = (try launched(), try launched())
    try settle(first, second)
    try pasta(first).note = "mine"
    try first.context.save()
    if isReset { try first.container.presets.reset(.presets, backup: .none) }
    try restoreBackup(of: first)
    #expect(try pasta(first).note == "mine")
    try settle(first, second)
    #expect(try pasta(first).note == "mine" && pasta(second).note == "mine")
  }

  @Test("A reference and a large value in a restored backup that had not been sent are sent")
  func unsentReferenceOfABackup() throws {
    let (first, second) = (try launched(), try launched())
    try settle(first, second)
    let pasta = try pasta(first)
    (pasta.cook, pasta.photo) = (Cook("Ada"), Data(repeating: 7, count: 40_000))
    try first.context.save()
    try restoreBackup(of: first)
    try settle(first, second)
    for device in [first, second] {
      let pasta = try self.pasta(device)
      #expect(pasta.cook?.name == "Ada" && pasta.photo?.count == 40_000)
    }
  }

  @Test(
    "A counter in a restored backup is sent, and counts once if it was sent after the backup was made",
    arguments: [false, true])
  func counterOfABackup(isSent: Bool) throws {
    let catalog = PresetCatalog("cellar", version: 1) {
      Presets(id: \Marmalade.name) { [Marmalade("jam")] }.leavingToUser(\.count)
    }
    let (first, second) = (
      try Device([Marmalade.self], presets: catalog), try Device([Marmalade.self], presets: catalog)
    )
    func exchange() throws { for device in [first, second, first] { try device.sync(with: hub) } }
    try exchange()
    try #require(try first.all(Marmalade.self).first).count += 3
    try first.context.save()
    try restoreBackup(of: first) { if isSent { try exchange() } }
    try exchange()
    for device in [first, second] { #expect(try device.all(Marmalade.self).map(\.count) == [13]) }
  }

  @Test("Edits in a restored backup of presets that the hub never had are sent")
  func unsentPresetOfABackup() throws {
    let (first, second) = (try launched(), try launched())
    #expect(try first.pending == 1)
    let pasta = try pasta(first)
    (pasta.note, pasta.minutes) = ("mine", 99)
    try first.context.save()
    try restoreBackup(of: first)
    try settle(first, second)
    for device in [first, second] {
      #expect(try self.pasta(device).note == "mine" && self.pasta(device).minutes == 99)
    }
  }

  @Test("A later value that was sent after the backup was made is in effect")
  func laterValueOnTheHub() throws {
    let (first, second) = (try launched(), try launched())
    try settle(first, second)
    try pasta(first).note = "earlier"
    try first.context.save()
    try restoreBackup(of: first) {
      Thread.sleep(forTimeInterval: 0.005)
      try pasta(first).note = "later"
      try first.context.save()
      try settle(first, second)
    }
    #expect(try pasta(first).note == "earlier")
    try settle(first, second)
    #expect(try pasta(first).note == "later" && pasta(second).note == "later")
  }

  @Test("A value that the hub has replaced is not sent from a restored backup")
  func knownValueOfABackup() throws {
    let (first, second) = (try launched(), try launched())
    try pasta(first).note = "known"
    try first.context.save()
    try settle(first, second)
    try pasta(first).note = "unsent"
    try first.context.save()
    try restoreBackup(of: first)
    try settle(first, second)
    #expect(try pasta(first).note == "known" && pasta(second).note == "known")
  }

  @Test("A preset of a restored backup without values of the user takes the hub's")
  func valueOfAnotherDevice() throws {
    let (first, second) = (try launched(), try launched())
    try settle(first, second)
    try restoreBackup(of: first) {
      try pasta(second).note = "theirs"
      try second.context.save()
      try settle(second, first)
    }
    try settle(first, second)
    #expect(try pasta(first).note == "theirs" && pasta(second).note == "theirs")
  }
}

@Model private final class Marmalade {
  var name = ""
  @Attribute(.counter) var count = 10

  init(_ name: String) { self.name = name }
}
