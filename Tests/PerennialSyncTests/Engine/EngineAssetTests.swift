import Foundation
import PerennialRecords
import PerennialReplication
@testable import PerennialSync
import SwiftData
import SyncTesting
import Testing

@Suite("An engine and large values", .timeLimit(.minutes(2)))
struct EngineAssetTests {
  private let hub = ConcurrentHub()

  /// A store with its engine.
  private struct Participant {
    let device: Device
    let transport: FlakyTransport
    let clock: ManualClock
    let engine: SyncEngine

    /// The photos of the recipes, by their titles.
    func photos() throws -> [String: Data?] {
      let recipes = try ModelContext(device.container).fetch(FetchDescriptor<Recipe>())
      return Dictionary(recipes.map { ($0.title, $0.photo) }) { first, _ in first }
    }

    func insert(_ title: String, _ photo: Data) throws {
      let context = ModelContext(device.container)
      let recipe = Recipe(title)
      recipe.photo = photo
      context.insert(recipe)
      try context.save()
    }

    /// Exchanges all, without the pauses after failures.
    func exchange(attempts: Int = 2000) async throws {
      for _ in 0..<attempts {
        if await (try? engine.synchronize()) != nil { return }
        clock.advance(by: .seconds(300))
        // The engine needs a moment until it waits for the clock.
        try await Task.sleep(for: .milliseconds(1))
      }
      try await engine.synchronize()
    }
  }

  /// Starts the engine of a new store.
  ///
  /// - Parameter count: The number of downloads after which the others are cut.
  private func participant(
    _ seed: UInt64 = 1, cutAfter count: Int = .max
  ) async throws -> Participant {
    let (device, transport, clock) = (
      try Device(), FlakyTransport(hub, seed: seed), ManualClock()
    )
    transport.cutDownloads(after: count)
    let engine = SyncEngine(
      storage: device.storage, transport: transport, clock: clock, seed: seed)
    await engine.start()
    return Participant(device: device, transport: transport, clock: clock, engine: engine)
  }

  /// Returns bytes that differ for each number.
  private func photo(_ number: Int, _ count: Int = 50_000) -> Data {
    var random = SplitMix64(seed: UInt64(number))
    return Data((0..<count / 8).flatMap { _ in withUnsafeBytes(of: random.next()) { Array($0) } })
  }

  @Test("A photo is sent before its record, and received before the record is shown")
  func order() async throws {
    let (phone, tablet) = (try await participant(1), try await participant(2))
    try phone.insert("Pasta", photo(1))
    try await phone.exchange()
    // The hub refuses a record whose asset it does not have.
    #expect(await hub.refusalCount == 0)
    #expect(await hub.uploadCount == 1)
    try await tablet.exchange()
    #expect(try tablet.photos() == ["Pasta": photo(1)])
    // The hub notifies the phone of its own photo: the phone looks once more.
    for participant in [phone, tablet] {
      #expect(await eventually { participant.engine.status.isUpToDate })
      await participant.engine.stop()
    }
  }

  @Test("Photos of two devices arrive through a network that loses requests", arguments: 1...4)
  func faults(seed: UInt64) async throws {
    let (phone, tablet) = (try await participant(2 * seed), try await participant(2 * seed + 1))
    for transport in [phone.transport, tablet.transport] { transport.fail(percent: 40) }
    var expected: [String: Data?] = [:]
    for number in 0..<12 {
      let photo = photo(Int(seed) * 100 + number)
      try (number % 2 == 0 ? phone : tablet).insert("\(number)", photo)
      expected["\(number)"] = photo
    }
    for participant in [phone, tablet, phone] { try await participant.exchange() }
    #expect(try phone.photos() == expected, "seed \(seed)")
    #expect(try tablet.photos() == expected, "seed \(seed)")
    #expect(await hub.refusalCount == 0)
    for participant in [phone, tablet] { await participant.engine.stop() }
  }

  // MARK: Interruptions

  @Test("A page is shown when all its photos are there, and no photo is requested twice")
  func interruptedPage() async throws {
    let phone = try await participant(1)
    for number in 1...4 { try phone.insert("\(number)", photo(number)) }
    try await phone.exchange()
    let tablet = try await participant(2, cutAfter: 3)
    #expect(await eventually { tablet.engine.status.lastError != nil })
    #expect(try tablet.photos().isEmpty)
    // The app ends, and another launch continues.
    await tablet.engine.stop()
    tablet.transport.cutDownloads(after: .max)
    let before = tablet.transport.counts.downloads
    let later = SyncEngine(
      storage: try StoreStorage(tablet.device.container), transport: tablet.transport,
      clock: ManualClock())
    await later.start()
    try await later.synchronize()
    #expect(try tablet.photos().count == 4)
    #expect(tablet.transport.counts.downloads == before + 1)
    for engine in [phone.engine, later] { await engine.stop() }
  }

  @Test("Bytes that a power cut has damaged before the page was merged are received again")
  func damagedFile() async throws {
    let phone = try await participant(1)
    for number in 1...3 { try phone.insert("\(number)", photo(number)) }
    try await phone.exchange()
    let tablet = try await participant(2, cutAfter: 2)
    #expect(await eventually { tablet.engine.status.lastError != nil })
    let folder = URL(fileURLWithPath: tablet.device.url.path + "-assets")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    #expect(files.count == 2)
    try Data(count: 50_000).write(to: files[0])
    try Data(count: 100).write(to: files[1])
    tablet.transport.cutDownloads(after: .max)
    try await tablet.exchange()
    #expect(try tablet.photos() == ["1": photo(1), "2": photo(2), "3": photo(3)])
    #expect(!FileManager.default.fileExists(atPath: folder.path))
    for participant in [phone, tablet] { await participant.engine.stop() }
  }

