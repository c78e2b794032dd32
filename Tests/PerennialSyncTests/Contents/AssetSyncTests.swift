import Foundation
import PerennialRecords
import PerennialReplication
@testable import PerennialSync
import SwiftData
import Testing

@Suite("Large values")
struct AssetSyncTests {
  let hub = MemoryHub()

  /// Returns bytes that differ for each number.
  private func photo(_ number: Int, _ count: Int = 300_000) -> Data {
    var random = SplitMix64(seed: UInt64(number))
    let block = Data((0..<997).map { _ in UInt8.random(in: 0...255, using: &random) })
    var data = Data(capacity: count + 997)
    while data.count < count { data.append(block) }
    return data.prefix(count)
  }

  private func value(of field: String = "photo") -> RecordValue? {
    hub.records.values.compactMap { $0.state.edits[field]?.value }.first
  }

  /// Returns two devices that have a recipe with a photo.
  private func devices(_ data: Data? = nil) throws -> (Device, Device) {
    let (first, second) = (try Device(), try Device())
    let recipe = Recipe("Pasta")
    recipe.photo = data ?? photo(1)
    first.context.insert(recipe)
    try first.context.save()
    try first.sync(with: hub)
    try second.sync(with: hub)
    return (first, second)
  }

  private func recipe(_ device: Device) throws -> Recipe {
    let context = ModelContext(device.container)
    return try #require(try context.fetch(FetchDescriptor<Recipe>()).first)
  }

  // MARK: Values and assets

  @Test(
    "Bytes beyond 32 KiB are an asset, and others are a part of the record",
    arguments: [1, 32 << 10, 32 << 10 + 1, 100 << 10, 100 << 10 + 1, 5 << 20])
  func threshold(byteCount: Int) throws {
    let data = photo(1, byteCount)
    let (_, second) = try devices(data)
    #expect(try recipe(second).photo == data)
    #expect((value()?.asset != nil) == (byteCount > 32 << 10))
    #expect(value()?.asset.map(\.byteCount) ?? byteCount == byteCount)
    #expect(hub.uploads.count == (byteCount > 32 << 10 ? 1 : 0))
    #expect(hub.records.values.allSatisfy { $0.byteCount < 60_000 })
    // A device that has the value does not ask for its own bytes.
    #expect(!FileManager.default.fileExists(atPath: second.url.path + "-assets"))
  }

  @Test("The same bytes in two objects are sent once, and an equal value is no edit")
  func equalBytes() throws {
    let (first, second) = try devices()
    let copy = Recipe("Copy")
    copy.photo = photo(1)
    first.context.insert(copy)
    let pasta = try #require(try first.all(Recipe.self).first { $0.title == "Pasta" })
    pasta.photo = Data(photo(1))
    try first.context.save()
    let sequence = hub.zone.sequence
    try first.sync(with: hub)
    try second.sync(with: hub)
    #expect(hub.zone.sequence == sequence + 1)
    #expect(hub.uploads.count == 1)
    #expect(try second.all(Recipe.self).map(\.photo) == [photo(1), photo(1)])
  }

  @Test("A value that shrinks becomes a part of the record, and one that grows an asset")
  func shrinkAndGrow() throws {
    let (first, second) = try devices()
    for data in [photo(2, 100), photo(3), nil, photo(4, 40_000)] {
      let context = ModelContext(first.container)
      try context.fetch(FetchDescriptor<Recipe>()).first?.photo = data
      try context.save()
      try first.sync(with: hub)
      try second.sync(with: hub)
      #expect(try recipe(second).photo == data)
    }
    #expect(hub.uploads.count == 3)
  }

  // MARK: In flight

