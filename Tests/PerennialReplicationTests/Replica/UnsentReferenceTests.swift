import PerennialRecords
import PerennialReplication
import Testing

@testable import PerennialSimulator

/// A device has written references, and another one deletes their target before they are sent.
@Suite("Unsent references to deleted objects")
struct UnsentReferenceTests {
  private let note = RecordName.object(key: 1)
  private let former = RecordName.object(key: 2)
  private let tag = RecordName.object(key: 3)
  private let first = MemoryStore(device: 1)
  private let second = MemoryStore(device: 2)
  private var hub = SimulatedHub()

  init() throws {
    first.insert(former, as: Pantry.tag, ["title": .integer(2000)])
    first.insert(tag, as: Pantry.tag, ["title": .integer(2001)])
    first.insert(note, [Pantry.reference: .reference(former)])
    try first.pull(from: hub)
    try first.push(to: &hub)
    try second.pull(from: hub)
    second.wallClock = 5000
    second.write(.reference(tag), to: Pantry.reference, of: note)
    second.link(tag, to: note)
    first.delete(tag)
    try first.push(to: &hub)
    try second.pull(from: hub)
  }

  @Test("A row shows no value in place of an unsent reference to a deleted object")
  func deleted() {
    #expect(second.value(Pantry.reference, of: note) == .null)
    #expect(second.disk.rows[note]?.content.links[Pantry.links] == [])
  }

  @Test("An unsent reference to a deleted object is sent, and shows when the object comes back")
  mutating func restored() throws {
    try second.push(to: &hub)
    first.wallClock = 9000
    first.insert(tag, as: Pantry.tag, ["title": .integer(2001)])
    try first.push(to: &hub)
    try first.pull(from: hub)
    try second.pull(from: hub)
    for store in [first, second] {
      #expect(store.value(Pantry.reference, of: note) == .reference(tag))
      #expect(store.disk.rows[note]?.content.links[Pantry.links] == [tag])
    }
  }

  @Test("A reference that the user writes after the deletion replaces the unsent one")
  mutating func replaced() throws {
    second.write(.reference(former), to: Pantry.reference, of: note)
    try second.push(to: &hub)
    first.insert(tag, as: Pantry.tag, ["title": .integer(2001)])
    try first.push(to: &hub)
    try first.pull(from: hub)
    try second.pull(from: hub)
    for store in [first, second] {
      #expect(store.value(Pantry.reference, of: note) == .reference(former))
    }
  }
}
