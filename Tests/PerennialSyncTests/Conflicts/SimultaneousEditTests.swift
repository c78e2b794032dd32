import Foundation
import PerennialRecords
import PerennialReplication
import PerennialSync
import SwiftData
import Testing

/// After an outage of the hub all devices of a user send at once: none has received what the others have written.
@Suite("40/5: Devices that send at once")
struct SimultaneousEditTests {
  let hub = MemoryHub()

  /// A change of the recipe by a user.
  enum Change: CaseIterable {
    case minutes, note, deletion

    func make(on device: Device, _ value: Int) throws {
      let recipe = try #require(try device.all(Recipe.self).first)
      switch self {
      case .minutes: recipe.minutes = value
      case .note: recipe.note = "\(value)"
      case .deletion: device.context.delete(recipe)
      }
      try device.context.save()
      Thread.sleep(forTimeInterval: 0.003)
    }

    /// Returns `true` if the two changes contest each other.
    func isContested(by other: Change) -> Bool {
      self == other ? self != .deletion : self == .deletion || other == .deletion
    }
  }

  private func devices(_ count: Int = 2) throws -> [Device] {
    let devices = try (1...count).map { _ in try Device() }
    devices[0].context.insert(Recipe("Pasta", minutes: 10))
    try devices[0].context.save()
    for device in devices { try device.sync(with: hub) }
    return devices
  }

  /// The acts of two devices; which one acts first, and which one the hub hears first.
  struct Case: CustomStringConvertible {
    let (first, second): (Change, Change)
    let secondIsLater: Bool

    var description: String { "\(first), then \(second), \(secondIsLater ? "later" : "earlier")" }

    static let all = Change.allCases.flatMap { first in
      Change.allCases.flatMap { second in
        [true, false].map { Case(first: first, second: second, secondIsLater: $0) }
      }
    }
  }

  @Test(
    "The device that the hub hears second notes the conflict, whoever has won", arguments: Case.all)
  func pairs(_ example: Case) throws {
    let devices = try devices()
    if example.secondIsLater {
      try example.first.make(on: devices[0], 20)
      try example.second.make(on: devices[1], 30)
    } else {
      try example.second.make(on: devices[1], 30)
      try example.first.make(on: devices[0], 20)
    }
    for device in devices { try device.push(to: hub) }
    for _ in 1...2 {
      for device in devices { try device.sync(with: hub) }
    }
    #expect(try devices[0].dump() == devices[1].dump())
    let expected = example.first.isContested(by: example.second) ? 1 : 0
    #expect(try devices[0].storage.conflicts().isEmpty)
    let conflicts = try devices[1].storage.conflicts()
    #expect(conflicts.count == expected)
    switch (example.first, example.second, conflicts.first?.kind) {
    case (.deletion, .minutes, .deletedByOther(let mine, _)?):
      #expect(mine == ["minutes": .integer(30)])
    case (.deletion, .note, .deletedByOther(let mine, _)?): #expect(mine == ["note": .text("30")])
    case (.minutes, .deletion, .deletedHere(let theirs, _)?):
      #expect(theirs == ["minutes": .integer(20)])
    case (.note, .deletion, .deletedHere(let theirs, _)?): #expect(theirs == ["note": .text("20")])
    case (.minutes, .minutes, .edits("minutes", let base, let mine, let theirs)?):
      #expect(base == .integer(10) && mine.value == .integer(30) && theirs.value == .integer(20))
    case (.note, .note, .edits("note", _, let mine, let theirs)?):
      #expect(mine.value == .text("30") && theirs.value == .text("20"))
    default: #expect(expected == 0, "\(conflicts)")
    }
  }