  @Test("A photo that is edited or deleted while it is sent was kept for the batch")
  func changeInFlight() throws {
    for isDeleted in [false, true] {
      let hub = MemoryHub()
      let (first, second) = (try Device(), try Device())
      let recipe = Recipe("Pasta")
      recipe.photo = photo(1)
      first.context.insert(recipe)
      try first.context.save()
      let batch = try #require(try first.prepareBatch())
      if isDeleted { first.context.delete(recipe) } else { recipe.photo = photo(2) }
      try first.context.save()
      let sent = try first.send(batch, to: hub)
      #expect(Array(hub.assets.values) == [photo(1)])
      let reply = try hub.push(sent.request)
      #expect(reply.refused.isEmpty)
      try first.storage.transaction { try $0.acknowledge(sent, reply) }
      try first.sync(with: hub)
      try second.sync(with: hub)
      #expect(try second.all(Recipe.self).map(\.photo) == (isDeleted ? [] : [photo(2)]))
      #expect(try first.pending == 0)
    }
  }

  @Test("A push of a record whose asset the hub does not have is refused, and sent again")
  func missingInPush() throws {
    let (first, second) = (try Device(), try Device())
    let recipe = Recipe("Pasta")
    recipe.photo = photo(1)
    first.context.insert(recipe)
    try first.context.save()
    let batch = try #require(try first.prepareBatch()).batch
    let reply = try hub.push(batch.request)
    #expect(reply.refused.map(\.reason) == [.assetMissing])
    #expect(hub.records.isEmpty)
    try first.storage.transaction { try $0.acknowledge(batch, reply) }
    try first.sync(with: hub)
    try second.sync(with: hub)
    #expect(try second.all(Recipe.self).map(\.photo) == [photo(1)])
  }

  // MARK: Missing assets

  @Test("A row shows its former value until a missing asset arrives, and that is no edit")
  func missingAsset() throws {
    let (first, second) = try devices()
    try first.write { $0.photo = photo(2) }
    try first.sync(with: hub)
    let (lost, sent) = (hub.assets, value())
    hub.assets = [:]
    try second.sync(with: hub)
    let third = try Device()
    try third.sync(with: hub)
    #expect(try recipe(second).photo == photo(1))
    #expect(try recipe(third).photo == nil)
    for device in [second, third] {
      #expect(try device.storage.transaction { try $0.store.missingAssets.count } == 1)
      try device.write { recipe in
        // A form writes all its fields.
        recipe.photo = recipe.photo.map { Data($0) }
        recipe.minutes += 1
      }
      try device.sync(with: hub)
      #expect(try device.pending == 0)
    }
    #expect(sent?.asset != nil && value() == sent)
    hub.assets = lost
    for device in [first, second, third] {
      try device.sync(with: hub)
      #expect(try recipe(device).photo == photo(2))
      #expect(try device.storage.transaction { try $0.store.missingAssets.isEmpty })
    }
  }

  @Test("An edit replaces a missing asset on all devices")
  func editOfMissingAsset() throws {
    let (first, second) = try devices()
    try first.write { $0.photo = photo(2) }
    try first.sync(with: hub)
    let lost = hub.assets
    hub.assets = [:]
    try second.sync(with: hub)
    try second.write { $0.photo = photo(3) }
    hub.assets = lost
    try second.sync(with: hub)
    try first.sync(with: hub)
    #expect(try recipe(first).photo == photo(3))
    #expect(try recipe(second).photo == photo(3))
  }

  // MARK: Bytes that no row has

  @Test("A photo of an object that another device has deleted is kept, and restored with it")
  func deletedByOther() throws {
    let (first, second) = try devices()
    try first.write { $0.photo = photo(2) }
    try second.delete()
    try second.sync(with: hub)
    try first.sync(with: hub)
    #expect(try first.all(Recipe.self).isEmpty)
    #expect(hub.assets.values.contains(photo(2)))
    let conflict = try #require(try first.storage.conflicts().first)
    guard case .deletedByOther(let mine, _) = conflict.kind else {
      Issue.record("\(conflict)")
      return
    }
    #expect(mine["photo"]?.asset?.byteCount == 300_000)
    try first.storage.resolve(conflict.id, keeping: .mine)
    for device in [first, second, first] { try device.sync(with: hub) }
    #expect(try recipe(first).photo == photo(2))
    #expect(try recipe(second).photo == photo(2))
  }

