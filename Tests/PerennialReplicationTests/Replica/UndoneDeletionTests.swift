import PerennialRecords
import PerennialReplication
import Testing

@testable import PerennialSimulator

/// A device undoes the deletion of an object, or a catalog's retirement of a preset.
@Suite("Objects and presets that come back")
struct UndoneDeletionTests {
  private let note = RecordName.object(key: 1)
  private let tag = RecordName.object(key: 2)
  private let first = MemoryStore(device: 1)
  private let second = MemoryStore(device: 2)
  private var hub = SimulatedHub()

  /// Gives both devices a note.
  private mutating func begin() throws {
    try first.pull(from: hub)
    first.insert(
      note, ["title": .integer(1), Pantry.counter: .integer(Pantry.counterStart)])
    try first.push(to: &hub)
    try second.pull(from: hub)
  }

  private func write(_ title: Int64, on store: MemoryStore) {
    store.write(.integer(title), to: "title", of: note)
  }

  @Test("A device that has deleted an object sends no values of the restored one as its own")
  mutating func restoredByOther() throws {
    try begin()
    write(2, on: second)
    // The request is lost.
    _ = try Replica(second).nextBatch()
    second.delete(note)
    first.wallClock = 5000
    first.delete(note)
    try first.push(to: &hub)
    first.insert(note, ["title": .integer(1), Pantry.counter: .integer(Pantry.counterStart)])
    try first.push(to: &hub)
    try second.pull(from: hub)
    #expect(second.value("title", of: note) == .integer(1))
    let known = hub.database.records[note]?.state.edits
    try second.push(to: &hub)
    #expect(hub.database.records[note]?.state.edits == known)
  }

  @Test("An object whose deletion is undone has no row if it was merged into another one meanwhile")
  mutating func mergedMeanwhile() throws {
    let other = RecordName.object(key: 3)
    try begin()
    first.insert(other, ["title": .integer(7)])
    try first.push(to: &hub)
    second.delete(note)
    try second.push(to: &hub)
    var part = Record(note, type: Pantry.note, created: hub.database.records[note]?.created)
    part.state.redirect(to: Redirect(target: other))
    #expect(try hub.push(PushRequest(token: nil, records: [part]), at: 1000).refused.isEmpty)
    try second.pull(from: hub)
    second.wallClock = 9000
    second.insert(note, ["title": .integer(1), Pantry.counter: .integer(Pantry.counterStart)])
    while try Replica(second).readHistory() {}
    #expect(second.disk.rows.keys.sorted() == [other])
    try second.push(to: &hub)
    try first.pull(from: hub)
    for store in [first, second] {
      #expect(store.disk.rows.keys.sorted() == [other])
      #expect(store.value("title", of: other) == .integer(7))
    }
  }

  /// The state of the note on the hub when the second device writes, and after that: the answer to its insertion can be
  /// lost, the deletion can be sent.
  enum Sent: CaseIterable { case acknowledged, unanswered, deleted }

  @Test(
    "An unsent value that an undo brings back was written before the deletion",
    arguments: Sent.allCases, [true, false])
  mutating func unsentValue(sent: Sent, isEarlier: Bool) throws {
    try second.pull(from: hub)
    second.insert(note, ["title": .integer(1), Pantry.counter: .integer(Pantry.counterStart)])
    try second.pushOnce(to: &hub, isAnswered: sent != .unanswered)
    try first.pull(from: hub)
    (first.wallClock, second.wallClock) = (isEarlier ? 9000 : 8000, isEarlier ? 8000 : 9000)
    write(2, on: second)
    write(3, on: first)
    second.wallClock = 10_000
    second.delete(note)
    if sent == .deleted { try second.push(to: &hub) }
    try first.push(to: &hub)
    try second.pull(from: hub)
    #expect(second.disk.rows.isEmpty)
    second.wallClock = 11_000
    second.insert(note, ["title": .integer(2), Pantry.counter: .integer(Pantry.counterStart)])
    try second.pull(from: hub)
    #expect(second.value("title", of: note) == .integer(isEarlier ? 3 : 2))
    let edits = second.disk.conflicts.filter {
      if case .field = $0.kind { true } else { false }
    }
    #expect(edits.count == (isEarlier ? 1 : 0))
    try second.push(to: &hub)
    try first.pull(from: hub)
    #expect(first.value("title", of: note) == .integer(isEarlier ? 3 : 2))
    let cell = try #require(hub.database.records[note]?.state.edits["title"])
    #expect(cell.stamp.time.milliseconds == 9000)
    #expect(second.disk.edits.isEmpty)
    #expect(second.disk.tracked[note]?.unsentAtDeletion == [:])
  }

