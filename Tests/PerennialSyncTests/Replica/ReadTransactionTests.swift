import Foundation
import PerennialRecords
import PerennialReplication
@testable import PerennialSync
import StoreTesting
import SwiftData
import Testing

@Suite("Read transactions of sync")
struct ReadTransactionTests {
  let hub = MemoryHub()

  /// Two devices that have edited a property at the same time, and exchanged their changes.
  private func devicesWithConflict() throws -> (Device, Device) {
    let (first, second) = (try Device(), try Device())
    first.context.insert(Recipe("Pasta", minutes: 10))
    try first.context.save()
    try first.sync(with: hub)
    try second.sync(with: hub)
    for (device, minutes) in [(first, 20), (second, 30)] {
      try #require(device.all(Recipe.self).first).minutes = minutes
      try device.context.save()
      Thread.sleep(forTimeInterval: 0.005)
    }
    for device in [first, second, first, second] { try device.sync(with: hub) }
    return (first, second)
  }

  private func name(of recipe: Recipe) throws -> RecordName {
    RecordName(rowKey: try #require(recipe.persistentModelID.rowID))
  }

  @Test("Questions are answered while another connection has the write lock")
  func locked() throws {
    let (_, device) = try devicesWithConflict()
    let recipe = try #require(device.all(Recipe.self).first)
    let token = try device.storage.pullRequest().token
    let other = try RawDatabase(device.url)
    try other.run("BEGIN IMMEDIATE")
    let start = ContinuousClock.now
    #expect(try device.storage.conflicts().count == 1)
    #expect(token != nil)
    #expect(try device.storage.pullRequest().token == token)
    #expect(
      try device.storage.unsyncedReason(for: name(of: recipe), pause: nil, isReadOnly: false) == nil
    )
    #expect(try device.storage.reading { try $0.unsentRows(limit: 10) }.isEmpty)
    let page = try hub.pull(PullRequest(token: nil))
    #expect(try device.storage.assets(of: page).wanted.isEmpty)
    #expect(start.duration(to: .now) < .seconds(5))
    try other.run("ROLLBACK")
  }

  @Test("An answer has the changes that the history has since, and those of other programs")
  func unread() throws {
    let (_, device) = try devicesWithConflict()
    let recipe = try #require(device.all(Recipe.self).first)
    func reason() throws -> UnsyncedReason? {
      try device.storage.unsyncedReason(for: name(of: recipe), pause: nil, isReadOnly: false)
    }
    #expect(try reason() == nil)
    recipe.minutes = 40
    try device.context.save()
    #expect(try reason() == .pending)
    #expect(try device.storage.reading { try $0.unsentRows(limit: 10) }.count == 1)
    try device.sync(with: hub)
    #expect(try reason() == nil)
    try device.runWithTool("UPDATE Recipe SET minutes = 50")
    #expect(try reason() == .pending)
  }

  @Test("A store in memory is read by its only connection")
  func memory() throws {
    let container = try ModelContainer(
      for: Schema(Kitchen.models),
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let storage = try StoreStorage(container)
    let context = ModelContext(container)
    let recipe = Recipe("Pasta")
    context.insert(recipe)
    try context.save()
    #expect(try storage.conflicts().isEmpty)
    #expect(try storage.pullRequest().token == nil)
    let pending = try storage.unsyncedReason(
      for: name(of: recipe), pause: nil, isReadOnly: false)
    #expect(pending == .pending)
    recipe.minutes = 1
    try context.save()
    #expect(try storage.nextBatch(counting: false, isOfDeletions: false).batch != nil)
    withExtendedLifetime(container) {}
  }

  @Test("A pull after a restoration reads the zone again, and one after an erasure is paused")
  func replaced() throws {
    let device = try Device()
    device.context.insert(Recipe("Pasta"))
    try device.context.save()
    try device.sync(with: hub)
    let backup = try device.container.backUp(to: device.directory.file("backup"))
    #expect(try device.storage.pullRequest().token != nil)
    try device.container.restore(from: backup)
    #expect(try device.storage.pullRequest().token == nil)
    try device.container.erase()
    for _ in 0..<2 {
      #expect(throws: SyncError.paused(.erased)) { try device.storage.pullRequest() }
    }
  }

  @Test("The assets of a page are found without a transaction that writes")
  func assets() throws {
    let (first, second) = (try Device(), try Device())
    let recipe = Recipe("Pasta")
    recipe.photo = Data(repeating: 7, count: 300_000)
    first.context.insert(recipe)
    try first.context.save()
    try first.push(to: hub)
    let page = try hub.pull(PullRequest(token: nil))
    let asset = try #require(page.records.flatMap(\.state.assets).first)
    // The device has the photo in a file whose checksum it has not computed.
    try first.runWithTool("DELETE FROM _perennial_checksums")
    for (device, wanted) in [(first, []), (second, [asset])] {
      let other = try RawDatabase(device.url)
      try other.run("BEGIN IMMEDIATE")
      #expect(try Array(device.storage.assets(of: page).wanted.keys) == wanted)
      #expect(try device.storage.filesForAssets([asset]).keys.first == asset)
      try other.run("ROLLBACK")
    }
  }

  @Test("A page with assets is one transaction that writes, from the request to the rows")
  func page() throws {
    let (first, second) = (try Device(), try Device())
    let recipe = Recipe("Pasta")
    recipe.photo = Data(repeating: 7, count: 300_000)
    first.context.insert(recipe)
    try first.context.save()
    try first.push(to: hub)
    let statements = try StatementLog.statements(of: second.container) {
      let request = try second.storage.pullRequest()
      let page = try hub.pull(request)
      for (asset, file) in try second.storage.assets(of: page).wanted {
        try #require(hub.assets[asset]).write(to: file)
      }
      let (isApplied, overview) = try second.storage.apply(page, to: request)
      #expect(isApplied && overview.missingAssets.isEmpty)
    }
    #expect(statements.count { $0.hasPrefix("BEGIN") } == 1)
    #expect(statements.contains("BEGIN IMMEDIATE"))
    #expect(try second.all(Recipe.self).first?.photo == recipe.photo)
  }
}
