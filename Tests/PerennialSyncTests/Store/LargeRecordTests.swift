import Foundation
import PerennialRecords
import PerennialReplication
@testable import PerennialSync
import SwiftData
import Testing

@Suite("Objects that are too large for a hub")
struct LargeRecordTests {
  let hub = MemoryHub()

  @Test(
    "A large object stays on the device and others are sent, until it is made smaller",
    arguments: [1 << 20, 3 << 20])
  func largeValues(byteCount: Int) throws {
    let (first, second) = (try Device(), try Device())
    let photo = Recipe("Photo")
    photo.photo = Data(repeating: 7, count: byteCount)
    first.context.insert(photo)
    first.context.insert(Recipe("Pasta"))
    try first.context.save()
    try first.sync(with: hub)
    try second.sync(with: hub)
    #expect(try second.all(Recipe.self).map(\.title) == ["Pasta"])
    let key = try #require(photo.persistentModelID.rowID)
    let count = try first.storage.transaction { try $0.unsentCount() }
    #expect(count.refused == 1 && count.pending == 0)
    let reason = try first.storage.transaction {
      try $0.unsentReason(for: RecordName(rowKey: key))
    }
    #expect(reason == .refused(.tooLarge))
    photo.photo = Data(repeating: 7, count: 1000)
    try first.context.save()
    try first.sync(with: hub)
    try second.sync(with: hub)
    #expect(try second.all(Recipe.self).count == 2)
    #expect(try first.pending == 0)
  }
}