  @Test("The status counts photos that are sent and received")
  func status() async throws {
    let (phone, tablet) = (try await participant(1), try await participant(2))
    for participant in [phone, tablet] { try await participant.exchange() }
    for transport in [phone.transport, tablet.transport] { transport.hangAssets(true) }
    try phone.insert("1", photo(1))
    #expect(await eventually { phone.engine.status.pendingAssets == 1 })
    await phone.engine.pause()
    #expect(phone.engine.status.pendingAssets == 0)
    phone.transport.hangAssets(false)
    await phone.engine.resume()
    #expect(await eventually { phone.engine.status.isUpToDate })
    #expect(await eventually { tablet.engine.status.pendingAssets == 1 })
    await tablet.engine.pause()
    tablet.transport.hangAssets(false)
    await tablet.engine.resume()
    #expect(await eventually { tablet.engine.status.isUpToDate })
    #expect(tablet.engine.status.pendingAssets == 0)
    #expect(try tablet.photos() == ["1": photo(1)])
    for participant in [phone, tablet] { await participant.engine.stop() }
  }

  // MARK: Assets that the hub has not, or does not take

  @Test("A photo that the hub loses before it has its record is sent again")
  func lostUpload() async throws {
    let (phone, tablet) = (try await participant(1), try await participant(2))
    await hub.loseAssets(1)
    try phone.insert("1", photo(1))
    #expect(await eventually { phone.engine.status.lastError != nil })
    #expect(await hub.refusalCount == 1)
    #expect(await hub.records.values.allSatisfy { $0.state.assets.isEmpty })
    #expect(phone.engine.status.refusedRecords == 0)
    try await phone.exchange()
    try await tablet.exchange()
    #expect(try tablet.photos() == ["1": photo(1)])
    #expect(await hub.uploadCount == 2)
    for participant in [phone, tablet] { await participant.engine.stop() }
  }

  @Test("A damaged photo is not shown, is reported, and arrives when the hub has its bytes again")
  func damagedAsset() async throws {
    let phone = try await participant(1)
    for number in 1...2 { try phone.insert("\(number)", photo(number)) }
    try await phone.exchange()
    let assets = await hub.assets
    let one = try #require(assets.first { $0.value == photo(1) }?.key)
    var damaged = assets
    damaged[one] = Data(count: 50_000)
    await hub.replaceAssets(by: damaged)
    let tablet = try await participant(2)
    try await tablet.exchange()
    #expect(try tablet.photos() == ["1": nil, "2": photo(2)])
    #expect(tablet.engine.status.missingAssets == 1)
    let name = try #require(await hub.records.values.first { $0.state.assets == [one] }?.name)
    #expect(try await tablet.engine.reason(for: name) == .missingAsset)
    await hub.replaceAssets(by: assets)
    await tablet.engine.pause()
    await tablet.engine.resume()
    #expect(await eventually { tablet.engine.status.missingAssets == 0 })
    #expect(try tablet.photos() == ["1": photo(1), "2": photo(2)])
    #expect(try await tablet.engine.reason(for: name) == nil)
    for participant in [phone, tablet] { await participant.engine.stop() }
  }

  @Test("A photo that this hub does not take stays on its device, and hinders no other")
  func tooLarge() async throws {
    let (phone, tablet) = (try await participant(1), try await participant(2))
    phone.transport.limitAssets(to: 60_000)
    try phone.insert("film", photo(1, 80_000))
    try phone.insert("photo", photo(2))
    await #expect(throws: SyncError.refused(1)) { try await phone.engine.synchronize() }
    #expect(phone.engine.status.refusedRecords == 1)
    try await tablet.exchange()
    #expect(try tablet.photos() == ["photo": photo(2)])
    for participant in [phone, tablet] { await participant.engine.stop() }
  }

  @Test("An account without space for a photo takes other changes, and the photo later")
  func noSpace() async throws {
    let (phone, tablet) = (try await participant(1), try await participant(2))
    try phone.insert("old", photo(1))
    try await phone.exchange()
    phone.transport.fill(true)
    try phone.insert("photo", photo(2))
    try phone.insert("small", Data([1, 2, 3]))
    let context = ModelContext(phone.device.container)
    for recipe in try context.fetch(FetchDescriptor<Recipe>()) where recipe.title == "old" {
      context.delete(recipe)
    }
    try context.save()
    let others = ["small": Data([1, 2, 3])]
    #expect(
      try await eventually {
        try? await phone.engine.synchronize()
        return try tablet.photos() == others
      })
    let error = await #expect(throws: SyncError.self) { try await phone.engine.synchronize() }
    guard case .hub(let refusal) = error, refusal.code == .quotaExceeded else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(phone.engine.status.refusedRecords == 0)
    phone.transport.fill(false)
    try await phone.exchange()
    try await tablet.exchange()
    #expect(try tablet.photos() == ["small": Data([1, 2, 3]), "photo": photo(2)])
    for participant in [phone, tablet] { await participant.engine.stop() }
  }

  @Test("A hub that was restored without its photos gets them again from a device that has them")
  func restoredHub() async throws {
    let (phone, tablet) = (try await participant(1), try await participant(2))
    try phone.insert("1", photo(1))
    for participant in [phone, tablet] { try await participant.exchange() }
    let database = await hub.database
    await hub.replaceAssets(by: [:])
    await hub.restore(database)
    #expect(await eventually { await hub.assets.count == 1 })
    #expect(await eventually { phone.engine.status.isUpToDate && tablet.engine.status.isUpToDate })
    let third = try await participant(3)
    try await third.exchange()
    #expect(try third.photos() == ["1": photo(1)])
    for participant in [phone, tablet, third] { await participant.engine.stop() }
  }
}
