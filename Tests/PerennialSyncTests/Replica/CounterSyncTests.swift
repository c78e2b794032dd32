import Foundation
import PerennialPresets
import PerennialRecords
import PerennialReplication
import PerennialSync
import StoreTesting
import SwiftData
import Testing

@Suite("Counters, on two devices")
struct CounterSyncTests {
  let hub = MemoryHub()

  private func exchange(_ devices: Device...) throws {
    for _ in 1...2 {
      for device in devices { try device.sync(with: hub) }
    }
  }

  private func devices() throws -> (Device, Device) {
    let (first, second) = (try Device([Bottle.self]), try Device([Bottle.self]))
    first.context.insert(Bottle("jam"))
    try first.context.save()
    try exchange(first, second)
    return (first, second)
  }

  private func edit(_ device: Device, _ change: (Bottle) -> Void) throws {
    change(try #require(device.all(Bottle.self).first))
    try device.context.save()
    Thread.sleep(forTimeInterval: 0.003)
  }

  private func counts(_ device: Device) throws -> [Int] {
    try ModelContext(device.container).fetch(FetchDescriptor<Bottle>()).map(\.count)
  }

  @Test("Two devices that each add 1 end with 2 more, and nothing is a conflict")
  func additions() throws {
    let (first, second) = try devices()
    #expect(try counts(second) == [10])
    try edit(first) { $0.count += 1 }
    try edit(second) { $0.count += 1 }
    try exchange(first, second)
    #expect(try counts(first) == [12] && counts(second) == [12])
    #expect(try first.storage.conflicts().isEmpty && second.storage.conflicts().isEmpty)
    #expect(try first.pending == 0 && second.pending == 0)
  }

  @Test("An assignment counts as the difference")
  func assignment() throws {
    let (first, second) = try devices()
    try edit(first) { $0.count = 4 }
    try edit(second) { $0.count += 5 }
    try exchange(first, second)
    #expect(try counts(first) == [9] && counts(second) == [9])
  }

  @Test("A request whose answer is lost counts once, also together with later additions")
  func lostAnswer() throws {
    let (first, second) = try devices()
    for amount in [1, -3, 7] {
      try edit(first) { $0.count += amount }
      let batch = try #require(try first.storage.transaction { try $0.nextBatch() })
      #expect(batch.mustBeDurable)
      _ = try hub.push(batch.request)
      let again = try #require(try first.storage.transaction { try $0.nextBatch() })
      #expect(again.request == batch.request)
    }
    try second.sync(with: hub)
    #expect(try counts(second) == [15])
    try exchange(first, second)
    #expect(try counts(first) == [15] && counts(second) == [15])
  }

  @Test("An object that another device has counted in keeps that when its deletion is undone")
  func undo() throws {
    let (first, second) = try devices()
    first.context.undoManager = UndoManager()
    try edit(first) { $0.count += 100 }
    try first.context.delete(#require(first.all(Bottle.self).first))
    try first.context.save()
    try edit(second) { $0.count += 1 }
    try exchange(second, first)
    #expect(try counts(first) == [])
    first.context.undoManager?.undo()
    try first.context.save()
    try exchange(first, second)
    #expect(try counts(first) == [111] && counts(second) == [111])
    #expect(try first.pending == 0)
  }

  @Test("So does one whose insertion the hub has, and whose answer was lost", arguments: [0, 1])
  func undoAfterLostAnswer(own: Int) throws {
    let (first, second) = (try Device([Bottle.self]), try Device([Bottle.self]))
    first.context.insert(Bottle("jam", count: 10 + own))
    try first.context.save()
    let batch = try #require(try first.storage.transaction { try $0.nextBatch() })
    _ = try hub.push(batch.request)
    try second.sync(with: hub)
    try edit(second) { $0.count -= 3 }
    try second.sync(with: hub)
    first.context.undoManager = UndoManager()
    try first.context.delete(#require(first.all(Bottle.self).first))
    try first.context.save()
    try exchange(first, second)
    first.context.undoManager?.undo()
    try first.context.save()
    try exchange(first, second)
    #expect(try counts(first) == [7 + own] && counts(second) == [7 + own])
    #expect(try first.pending == 0)
  }

  @Test("With the record rule, counters are added up too")
  func wholeRecords() throws {
    let (first, second) = (try Device([Rack.self]), try Device([Rack.self]))
    first.context.insert(Rack())
    try first.context.save()
    try exchange(first, second)
    let (mine, theirs) = (
      try #require(first.all(Rack.self).first), try #require(second.all(Rack.self).first)
    )
    mine.room = "cellar"
    mine.jars += 1
    try first.context.save()
    Thread.sleep(forTimeInterval: 0.003)
    theirs.jars += 1
    try second.context.save()
    try exchange(first, second)
    for device in [first, second] {
      let shelves = try ModelContext(device.container).fetch(FetchDescriptor<Rack>())
      #expect(shelves.map(\.jars) == [2] && shelves.map(\.room) == ["cellar"])
    }
  }

  @Test("The numbers of a store that was not synced are the starts; its copies do not add up")
  func earlier() throws {
    let directory = try ScratchDirectory()
    let url = directory.url.appending(path: "early.store")
    let container = try ModelContainer(
      for: Schema([Bottle.self]), configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    context.insert(Bottle("jam", count: 30))
    try context.save()
    let first = try Device(storing: container, in: directory)
    try first.sync(with: hub)
    let second = try Device([Bottle.self])
    try second.sync(with: hub)
    try edit(first) { $0.count += 1 }
    try edit(second) { $0.count += 1 }
    try exchange(first, second)
    #expect(try counts(first) == [32] && counts(second) == [32])
    let record = try #require(hub.records.values.first { $0.type == "Bottle" })
    #expect(record.state.edits["count"]?.value == .integer(30))
  }

  @Test("A device that is signed in later shows all that was counted")
  func laterDevice() throws {
    let (first, second) = try devices()
    try edit(first) { $0.count += 1 }
    try edit(second) { $0.count += 2 }
    try exchange(first, second)
    let third = try Device([Bottle.self])
    try third.sync(with: hub)
    #expect(try counts(third) == [13])
  }

  // MARK: Presets

  private func catalog(version: Int = 1, count: Int = 50) -> PresetCatalog {
    PresetCatalog("pantry", version: version) {
      Presets(id: \Bottle.name) { [Bottle("jam", count: count)] }
    }
  }

  private func presetDevices() throws -> (Device, Device) {
    let devices = (
      try Device([Bottle.self], presets: catalog()), try Device([Bottle.self], presets: catalog())
    )
    try exchange(devices.0, devices.1)
    return devices
  }

  @Test("The catalog's value is the start of a preset's counter")
  func presets() throws {
    let (first, second) = try presetDevices()
    try edit(first) { $0.count += 1 }
    try edit(second) { $0.count += 2 }
    try exchange(first, second)
    #expect(try counts(first) == [53] && counts(second) == [53])
    try edit(first) { $0.count -= 3 }
    try exchange(first, second)
    #expect(try counts(first) == [50] && counts(second) == [50])
  }

  @Test("A later catalog changes the start, and keeps what was counted")
  func laterCatalog() throws {
    let (first, second) = try presetDevices()
    try edit(first) { $0.count += 1 }
    try edit(second) { $0.count += 2 }
    try exchange(first, second)
    try second.container.usePresets([catalog(version: 2, count: 70)])
    try second.container.presets.apply()
    try exchange(second, first)
    #expect(try counts(second) == [73])
    try edit(second) { $0.count += 4 }
    try exchange(second, first)
    #expect(try counts(first) == [77])
    #expect(try counts(second) == [77])
    try edit(first) { $0.count += 1 }
    try exchange(first, second)
    #expect(try counts(first) == [78] && counts(second) == [78])
  }

  @Test("An older catalog changes the start on no device", arguments: [true, false])
  func olderCatalog(isReset: Bool) throws {
    let (first, second) = try presetDevices()
    try second.container.usePresets([catalog(version: 3, count: 70)])
    try exchange(second, first)
    #expect(try counts(first) == [70])
    try edit(first) { $0.count += 1 }
    if isReset {
      try first.container.presets.reset(.presets)
    } else {
      try first.container.usePresets([catalog(version: 2, count: 60)])
    }
    try exchange(first, second)
    let count = isReset ? 70 : 71
    #expect(try counts(first) == [count] && counts(second) == [count])
  }

  @Test("A reset begins again with the catalog's value")
  func reset() throws {
    let (first, second) = try presetDevices()
    try edit(first) { $0.count += 1 }
    try edit(second) { $0.count += 2 }
    try exchange(first, second)
    try first.container.presets.reset(.presets)
    try edit(first) { $0.count += 5 }
    try exchange(first, second)
    #expect(try counts(first) == [55] && counts(second) == [55])
    try edit(second) { $0.count += 1 }
    try exchange(second, first)
    #expect(try counts(first) == [56] && counts(second) == [56])
  }
}

@Model private final class Bottle {
  var name = ""
  @Attribute(.counter) var count = 10

  init(_ name: String, count: Int = 10) {
    self.name = name
    self.count = count
  }
}

@Model private final class Rack {
  #Merge<Rack>(.byRecord)
  var room = ""
  @Attribute(.counter) var jars = 0

  init() {}
}