  @Test("What others count in a deleted object is not taken back when the deletion is undone")
  mutating func countedMeanwhile() throws {
    try begin()
    second.delete(note)
    first.write(.integer(Pantry.counterStart + 3), to: Pantry.counter, of: note)
    try first.push(to: &hub)
    try second.pull(from: hub)
    #expect(second.disk.rows.isEmpty)
    second.insert(note, ["title": .integer(1), Pantry.counter: .integer(Pantry.counterStart)])
    try second.push(to: &hub)
    try first.pull(from: hub)
    for store in [first, second] {
      #expect(store.value(Pantry.counter, of: note) == .integer(Pantry.counterStart + 3))
    }
  }

  @Test("A reference is shown if its target is deleted and comes back while the reference is sent")
  mutating func returnedTarget() throws {
    try first.pull(from: hub)
    first.insert(tag, as: Pantry.tag, ["title": .integer(1)])
    try first.push(to: &hub)
    first.insert(
      note, [Pantry.reference: .reference(tag)], links: [Pantry.links: [tag]])
    let batch = try #require(try Replica(first).nextBatch())
    let reply = try hub.push(batch.request, at: 1000)
    first.delete(tag)
    #expect(first.value(Pantry.reference, of: note) == .null)
    first.insert(tag, as: Pantry.tag, ["title": .integer(1)])
    try Replica(first).acknowledge(batch, reply)
    #expect(first.value(Pantry.reference, of: note) == .reference(tag))
    #expect(first.disk.rows[note]?.content.links == [Pantry.links: [tag]])
  }

  @Test(
    "A link comes back with its target, also in an object that has come back before",
    arguments: [true, false])
  mutating func linkOfReturned(isReadBetween: Bool) throws {
    try first.pull(from: hub)
    first.insert(tag, as: Pantry.tag, ["title": .integer(1)])
    first.insert(note, ["title": .integer(1)], links: [Pantry.links: [tag]])
    try first.push(to: &hub)
    first.delete(note)
    first.insert(note, ["title": .integer(1)], links: [Pantry.links: [tag]])
    if isReadBetween { try first.pull(from: hub) }
    first.delete(tag)
    #expect(first.disk.rows[note]?.content.links == [Pantry.links: []])
    first.insert(tag, as: Pantry.tag, ["title": .integer(1)])
    try first.pull(from: hub)
    #expect(first.disk.rows[note]?.content.links == [Pantry.links: [tag]])
    try first.push(to: &hub)
    try second.pull(from: hub)
    #expect(second.disk.rows[note]?.content.links == [Pantry.links: [tag]])
  }

  @Test("A link that was removed before a deletion does not come back with the object")
  mutating func removedBefore() throws {
    try first.pull(from: hub)
    first.insert(tag, as: Pantry.tag, ["title": .integer(1)])
    first.insert(note, ["title": .integer(1)], links: [Pantry.links: [tag]])
    try first.push(to: &hub)
    first.unlink(tag, from: note)
    first.delete(note)
    first.insert(note, ["title": .integer(1)], links: [Pantry.links: []])
    try first.push(to: &hub)
    try second.pull(from: hub)
    #expect(second.disk.rows[note]?.content.links == [Pantry.links: []])
  }

  @Test("A link that was removed does not return if the answer to its insertion is lost")
  mutating func removedLink() throws {
    try first.pull(from: hub)
    first.insert(tag, as: Pantry.tag, ["title": .integer(1)])
    try first.push(to: &hub)
    first.insert(note, ["title": .integer(1)], links: [Pantry.links: [tag]])
    try first.pushOnce(to: &hub, isAnswered: false)
    first.delete(note)
    first.insert(note, ["title": .integer(1)], links: [Pantry.links: []])
    try first.pull(from: hub)
    #expect(first.disk.rows[note]?.content.links == [Pantry.links: []])
    try first.push(to: &hub)
    try second.pull(from: hub)
    #expect(second.disk.rows[note]?.content.links == [Pantry.links: []])
  }

  /// Gives both devices a note and a tag.
  private mutating func beginWithTag(links: Set<RecordName>) throws {
    try first.pull(from: hub)
    first.insert(tag, as: Pantry.tag, ["title": .integer(1)])
    first.insert(note, ["title": .integer(1)], links: [Pantry.links: links])
    try first.push(to: &hub)
    try second.pull(from: hub)
  }

