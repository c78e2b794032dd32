import PerennialPresets
import PerennialRecords
import PerennialReplication
import SwiftData
import Testing

@testable import PerennialSync

@Suite("Readings of a zone that begin again")
struct ReadingTests {
  let hub = MemoryHub()

  private func insert(_ names: String..., on device: Device) throws {
    for name in names { device.context.insert(Tag(name)) }
    try device.context.save()
    try device.sync(with: hub)
  }

  private func pullPage(_ device: Device) throws {
    try device.storage.transaction { replica in
      try replica.apply(hub.pull(replica.pullRequest))
    }
  }

  private func restart(_ device: Device, _ purpose: ReplicaPosition.Purpose) throws {
    try device.storage.transaction { try $0.beginReading(purpose) }
  }

  private func isImportDone(_ device: Device) throws -> Bool {
    try device.storage.transaction { try $0.store.position.isInitialImportDone }
  }

  private func names(_ device: Device) throws -> [String] {
    try ModelContext(device.container).fetch(FetchDescriptor<Tag>()).map(\.name).sorted()
  }

  @Test("A restored hub that forgets deletions meanwhile gets back all that it has acknowledged")
  func forgettingAfterRestoration() throws {
    let device = try Device()
    try insert("sour", "sweet", on: device)
    try device.context.delete(model: Tag.self, where: #Predicate { $0.name == "sour" })
    try device.sync(with: hub)
    let backup = hub.database
    try insert("salty", on: device)
    hub.restore(backup)
    hub.page = 1
    #expect(throws: HubError.self) { try pullPage(device) }
    try restart(device, .offer)
    try pullPage(device)
    hub.forgetDeletions()
    #expect(throws: HubError.self) { try pullPage(device) }
    try restart(device, .sweep)
    try device.sync(with: hub)
    #expect(try names(device) == ["salty", "sweet"])
    #expect(hub.present.count == 2)
  }

  @Test("A hub that is restored before a new reading has begun gets back what it has lost")
  func restorationBeforeReading() throws {
    let device = try Device()
    try insert("sour", "sweet", on: device)
    let backup = hub.database
    try insert("salty", on: device)
    try restart(device, .sweep)
    hub.restore(backup)
    try device.sync(with: hub)
    #expect(try names(device) == ["salty", "sour", "sweet"])
    #expect(hub.present.count == 3)
  }

  @Test(
    "An initial import that begins again is done when it has read all",
    arguments: [ReplicaPosition.Purpose.sweep, .offer])
  func initialImport(purpose: ReplicaPosition.Purpose) throws {
    let (author, reader) = (try Device(), try Device())
    try insert("sour", "sweet", "salty", on: author)
    hub.page = 1
    try pullPage(reader)
    try restart(reader, purpose)
    try pullPage(reader)
    #expect(try !isImportDone(reader))
    try reader.pull(from: hub)
    #expect(try isImportDone(reader))
    #expect(try names(reader) == ["salty", "sour", "sweet"])
    // A later reading is not the initial import.
    try restart(reader, purpose)
    try pullPage(reader)
    #expect(try isImportDone(reader))
  }
}