  @Test(
    "A lost answer, a repeated push and a complete reading lose no conflict, and note none twice",
    arguments: [true, false])
  func failures(secondIsLater: Bool) throws {
    let devices = try devices()
    for device in secondIsLater ? devices : devices.reversed() {
      try Change.minutes.make(on: device, device === devices[0] ? 20 : 30)
    }
    try devices[0].push(to: hub)
    // The hub takes the push twice, and no answer arrives.
    let batch = try #require(try devices[1].storage.transaction { try $0.nextBatch() })
    for _ in 1...2 { _ = try hub.push(batch.request) }
    try devices[1].pull(from: hub)
    #expect(try devices[1].storage.conflicts().count == 1)
    for _ in 1...2 {
      for device in devices { try device.sync(with: hub) }
    }
    // Another record of the object arrives, which still has what the push met.
    try Change.note.make(on: devices[0], 40)
    try Change.minutes.make(on: devices[1], 50)
    try devices[0].sync(with: hub)
    try devices[1].sync(with: hub)
    #expect(try devices[1].storage.conflicts().count == 1)
    for device in devices {
      try device.storage.transaction { try $0.beginReading(.sweep) }
      try device.sync(with: hub)
    }
    #expect(try devices[0].storage.conflicts().isEmpty)
    #expect(try devices[1].storage.conflicts().count == 1)
  }

  @Test("A write that knows of the other one is no conflict, whenever the pages arrive")
  func knownWrites() throws {
    let devices = try devices()
    try Change.minutes.make(on: devices[0], 20)
    try devices[0].push(to: hub)
    try devices[1].pull(from: hub)
    try Change.minutes.make(on: devices[1], 30)
    try devices[1].push(to: hub)
    for _ in 1...2 {
      for device in devices { try device.sync(with: hub) }
    }
    try Change.minutes.make(on: devices[1], 35)
    try devices[1].push(to: hub)
    try devices[0].pull(from: hub)
    try Change.deletion.make(on: devices[0], 0)
    try devices[0].push(to: hub)
    for _ in 1...2 {
      for device in devices { try device.sync(with: hub) }
    }
    for device in devices { #expect(try device.storage.conflicts().isEmpty) }
  }

  @Test("Equal values are no conflict")
  func equalValues() throws {
    let devices = try devices()
    for device in devices { try Change.minutes.make(on: device, 20) }
    for device in devices { try device.push(to: hub) }
    for device in devices { try device.sync(with: hub) }
    for device in devices { #expect(try device.storage.conflicts().isEmpty) }
  }

  @Test("Of three devices, the second and the third note one conflict each")
  func threeDevices() throws {
    let devices = try devices(3)
    for (number, device) in devices.enumerated() {
      try Change.minutes.make(on: device, 20 + number)
    }
    for device in devices { try device.push(to: hub) }
    for _ in 1...2 {
      for device in devices { try device.sync(with: hub) }
    }
    #expect(try devices.map { try $0.storage.conflicts().count } == [0, 1, 1])
    let shown = try devices.map { try $0.dump() }
    #expect(Set(shown).count == 1)
  }

  @Test("A conflict that was decided is not noted again")
  func decision() throws {
    let devices = try devices()
    for device in devices { try Change.minutes.make(on: device, device === devices[0] ? 20 : 30) }
    for device in devices { try device.push(to: hub) }
    for device in devices { try device.sync(with: hub) }
    let conflict = try #require(try devices[1].storage.conflicts().first)
    try devices[1].storage.resolve(conflict.id, keeping: .theirs)
    for _ in 1...2 {
      for device in devices.reversed() { try device.sync(with: hub) }
    }
    for device in devices {
      #expect(try device.all(Recipe.self).map(\.minutes) == [20])
      #expect(try device.storage.conflicts().isEmpty)
    }
  }

  @Test("A write that has met no other one costs no byte of a record, and no request")
  func cost() throws {
    let devices = try devices()
    try Change.minutes.make(on: devices[0], 20)
    try devices[0].sync(with: hub)
    try devices[1].sync(with: hub)
    try Change.note.make(on: devices[1], 30)
    try devices[1].sync(with: hub)
    let contested = hub.records.values.filter { !$0.contested.isEmpty }
    #expect(contested.isEmpty)
  }
}