  @Test("A link that another device adds meanwhile is no addition by this one")
  mutating func otherLink() throws {
    try beginWithTag(links: [])
    second.delete(note)
    second.insert(note, ["title": .integer(1)], links: [Pantry.links: []])
    first.link(tag, to: note)
    try first.push(to: &hub)
    try second.pull(from: hub)
    try second.push(to: &hub)
    let edit = hub.database.records[note]?.state.links[Pantry.links]?.edits[tag]
    #expect(edit?.additions.keys.sorted() == [first.disk.device])
    #expect(second.disk.rows[note]?.content.links == [Pantry.links: [tag]])
  }

  @Test("A link that comes back with its object stays, although another device has removed it")
  mutating func returnedLink() throws {
    try beginWithTag(links: [tag])
    second.delete(note)
    second.insert(note, ["title": .integer(1)], links: [Pantry.links: [tag]])
    first.unlink(tag, from: note)
    try first.push(to: &hub)
    try second.push(to: &hub)
    for store in [first, second] {
      try store.pull(from: hub)
      #expect(store.disk.rows[note]?.content.links == [Pantry.links: [tag]])
    }
  }

  @Test("A link that was removed does not return if its target is deleted and comes back")
  mutating func removedLinkToReturned() throws {
    try first.pull(from: hub)
    first.insert(tag, as: Pantry.tag, ["title": .integer(1)])
    first.insert(note, ["title": .integer(1)], links: [Pantry.links: [tag]])
    try first.push(to: &hub)
    try second.pull(from: hub)
    second.unlink(tag, from: note)
    second.delete(note)
    second.insert(note, ["title": .integer(1)], links: [Pantry.links: []])
    second.delete(tag)
    try second.push(to: &hub)
    second.insert(tag, as: Pantry.tag, ["title": .integer(1)])
    try second.push(to: &hub)
    try first.pull(from: hub)
    for store in [first, second] {
      #expect(store.disk.rows[note]?.content.links == [Pantry.links: []])
    }
  }

  @Test("A restored preset has the values of its catalog, and gets those of the next one")
  mutating func restoredPreset() throws {
    let device = SimulatedDevice(number: 1, skew: 0)
    func act(_ body: (inout Acting) -> LocalTransaction?) {
      var acting = Acting(
        device: device, time: 5000, unique: 2000, random: SplitMix64(seed: 1), deleted: [:])
      _ = body(&acting)
    }
    act { $0.launch(version: 1) }
    let (store, name) = (device.store, try #require(Pantry.catalogs[1].keys.min()))
    let titles = Pantry.catalogs.map { $0[name]?.values["title"] }
    try store.pull(from: hub)
    store.write(.integer(2001), to: "title", of: name)
    try store.push(to: &hub)
    store.delete(name)
    act { $0.perform(.restorePreset) }
    try store.push(to: &hub)
    try second.pull(from: hub)
    #expect(second.value("title", of: name) == titles[1])
    act { $0.launch(version: 2) }
    try store.push(to: &hub)
    try second.pull(from: hub)
    for store in [store, second] { #expect(store.value("title", of: name) == titles[2]) }
  }

  @Test("A device sends no values of others as its own in a preset that its catalog had retired")
  mutating func returnedPreset() throws {
    let retired = try #require(
      Pantry.catalogs[1].keys.first { Pantry.catalogs[3][$0] == nil })
    let devices = [1, 2].map { SimulatedDevice(number: $0, skew: 0) }
    let stores = devices.map { $0.store }
    func act(_ body: (inout Acting) -> LocalTransaction?) {
      var acting = Acting(
        device: devices[0], time: 5000, unique: 2000, random: SplitMix64(seed: 1), deleted: [:])
      _ = body(&acting)
    }
    act { $0.launch(version: 1) }
    for store in stores {
      try store.pull(from: hub)
      try store.push(to: &hub)
    }
    // The catalog has no value for the field, so a reset does not concern it.
    stores[1].write(.text("theirs"), to: "memo", of: retired)
    try stores[1].push(to: &hub)
    stores[0].wallClock = 9000
    stores[0].write(.text("mine"), to: "memo", of: retired)
    _ = try Replica(stores[0]).nextBatch()
    act { $0.launch(version: 3) }
    act { $0.perform(.resetAll) }
    #expect(stores[0].disk.rows[retired] == nil)
    try stores[0].pull(from: hub)
    try stores[0].push(to: &hub)
    let memo = hub.database.records[retired]?.state.edits["memo"]
    #expect(memo?.value == .text("theirs"))
    #expect(memo?.stamp.device == stores[1].disk.device)
  }
}
