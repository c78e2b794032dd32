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

/// A device has written references, and their target is merged into another record before they are sent.
@Suite("Unsent references to merged objects")
struct UnsentReferenceToMergedTests {
  private let note = RecordName.object(key: 1)
  private let tag = RecordName.object(key: 3)
  private let other = RecordName.object(key: 4)
  private let first = MemoryStore(device: 1)
  private let second = MemoryStore(device: 2)
  private var hub = SimulatedHub()

  init() throws {
    first.insert(tag, as: Pantry.tag, ["title": .integer(2001)])
    try first.push(to: &hub)
    try second.pull(from: hub)
    second.wallClock = 5000
    second.insert(note, [Pantry.reference: .reference(tag)], links: [Pantry.links: [tag]])
  }

  /// A client merges the tag into a record of the hub.
  private mutating func merge(version: Int = 0, into target: RecordName) throws {
    var part = try #require(hub.database.records[tag])
    part.state = RecordState()
    part.state.redirect(to: Redirect(version: version, target: target))
    #expect(try hub.push(PushRequest(token: nil, records: [part]), at: 1000).refused.isEmpty)
  }

  private func expectShown(_ target: RecordName) {
    for store in [first, second] {
      #expect(store.value(Pantry.reference, of: note) == .reference(target))
      #expect(store.disk.rows[note]?.content.links[Pantry.links] == [target])
    }
  }

  @Test("Unsent references follow an object that another device has merged: one unique value")
  mutating func uniqueValue() throws {
    let (label, earlier) = (RecordName.object(key: 5), RecordName.object(key: 6))
    let third = MemoryStore(device: 3)
    third.wallClock = 1000
    third.insert(earlier, as: Pantry.label, [Pantry.unique: .text("x"), "rank": .integer(2)])
    first.wallClock = 2000
    first.insert(label, as: Pantry.label, [Pantry.unique: .text("x"), "rank": .integer(1)])
    try first.push(to: &hub)
    try second.pull(from: hub)
    second.write(.reference(label), to: Pantry.labelReference, of: note)
    try third.pull(from: hub)
    try third.push(to: &hub)
    try second.pull(from: hub)
    try second.push(to: &hub)
    for store in [first, second, third] {
      try store.pull(from: hub)
      #expect(store.disk.rows[label] == nil)
      #expect(store.value(Pantry.labelReference, of: note) == .reference(earlier))
    }
  }

  @Test("Unsent references follow an object that a client has merged", arguments: [true, false])
  mutating func samePage(isInserted: Bool) throws {
    if !isInserted {
      try second.push(to: &hub)
      second.write(.null, to: Pantry.reference, of: note)
      second.unlink(tag, from: note)
      try second.push(to: &hub)
      second.write(.reference(tag), to: Pantry.reference, of: note)
      second.link(tag, to: note)
    }
    first.insert(other, as: Pantry.tag, ["title": .integer(2002)])
    try first.push(to: &hub)
    try merge(into: other)
    try second.pull(from: hub)
    try second.push(to: &hub)
    for store in [first, second] { try store.pull(from: hub) }
    expectShown(other)
  }

  @Test("Unsent references follow a merged object also to a record of a later page")
  mutating func laterPage() throws {
    first.insert(other, as: Pantry.tag, ["title": .integer(2002)])
    try first.push(to: &hub)
    try merge(into: other)
    for key in 10..<17 { first.insert(.object(key: Int64(key)), ["title": .integer(1)]) }
    try first.push(to: &hub)
    first.write(.integer(2003), to: "title", of: other)
    try first.push(to: &hub)
    try second.pull(from: hub)
    #expect(second.value(Pantry.reference, of: note) == .null)
    try second.pull(from: hub)
    #expect(second.value(Pantry.reference, of: note) == .reference(other))
    try second.push(to: &hub)
    for _ in 1...2 { try first.pull(from: hub) }
    expectShown(other)
  }

  @Test("Unsent references to an object that was merged into one of another entity are sent")
  mutating func otherEntity() throws {
    let label = RecordName.object(key: 5)
    first.insert(label, as: Pantry.label, [Pantry.unique: .text("x")])
    first.insert(other, as: Pantry.tag, ["title": .integer(2002)])
    try first.push(to: &hub)
    try merge(into: label)
    try second.pull(from: hub)
    #expect(second.value(Pantry.reference, of: note) == .null)
    try second.push(to: &hub)
    try first.pull(from: hub)
    #expect(first.value(Pantry.reference, of: note) == .null)
    try merge(version: 1, into: other)
    for store in [first, second] { try store.pull(from: hub) }
    expectShown(other)
  }
}
