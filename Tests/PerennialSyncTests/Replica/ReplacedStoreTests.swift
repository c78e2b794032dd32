import Foundation
@testable import Perennial
import PerennialPresets
import PerennialRecords
import PerennialReplication
import PerennialSync
import StoreTesting
import SwiftData
import Testing

@Suite("Stores whose contents or history are replaced")
struct ReplacedStoreTests {
  let hub = MemoryHub()

  @Test("A restored backup is not sent as edits: its rows take the hub's state")
  func backup() throws {
    let (first, second) = (try Device(), try Device())
    for title in ["Pasta", "Rice"] { first.context.insert(Recipe(title, minutes: 1)) }
    try first.context.save()
    try first.sync(with: hub)
    let backup = try first.container.backUp(to: first.directory.file("backup"))
    for recipe in try first.all(Recipe.self) { recipe.minutes = 2 }
    try first.context.save()
    try first.sync(with: hub)
    try first.container.restore(from: backup)
    let restored = try ModelContext(first.container).fetch(FetchDescriptor<Recipe>())
    #expect(restored.map(\.minutes) == [1, 1])
    #expect(try first.pending == 0)
    try first.sync(with: hub)
    try second.sync(with: hub)
    #expect(try first.dump() == second.dump())
    #expect(try second.all(Recipe.self).map(\.minutes) == [2, 2])
  }

