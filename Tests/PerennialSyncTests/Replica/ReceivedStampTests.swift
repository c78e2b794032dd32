import Foundation
@testable import Perennial
import PerennialRecords
import PerennialReplication
import PerennialSync
import SwiftData
import Testing

@Suite("Stamps of a store that has received later ones")
struct ReceivedStampTests {
  @Test(
    "An edit is later than all that the store has received, also in a transaction with a stamp of its own",
    arguments: [false, true])
  func edits(afterARowWasWritten writes: Bool) throws {
    let device = try Device()
    let later = Stamp(
      time: HybridTime(milliseconds: StampClock.systemMilliseconds + 200_000),
      device: try #require(DeviceIdentifier(rawValue: 7)))
    try device.storage.transaction { replica in
      _ = try replica.store.stamp
      try replica.store.observe(later)
      guard writes else { return }
      let record = Record(.object(key: 1), type: "Tag", created: later, state: RecordState())
      try replica.store.write([(record, RowContent(values: ["name": .text("quick")]))])
    }
    // Another process has the stamp from the file.
    let other = try ModelContainer(
      for: Schema(Kitchen.models), configurations: ModelConfiguration(url: device.url))
    for container in [other, device.container] {
      let context = ModelContext(container)
      context.insert(Recipe("Pasta"))
      try context.save()
      let last = try device.storage.transaction {
        try $0.store.transactions(after: 0, limit: 100).last
      }
      #expect(try #require(last).stamp > later)
    }
  }

  @Test("A transaction that stamps nothing leaves the time of the store as it is")
  func unstampedTransactions() throws {
    let device = try Device()
    let future = StampClock.systemMilliseconds + 100_000
    device.container.coordinator.stores[0].clock.wallClock = { future }
    device.context.insert(Recipe("Pasta"))
    try device.context.save()
    device.container.coordinator.stores[0].clock.wallClock = { future - 50_000 }
    _ = try device.storage.transaction { try $0.store.position }
    device.context.insert(Recipe("Rice"))
    try device.context.save()
    let stamps = try device.storage.transaction {
      try $0.store.transactions(after: 0, limit: 100).suffix(2).map(\.stamp)
    }
    #expect(stamps[0] < stamps[1])
    #expect(stamps[1].time.milliseconds == future)
  }
}
