import PerennialRecords
import PerennialReplication
import Testing

@testable import PerennialSimulator

/// Labels have unique names. Two devices give one to two labels each.
@Suite("Objects with one unique value")
struct MergedObjectTests {
  private let a = RecordName.object(key: 1)
  private let b = RecordName.object(key: 2)
  private let c = RecordName.object(key: 3)
  private let first = MemoryStore(device: 1)
  private let second = MemoryStore(device: 2)
  private var hub = SimulatedHub()

  private func insert(_ name: RecordName, named text: String, on store: MemoryStore) {
    store.insert(
      name, as: Pantry.label,
      [Pantry.unique: .text(text), Pantry.counter: .integer(Pantry.counterStart)])
  }

  private func count(_ name: RecordName, _ value: Int64, on store: MemoryStore) {
    store.write(.integer(value), to: Pantry.counter, of: name)
  }

  @Test("Another client redirects a record to one of another entity, which keeps its own values")
  mutating func redirectToOtherEntity() throws {
    insert(a, named: "x", on: first)
    first.insert(b, ["rank": .integer(1)])
    try first.push(to: &hub)
    var label = try #require(hub.database.records[a])
    label.state = RecordState()
    label.state.write(.integer(7), to: "rank", at: .at(9000))
    label.state.redirect(to: Redirect(target: b))
    #expect(try hub.push(PushRequest(token: nil, records: [label]), at: 1000).refused.isEmpty)
    for store in [first, second] {
      try store.pull(from: hub)
      #expect(store.value("rank", of: b) == .integer(1))
      #expect(store.disk.rows.keys.sorted() == [b])
    }
  }

  @Test(
    "A conflict of an object that a client has merged into one of another entity changes nothing",
    arguments: [RecordConflict.Choice.mine, .theirs])
  mutating func conflictOfOtherEntity(choice: RecordConflict.Choice) throws {
    insert(a, named: "x", on: first)
    first.insert(b, ["rank": .integer(1)])
    try first.push(to: &hub)
    try second.pull(from: hub)
    first.write(.integer(2), to: "rank", of: a)
    second.wallClock = 5000
    second.write(.integer(3), to: "rank", of: a)
    try first.push(to: &hub)
    try second.pull(from: hub)
    try second.push(to: &hub)
    let conflict = try #require(second.disk.conflicts.first)
    #expect(conflict.name == a)
    var part = Record(a, type: Pantry.label, created: hub.database.records[a]?.created)
    part.state.redirect(to: Redirect(target: b))
    #expect(try hub.push(PushRequest(token: nil, records: [part]), at: 1000).refused.isEmpty)
    try second.pull(from: hub)
    try Replica(second).resolve(conflict, with: choice)
    #expect(second.disk.conflicts.isEmpty)
    #expect(second.value("rank", of: b) == .integer(1))
    #expect(try Replica(second).nextBatch() == nil)
  }

  @Test("What was counted in a merged object counts once, also if the object gets another name")
  mutating func renamedAfterMerge() throws {
    insert(a, named: "x", on: first)
    insert(c, named: "z", on: first)
    try first.pull(from: hub)
    try first.push(to: &hub)
    let third = MemoryStore(device: 3)
    try third.pull(from: hub)
    try second.pull(from: SimulatedHub())
    // Device 3 takes the key before the hub has the label of device 2.
    insert(b, named: "y", on: third)
    second.wallClock = 5000
    insert(b, named: "x", on: second)
    count(b, 8, on: second)
    try second.pull(from: hub)
    #expect(second.value(Pantry.counter, of: a) == .integer(8))
    try third.push(to: &hub)
    try second.push(to: &hub)
    try second.pull(from: hub)
    #expect(second.value(Pantry.counter, of: a) == .integer(8))
    try first.pull(from: hub)
    #expect(first.value(Pantry.counter, of: a) == .integer(8))
    #expect(first.value(Pantry.unique, of: b) == .text("y"))
    #expect(first.disk.rows.count == 3)
  }

  @Test(
    "What was counted in a merged object counts once, also if a restored hub gives its name away")
  mutating func forgottenAfterMerge() throws {
    insert(a, named: "x", on: first)
    try first.pull(from: hub)
    try first.push(to: &hub)
    let backup = hub.database
    try second.pull(from: SimulatedHub())
    second.wallClock = 5000
    insert(b, named: "x", on: second)
    count(b, 8, on: second)
    try second.pull(from: hub)
    try second.push(to: &hub)
    #expect(hub.database.records[b]?.state.redirect?.target == a)
    let third = MemoryStore(device: 3)
    insert(b, named: "y", on: third)
    hub.restore(backup)
    try third.pull(from: hub)
    try third.push(to: &hub)
    try readAgain([second, first], [third])
    for device in [first, second, third] {
      #expect(device.value(Pantry.counter, of: a) == .integer(8))
      #expect(device.value(Pantry.unique, of: b) == .text("y"))
      #expect(device.disk.rows.count == 2)
      #expect(device.disk.tracked.keys.filter { $0.objectKey != nil }.count == 2)
    }
  }

