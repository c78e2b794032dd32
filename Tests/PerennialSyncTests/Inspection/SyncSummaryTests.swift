import PerennialInspection
import StoreTesting
import SwiftData
import Testing

@Suite("The sync of a store, as its file tells it")
struct SyncSummaryTests {
  private let hub = MemoryHub()
  private let device: Device

  init() throws {
    device = try Device()
    device.context.insert(Recipe("Soup"))
    device.context.insert(Tag("quick"))
    try device.context.save()
    try device.sync(with: hub)
  }

  private func summary() throws -> SyncSummary {
    try #require(try InspectedStore(device.url).syncSummary())
  }

  private func recipe() throws -> RowSyncState {
    let store = try InspectedStore(device.url)
    let row = try #require(try store.window(of: RowQuery(entity: "Recipe"), limit: 1).rows.first)
    return try #require(try store.syncState(key: row.key, isPreset: false))
  }

  @Test("A summary counts the records of the hub, and the objects with unsent changes")
  func counts() throws {
    let sent = try summary()
    #expect(sent.records == hub.records.count)
    #expect(sent.unsent == 0 && sent.refused == 0 && sent.unwritten == 0)
    #expect(sent.conflicts == 0 && sent.missingAssets == 0)
    #expect(sent.account == nil && !sent.hasLeft)
    try #require(try device.all(Recipe.self).first).minutes = 9
    try device.context.save()
    #expect(try device.pending == 1)
    #expect(try summary().unsent == 1)
  }

  @Test("The state of an object has the names of its unsent fields")
  func fields() throws {
    let sent = try recipe()
    #expect(sent.isOnHub && !sent.hasUnsentChanges && sent.unsentFields.isEmpty)
    #expect(sent.refusal == nil && sent.unwritten == nil)
    try #require(try device.all(Recipe.self).first).minutes = 9
    try device.context.save()
    #expect(try device.pending == 1)
    let edited = try recipe()
    #expect(edited.isOnHub && edited.hasUnsentChanges)
    #expect(edited.unsentFields == ["minutes"])
  }

  @Test("A store that is not synced has neither")
  func unsynced() throws {
    let directory = try ScratchDirectory()
    let url = directory.file("plain.store")
    _ = try ModelContainer(
      for: Schema(Kitchen.models), configurations: ModelConfiguration(url: url))
    let store = try InspectedStore(url)
    #expect(try store.syncSummary() == nil)
    #expect(try store.syncState(key: 1, isPreset: false) == nil)
  }
}