  @Test("An edit of a preset by another program survives a backup and its restoration")
  func foreignPresetEdit() throws {
    let devices = try (1...2).map { _ in try Device(presets: PresetSyncTests.catalog()) }
    for device in devices + devices { try device.sync(with: hub) }
    try devices[0].runWithTool("UPDATE Recipe SET minutes = 99 WHERE title = 'Pasta'")
    let backup = try devices[0].container.backUp(to: devices[0].directory.file("backup"))
    try devices[0].container.restore(from: backup)
    let context = ModelContext(devices[0].container)
    let pasta = try #require(
      try context.fetch(FetchDescriptor<Recipe>()).first { $0.title == "Pasta" })
    #expect(try pasta.minutes == 99 && pasta.presetState().editedFields == ["minutes"])
    for device in devices + devices { try device.sync(with: hub) }
    #expect(try devices[0].dump() == devices[1].dump())
  }

  @Test("Objects of a backup that the hub never had are kept and sent")
  func unsentObjectsOfABackup() throws {
    let (first, second) = (try Device(), try Device())
    try first.sync(with: hub)
    first.context.insert(Recipe("Pasta"))
    try first.context.save()
    let backup = try first.container.backUp(to: first.directory.file("backup"))
    first.context.delete(try #require(try first.all(Recipe.self).first))
    try first.context.save()
    try first.sync(with: hub)
    try first.container.restore(from: backup)
    try first.sync(with: hub)
    try second.sync(with: hub)
    #expect(try second.all(Recipe.self).map(\.title) == ["Pasta"])
    #expect(try first.pending == 0)
  }

  /// A device that was restored from a backup with an object that it has sent since.
  ///
  /// - Parameter skew: The milliseconds by which the hub's clock is ahead of the device's. The device learns of it after
  ///   the backup was made.
  private func restored(skew: Int64 = 0) throws -> Device {
    let device = try Device()
    try device.sync(with: hub)
    device.context.insert(Recipe("Pasta", minutes: 1))
    try device.context.save()
    let backup = try device.container.backUp(to: device.directory.file("backup"))
    if skew != 0 { hub.time = StampClock.systemMilliseconds + skew }
    try device.sync(with: hub)
    try device.container.restore(from: backup)
    return device
  }

  @Test(
    "An object of a backup exists once, although it was sent after the backup was made",
    arguments: [0, 86_400_000, -86_400_000])
  func objectSentAfterABackup(skew: Int64) throws {
    let (first, second) = (try restored(skew: skew), try Device())
    try first.sync(with: hub)
    try second.sync(with: hub)
    for device in [first, second] {
      #expect(try device.all(Recipe.self).map(\.title) == ["Pasta"])
    }
    #expect(hub.present.count == 1)
  }

  /// Deletes the recipe of a restored device. Another device and the hub follow.
  private func expectDeletion(of first: Device, on second: Device) throws {
    first.context.delete(try #require(try first.all(Recipe.self).first))
    try first.context.save()
    try first.sync(with: hub)
    try second.sync(with: hub)
    for device in [first, second] { #expect(try device.all(Recipe.self).isEmpty) }
    #expect(hub.present.isEmpty)
  }

  @Test(
    "A deletion after a restoration is sent, also if nothing was exchanged in between",
    arguments: [0, 86_400_000, -86_400_000])
  func deletionAfterARestoration(skew: Int64) throws {
    let (first, second) = (try restored(skew: skew), try Device())
    try expectDeletion(of: first, on: second)
  }

  @Test("An answer to a request from before a restoration belongs to the restored objects")
  func answerAfterARestoration() throws {
    let (first, second) = (try Device(), try Device())
    try first.sync(with: hub)
    first.context.insert(Recipe("Pasta"))
    try first.context.save()
    let backup = try first.container.backUp(to: first.directory.file("backup"))
    let batch = try #require(try first.storage.transaction { try $0.nextBatch() })
    let reply = try hub.push(batch.request)
    try first.container.restore(from: backup)
    try first.storage.transaction { try $0.acknowledge(batch, reply) }
    try expectDeletion(of: first, on: second)
  }

  @Test("A page that was asked for before a restoration is asked for again, and deletes nothing")
  func pageAfterARestoration() throws {
    let device = try Device()
    device.context.insert(Recipe("Pasta"))
    try device.context.save()
    try device.sync(with: hub)
    let backup = try device.container.backUp(to: device.directory.file("backup"))
    let request = try device.storage.transaction { try $0.pullRequest }
    let page = try hub.pull(request)
    try device.container.restore(from: backup)
    #expect(try !device.storage.transaction { try $0.apply(page, to: request) })
    #expect(try device.all(Recipe.self).map(\.title) == ["Pasta"])
    try device.sync(with: hub)
    #expect(try device.all(Recipe.self).map(\.title) == ["Pasta"])
  }

  @Test("An object of a backup from before the first sync can be deleted before the next exchange")
  func deletionOfAnEarlierObject() throws {
    let directory = try ScratchDirectory()
    let container = try ModelContainer(
      for: Schema(Kitchen.models),
      configurations: ModelConfiguration(url: directory.file("early.store")))
    let context = ModelContext(container)
    context.insert(Recipe("Pasta"))
    try context.save()
    let backup = try container.backUp(to: directory.file("backup"))
    let first = try Device(storing: container, in: directory)
    try first.sync(with: hub)
    try container.restore(from: backup)
    #expect(try first.pending == 1)
    first.context.delete(try #require(try first.all(Recipe.self).first))
    try first.context.save()
    try first.sync(with: hub)
    #expect(hub.present.isEmpty)
    #expect(try first.all(Recipe.self).isEmpty)
  }

  @Test("Changes after a restoration are sent, also if nothing was exchanged in between")
  func changesAfterARestoration() throws {
    let (first, second) = (try Device(), try Device())
    first.context.insert(Recipe("Pasta", minutes: 1))
    try first.context.save()
    try first.sync(with: hub)
    let backup = try first.container.backUp(to: first.directory.file("backup"))
    try first.container.restore(from: backup)
    let recipe = try #require(try first.all(Recipe.self).first)
    recipe.minutes = 3
    first.context.insert(Recipe("Rice"))
    try first.context.save()
    try first.sync(with: hub)
    try second.sync(with: hub)
    #expect(
      try second.all(Recipe.self).map { "\($0.title) \($0.minutes)" }.sorted() == [
        "Pasta 3", "Rice 0",
      ])
    #expect(try first.dump() == second.dump())
  }

  @Test("A backup from before the first sync can be restored, and later edits are sent")
  func backupFromBeforeSync() throws {
    let directory = try ScratchDirectory()
    let url = directory.file("early.store")
    let container = try ModelContainer(
      for: Schema(Kitchen.models), configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    context.insert(Recipe("Pasta"))
    try context.save()
    let backup = try container.backUp(to: directory.file("backup"))
    let storage = try StoreStorage(container)
    while let batch = try storage.transaction({ try $0.nextBatch() }) {
      let reply = try hub.push(batch.request)
      try storage.transaction { try $0.acknowledge(batch, reply) }
    }
    try container.restore(from: backup)
    try #require(try context.fetch(FetchDescriptor<Recipe>()).first).minutes = 5
    try context.save()
    let reply = try hub.pull(try storage.transaction { try $0.pullRequest })
    try storage.transaction { try $0.apply(reply) }
    let batch = try #require(try storage.transaction { try $0.nextBatch() })
    #expect(
      batch.request.records.map { $0.state.edits.mapValues(\.value) } == [
        ["minutes": .integer(5)]
      ])
    let answer = try hub.push(batch.request)
    try storage.transaction { try $0.acknowledge(batch, answer) }
    #expect(try storage.transaction { try $0.nextBatch() } == nil)
    #expect(try ModelContext(container).fetch(FetchDescriptor<Recipe>()).map(\.minutes) == [5])
    #expect(hub.present.count == 1)
  }

  @Test("Changes that were not sent survive the deletion of the history")
  func deletedHistory() throws {
    let (first, second) = (try Device(), try Device())
    try first.sync(with: hub)
    let recipe = Recipe("Pasta")
    first.context.insert(recipe)
    try first.context.save()
    recipe.minutes = 7
    try first.context.save()
    try first.context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    try first.sync(with: hub)
    try second.sync(with: hub)
    #expect(try second.all(Recipe.self).map(\.minutes) == [7])
  }

  @Test("A store without a history cannot be synced, and the error says how it can")
  func noHistory() throws {
    var configuration = ModelConfiguration(isStoredInMemoryOnly: true)
    configuration.historyRetention = .none
    let container = try ModelContainer(
      for: Schema(Kitchen.models), configurations: configuration)
    #expect {
      try StoreStorage(container)
    } throws: { error in
      (error as? SwiftDataError) == .unsupportedFeature
        && "\(error)".contains("historyRetention")
    }
  }
}