  @Test(
    "A restored hub gives the name of a merged object away before it gets what was counted in it")
  mutating func forgottenBeforeSent() throws {
    let (third, fourth) = (MemoryStore(device: 3), MemoryStore(device: 4))
    second.wallClock = 5000
    insert(b, named: "x", on: second)
    count(b, 8, on: second)
    insert(a, named: "x", on: third)
    try third.pull(from: hub)
    try second.pull(from: hub)
    try second.push(to: &hub)
    try third.push(to: &hub)
    // Both devices merge the objects, and send nothing of it.
    for device in [first, second] { try device.pull(from: hub) }
    hub.restore(SimulatedHub().database)
    insert(b, named: "y", on: fourth)
    try fourth.pull(from: hub)
    try fourth.push(to: &hub)
    try readAgain([first, second, third], [fourth])
    for device in [first, second, third, fourth] {
      #expect(device.value(Pantry.counter, of: a) == .integer(8))
      #expect(device.value(Pantry.unique, of: b) == .text("y"))
      #expect(device.disk.rows.count == 2)
    }
  }

  @Test(
    "Objects that were merged into a merged one follow it when a restored hub gives its name away")
  mutating func forgottenBetween() throws {
    let (third, fourth) = (MemoryStore(device: 3), MemoryStore(device: 4))
    let note = RecordName.object(key: 9)
    second.wallClock = 5000
    third.wallClock = 6000
    insert(b, named: "x", on: second)
    insert(c, named: "x", on: third)
    third.insert(note, ["title": .text("a note"), Pantry.labelReference: .reference(c)])
    for device in [third, second, third] {
      try device.pull(from: hub)
      try device.push(to: &hub)
    }
    #expect(hub.database.records[c]?.state.redirect?.target == b)
    insert(a, named: "x", on: first)
    for device in [first, second, third] {
      try device.pull(from: hub)
      try device.push(to: &hub)
    }
    #expect(hub.database.records[b]?.state.redirect?.target == a)
    hub.restore(SimulatedHub().database)
    insert(b, named: "y", on: fourth)
    try fourth.pull(from: hub)
    try fourth.push(to: &hub)
    try readAgain([third, second, first], [fourth])
    #expect(hub.database.records[c]?.state.redirect?.target == a)
    for device in [first, second, third, fourth] {
      #expect(device.value(Pantry.labelReference, of: note) == .reference(a))
    }
  }

  @Test("A restored hub sends a merged object a page before another one with its target's name")
  mutating func targetForgotten() throws {
    let third = MemoryStore(device: 3)
    first.wallClock = 5000
    insert(a, named: "x", on: first)
    first.write(.integer(7), to: "rank", of: a)
    insert(b, named: "x", on: second)
    try first.pull(from: hub)
    try first.push(to: &hub)
    let backup = hub.database
    try second.pull(from: hub)
    try second.push(to: &hub)
    #expect(hub.database.records[a]?.state.redirect?.target == b)
    hub.restore(backup)
    for key in 10...16 { third.insert(.object(key: Int64(key)), ["title": .text("a note")]) }
    try third.pull(from: hub)
    try third.push(to: &hub)
    third.insert(b, ["title": .text("another note")])
    try third.push(to: &hub)
    let other = hub.database.records[b]
    try Replica(second).beginReading(.offer)
    for _ in 1...2 { try second.pull(from: hub) }
    try second.push(to: &hub)
    // Nothing of the merged object gets into the object with the name of its target.
    #expect(hub.database.records[b] == other)
    let target = try #require(hub.database.records[a]?.state.redirect?.target)
    #expect(target != b)
    #expect(second.value(Pantry.unique, of: target) == .text("x"))
    #expect(second.value("rank", of: target) == .integer(7))
  }

  /// Lets devices know that the hub was restored, and all devices exchange their changes.
  private mutating func readAgain(_ devices: [MemoryStore], _ others: [MemoryStore]) throws {
    for device in devices { try Replica(device).beginReading(.offer) }
    for _ in 1...3 {
      for device in devices + others {
        try device.pull(from: hub)
        try device.push(to: &hub)
      }
    }
  }

  @Test(
    "An object that the hub has merged is gone, also if its target was deleted before it was sent")
  mutating func mergedIntoDeleted() throws {
    try second.pull(from: hub)
    insert(a, named: "x", on: second)
    try first.pull(from: hub)
    first.wallClock = 5000
    insert(b, named: "x", on: first)
    try first.push(to: &hub)
    try second.pull(from: hub)
    #expect(Set(second.disk.rows.keys) == [a])
    second.delete(a)
    try second.push(to: &hub)
    // The hub has the target, so that its key cannot become that of another object.
    #expect(hub.database.records[a]?.state.deletion?.isDeleted == true)
    #expect(second.disk.tracked.values.allSatisfy { !$0.isUnsent })
    try first.pull(from: hub)
    #expect(first.disk.rows.isEmpty)
  }

