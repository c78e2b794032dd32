import PerennialRecords
import PerennialReplication
import Testing

@testable import PerennialSimulator

/// A device removes a reference. Before the removal is sent, the target of the reference goes too, so that the row shows
/// no value with the removal and without it.
@Suite("Removed references to objects that are deleted later")
struct RemovedReferenceTests {
  private let note = RecordName.object(key: 1)
  private let tag = RecordName.object(key: 2)
  private let other = RecordName.object(key: 3)
  private let first = MemoryStore(device: 1)
  private let second = MemoryStore(device: 2)
  private var hub = SimulatedHub()

  init() throws {
    first.insert(tag, as: Pantry.tag, ["title": .integer(2000)])
    first.insert(other, as: Pantry.tag, ["title": .integer(2001)])
    first.insert(note, [Pantry.reference: .reference(tag)])
    try first.pull(from: hub)
    try first.push(to: &hub)
    try second.pull(from: hub)
    second.wallClock = 5000
  }

  private mutating func exchange() throws {
    for device in [second, first, second] {
      try device.pull(from: hub)
      try device.push(to: &hub)
    }
  }

  @Test("The reference does not come back with its target")
  mutating func removed() throws {
    second.write(.null, to: Pantry.reference, of: note)
    first.delete(tag)
    try first.push(to: &hub)
    try second.pull(from: hub)
    first.wallClock = 9000
    first.insert(tag, as: Pantry.tag, ["title": .integer(2000)])
    try first.push(to: &hub)
    try exchange()
    for device in [first, second] { #expect(device.value(Pantry.reference, of: note) == .null) }
    #expect(second.disk.tracked.values.allSatisfy { !$0.isUnsent })
  }

  @Test("The removal replaces an earlier reference of another device to an object that is not here")
  mutating func replacesEarlier() throws {
    first.wallClock = 4000
    first.write(.reference(other), to: Pantry.reference, of: note)
    try first.push(to: &hub)
    second.delete(other)
    second.write(.null, to: Pantry.reference, of: note)
    try exchange()
    for device in [first, second] { #expect(device.value(Pantry.reference, of: note) == .null) }
    #expect(hub.database.records[note]?.state.edits[Pantry.reference]?.value == .null)
  }

  @Test("A reference that is written after the removal replaces it", arguments: [true, false])
  mutating func replaced(isSame: Bool) throws {
    second.write(.null, to: Pantry.reference, of: note)
    try second.pull(from: hub)
    let target = isSame ? tag : other
    second.write(.reference(target), to: Pantry.reference, of: note)
    try exchange()
    for device in [first, second] {
      #expect(device.value(Pantry.reference, of: note) == .reference(target))
    }
  }

  @Test("A value that a row does not show is not removed by a save of all its fields")
  mutating func saved() throws {
    first.delete(tag)
    try first.push(to: &hub)
    try second.pull(from: hub)
    second.write(.null, to: Pantry.reference, of: note)
    first.wallClock = 9000
    first.insert(tag, as: Pantry.tag, ["title": .integer(2000)])
    try first.push(to: &hub)
    try exchange()
    for device in [first, second] {
      #expect(device.value(Pantry.reference, of: note) == .reference(tag))
    }
  }
}
