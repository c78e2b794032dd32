import Foundation
import PerennialRecords
import PerennialReplication
@testable import PerennialSync
import SwiftData
import Testing

@Suite("Objects that are too large for a hub")
struct LargeRecordTests {
  let hub = MemoryHub()

  @Test("An object with a long text stays on the device, until it is made smaller")
  func longText() throws {
    let (first, second) = (try Device(), try Device())
    let long = Recipe("Long")
    long.note = String(repeating: "x", count: HubLimits.recordBytes)
    first.context.insert(long)
    first.context.insert(Recipe("Pasta"))
    try first.context.save()
    try first.sync(with: hub)
    try second.sync(with: hub)
    #expect(try second.all(Recipe.self).map(\.title) == ["Pasta"])
    try first.expectRefusal(of: long)
    long.note = "short"
    try first.context.save()
    try first.sync(with: hub)
    try second.sync(with: hub)
    #expect(try second.all(Recipe.self).count == 2)
    #expect(try first.pending == 0)
  }

  @Test("An object with a value of more than 64 MiB stays on the device")
  func largeAsset() throws {
    let (first, second) = (try Device(), try Device())
    let film = Recipe("Film")
    film.photo = Data(count: HubLimits.assetBytes + 1)
    first.context.insert(film)
    try first.context.save()
    try first.sync(with: hub)
    try first.expectRefusal(of: film)
    #expect(hub.uploads.isEmpty)
    film.photo = Data(count: 1 << 20)
    try first.context.save()
    try first.sync(with: hub)
    try second.sync(with: hub)
    #expect(try second.all(Recipe.self).map(\.photo?.count) == [1 << 20])
  }

  @Test("Objects that an earlier version of the library has refused are sent after its update")
  func update() throws {
    let (first, second) = (try Device(), try Device())
    let photo = Recipe("Photo")
    photo.photo = Data(repeating: 7, count: 3 << 20)
    first.context.insert(photo)
    let long = Recipe("Long")
    long.note = String(repeating: "x", count: HubLimits.recordBytes)
    first.context.insert(long)
    try first.context.save()
    let name = RecordName(rowKey: try #require(photo.persistentModelID.rowID))
    try first.storage.transaction { replica in
      while try replica.readHistory() {}
      var tracked = try #require(try replica.store.recordTable.tracked(name))
      tracked.refusal = .tooLarge
      try replica.store.recordTable.write(tracked, named: name)
      for table in [SyncTables.checksums, SyncTables.missingAssets] {
        try replica.store.sync.connection.run("DROP TABLE \(table)")
      }
    }
    let updated = try StoreStorage(first.container)
    try withExtendedLifetime(updated) { try first.sync(with: hub) }
    try second.sync(with: hub)
    #expect(try second.all(Recipe.self).map(\.photo?.count) == [3 << 20])
    try first.expectRefusal(of: long)
  }
}

extension Device {
  /// Expects that an object is the only one that the hub has refused, and that it is too large.
  fileprivate func expectRefusal(
    of recipe: Recipe, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let key = try #require(recipe.persistentModelID.rowID, sourceLocation: sourceLocation)
    let count = try storage.transaction { try $0.unsentCount() }
    #expect(count.refused == 1 && count.pending == 0, sourceLocation: sourceLocation)
    let reason = try storage.transaction { try $0.unsentReason(for: RecordName(rowKey: key)) }
    #expect(reason == .refused(.tooLarge), sourceLocation: sourceLocation)
  }
}