  @Test("A value that was sent before another one is no value of the creation")
  mutating func renamedAfterSending() throws {
    try second.pull(from: hub)
    insert(b, named: "x", on: second)
    try second.pushOnce(to: &hub, isAnswered: false)
    first.wallClock = 5000
    insert(a, named: "z", on: first)
    try first.pull(from: hub)
    first.write(.text("y"), to: Pantry.unique, of: a)
    try first.push(to: &hub)
    second.wallClock = 9000
    second.write(.text("y"), to: Pantry.unique, of: b)
    try second.pull(from: hub)
    // The earlier of the two renamed labels has the name.
    #expect(second.value(Pantry.unique, of: a) == .text("y"))
    #expect(second.value(Pantry.unique, of: b) == .text("x"))
    try second.push(to: &hub)
    try first.pull(from: hub)
    #expect(first.value(Pantry.unique, of: a) == .text("y"))
    #expect(first.value(Pantry.unique, of: b) == .text("x"))
  }

  @Test("A deleted object has its values if a later object with its name brings it back")
  mutating func restoredByMerge() throws {
    insert(a, named: "x", on: first)
    second.wallClock = 5000
    insert(b, named: "x", on: second)
    try second.pull(from: hub)
    try second.push(to: &hub)
    let third = MemoryStore(device: 3)
    third.wallClock = 9000
    insert(c, named: "x", on: third)
    try first.pull(from: hub)
    #expect(Set(first.disk.rows.keys) == [a])
    first.delete(a)
    try third.pull(from: hub)
    try third.push(to: &hub)
    try first.pull(from: hub)
    try first.push(to: &hub)
    try third.pull(from: hub)
    for store in [first, third] {
      #expect(Set(store.disk.rows.keys) == [a])
      #expect(store.value(Pantry.unique, of: a) == .text("x"))
      #expect(store.value(Pantry.counter, of: a) == .integer(Pantry.counterStart))
    }
  }

  @Test("A change of an object that was merged twice is one of the last target")
  mutating func mergedTwice() throws {
    let device = SimulatedDevice(number: 1, skew: 0)
    let catalog = try #require(
      Pantry.catalogs[3].first { $1.values[Pantry.unique] == .text("label 1") })
    insert(b, named: "label 1", on: second)
    // The object that was created first has the last values.
    second.delete(b)
    second.wallClock = 20_000
    insert(b, named: "label 1", on: second)
    device.store.wallClock = 5000
    insert(c, named: "label 1", on: device.store)
    try device.store.pull(from: hub)
    try device.store.push(to: &hub)
    try second.pull(from: hub)
    #expect(Set(second.disk.rows.keys) == [b])
    device.store.write(.text("label 5"), to: Pantry.unique, of: c)
    try device.store.push(to: &hub)
    launch(device)
    try device.store.push(to: &hub)
    try second.push(to: &hub)
    while device.store.disk.position.token != hub.database.zone.token {
      try device.store.pull(from: hub)
    }
    #expect(device.store.value(Pantry.unique, of: catalog.key) == .text("label 5"))
    #expect(device.store.disk.rows[b] == nil && device.store.disk.rows[c] == nil)
  }

  @Test(
    "A preset gets the changes of objects that others merged into it before a catalog inserted it")
  mutating func mergedBefore() throws {
    let preset = try #require(
      Pantry.catalogs[3].first { $1.values[Pantry.unique] == .text("label 1") }?.key)
    insert(b, named: "label 1", on: first)
    first.write(.integer(2000), to: "rank", of: b)
    try first.pull(from: hub)
    try first.push(to: &hub)
    let (third, late) = (SimulatedDevice(number: 3, skew: 0), SimulatedDevice(number: 4, skew: 0))
    launch(third)
    try third.store.pull(from: hub)
    // The merge reaches the hub, and the changes of the preset do not.
    let batch = try #require(try Replica(third.store).nextBatch(limit: 1))
    #expect(batch.request.records.map(\.name) == [b])
    _ = try hub.push(batch.request, at: 1000)
    try late.store.pull(from: hub)
    #expect(late.store.disk.rows.isEmpty)
    launch(late)
    while try Replica(late.store).readHistory() {}
    #expect(late.store.value("rank", of: preset) == .integer(2000))
  }

  private func launch(_ device: SimulatedDevice) {
    var acting = Acting(
      device: device, time: 9000, unique: 2000, random: SplitMix64(seed: 1), deleted: [:])
    _ = acting.launch(version: 3)
  }

  @Test("A value is free if the hub has forgotten the deletion of the object that had it")
  mutating func freedBySweep() throws {
    insert(a, named: "x", on: first)
    insert(b, named: "y", on: first)
    try first.pull(from: hub)
    try first.push(to: &hub)
    try second.pull(from: hub)
    first.write(.text("z"), to: Pantry.unique, of: a)
    try first.push(to: &hub)
    second.wallClock = 5000
    second.write(.text("z"), to: Pantry.unique, of: b)
    try second.push(to: &hub)
    try second.pull(from: hub)
    #expect(second.value(Pantry.unique, of: b) == .text("y"))
    first.delete(a)
    try first.push(to: &hub)
    hub.forgetDeletions()
    try Replica(second).beginReading(.sweep)
    try second.pull(from: hub)
    #expect(second.disk.rows[a] == nil)
    #expect(second.value(Pantry.unique, of: b) == .text("z"))
  }
}