  @Test("The bytes of a photo that a merge has replaced are there for a user who keeps them")
  func conflict() throws {
    let (first, second) = try devices()
    try first.write { $0.photo = photo(2) }
    try second.write { $0.photo = photo(3) }
    try second.sync(with: hub)
    try first.sync(with: hub)
    #expect(try recipe(first).photo == photo(3))
    let conflict = try #require(try first.storage.conflicts().first)
    guard case .edits("photo", _, let mine, let theirs) = conflict.kind else {
      Issue.record("\(conflict)")
      return
    }
    #expect(mine.value.asset != nil && theirs.value.asset == value()?.asset)
    try first.storage.resolve(conflict.id, keeping: .mine)
    #expect(try recipe(first).photo == photo(2))
    for device in [first, second] { try device.sync(with: hub) }
    #expect(try recipe(second).photo == photo(2))
  }

  @Test("Content whose bytes neither the device nor the hub has does not hinder the rest")
  func lostBytes() throws {
    let (first, second) = try devices()
    let files = first.url.path + "-external"
    for name in try FileManager.default.contentsOfDirectory(atPath: files) {
      try FileManager.default.removeItem(atPath: "\(files)/\(name)")
    }
    hub.assets = [:]
    hub.restore(MemoryHub.Database())
    try first.storage.transaction { try $0.beginReading(.offer) }
    try first.write { $0.minutes = 7 }
    try first.sync(with: hub)
    #expect(value() == nil && hub.present.count == 1)
    // The device has received its own record without the photo, and offers it once more. Nothing changes by that.
    let sequence = hub.zone.sequence
    try first.push(to: hub)
    #expect(hub.zone.sequence == sequence)
    #expect(try first.pending == 0)
    try first.pull(from: hub)
    #expect(try first.pending == 0)
    try second.storage.transaction { try $0.beginReading(.offer) }
    try second.sync(with: hub)
    #expect(try recipe(second).minutes == 7)
    try second.write { $0.photo = photo(4) }
    for device in [second, first] { try device.sync(with: hub) }
    #expect(try recipe(first).photo == photo(4))
  }

  // MARK: Accounts

  @Test("An adopted store sends its photos to the other account")
  func adoption() throws {
    let (first, _) = try devices()
    let other = MemoryHub()
    try first.storage.adopt(account: "ben")
    try first.sync(with: other)
    let second = try Device()
    try second.sync(with: other)
    #expect(try recipe(second).photo == photo(1))
  }

  @Test("Many objects with photos are exchanged in several batches")
  func many() throws {
    let (first, second) = (try Device(), try Device())
    for number in 0..<200 {
      let recipe = Recipe("\(number)", minutes: number)
      recipe.photo = photo(number, 100 << 10 + number)
      first.context.insert(recipe)
    }
    try first.context.save()
    let batch = try #require(try first.prepareBatch())
    #expect(batch.files.values.count < 200)
    try first.sync(with: hub)
    try second.sync(with: hub)
    let recipes = try second.all(Recipe.self)
    #expect(recipes.count == 200)
    #expect(recipes.allSatisfy { $0.photo == photo($0.minutes, 100 << 10 + $0.minutes) })
    #expect(hub.uploads.count == 200)
  }
}

extension Device {
  /// Edits the recipe in a context of its own.
  fileprivate func write(_ body: (Recipe) -> Void) throws {
    let context = ModelContext(container)
    for recipe in try context.fetch(FetchDescriptor<Recipe>()) { body(recipe) }
    try context.save()
  }

  fileprivate func delete() throws {
    let context = ModelContext(container)
    for recipe in try context.fetch(FetchDescriptor<Recipe>()) { context.delete(recipe) }
    try context.save()
  }
}
