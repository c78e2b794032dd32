import PerennialRecords
import PerennialReplication
import Testing

@testable import PerennialSimulator

/// A write is in a request without an answer, and its row loses it before the record arrives with what the write has met.
@Suite("40/5: What a write without an answer has met is noted once, whatever becomes of the row")
struct UnansweredWriteTests {
  private let label = RecordName.object(key: 1)
  private let other = RecordName.object(key: 2)
  private let first = MemoryStore(device: 1)
  private let second = MemoryStore(device: 2)
  private let third = MemoryStore(device: 3)
  private var hub = SimulatedHub()

  private mutating func begin() throws {
    first.wallClock = 1000
    first.insert(label, as: Pantry.label, [Pantry.unique: .text("x"), "rank": .integer(1)])
    try first.push(to: &hub)
    try second.pull(from: hub)
  }

  /// The first device writes a field, and then the second one.
  ///
  /// - Parameter isAnswered: `true` if the request of the second device gets an answer.
  private mutating func meet(
    _ field: String, first value: RecordValue, second own: RecordValue, isAnswered: Bool = false
  ) throws {
    try writeByFirst(value, to: field)
    try writeBySecond(own, to: field, isAnswered: isAnswered)
  }

  private mutating func writeByFirst(_ value: RecordValue, to field: String) throws {
    first.wallClock = 2000
    first.write(value, to: field, of: label)
    try first.push(to: &hub)
  }

  private mutating func writeBySecond(
    _ value: RecordValue, to field: String, isAnswered: Bool = false
  ) throws {
    second.wallClock = 3000
    second.write(value, to: field, of: label)
    try second.pushOnce(to: &hub, isAnswered: isAnswered)
  }

  /// Changes so many other records that they fill a page.
  private mutating func fillPage() throws {
    for key in 10..<17 { first.insert(.object(key: Int64(key)), ["title": .integer(1)]) }
    try first.push(to: &hub)
  }

  private func readAll() throws { for _ in 1...4 { try second.pull(from: hub) } }

  private var noted: [String] {
    second.disk.noted.compactMap { conflict in
      guard case .field(let field, _, let mine, let theirs) = conflict.kind else { return nil }
      return "\(field) \(mine.value) \(theirs.value)"
    }
  }

  private func conflict(
    _ field: String, _ mine: RecordValue, _ theirs: RecordValue
  ) -> String { "\(field) \(mine) \(theirs)" }

  // MARK: The value

  @Test("Another object has the unique value, and the row shows the former one")
  mutating func displacedValue() throws {
    try begin()
    third.wallClock = 1500
    third.insert(other, as: Pantry.label, [Pantry.unique: .text("y"), "rank": .integer(1)])
    try third.push(to: &hub)
    try fillPage()
    try meet(Pantry.unique, first: .text("z"), second: .text("y"))
    try second.pull(from: hub)
    #expect(second.value(Pantry.unique, of: label) == .text("x"))
    try readAll()
    #expect(noted == [conflict(Pantry.unique, .text("y"), .text("z"))])
  }

  /// Another device merges an object into the label, with a later rank, a page before the record of the label.
  private mutating func mergeLater() throws {
    third.wallClock = 5000
    third.insert(other, as: Pantry.label, [Pantry.unique: .text("x"), "rank": .integer(2)])
    try third.pull(from: hub)
    try third.push(to: &hub)
    try fillPage()
    second.wallClock = 3000
  }

  @Test("A decision of a conflict is replaced by a merged object")
  mutating func replacedDecision() throws {
    try begin()
    try mergeLater()
    let write = RecordConflict.Write(value: .integer(3), stamp: .at(2000))
    let decided = RecordConflict(
      name: label, type: Pantry.label, kind: .field("rank", base: nil, mine: write, theirs: write))
    try Replica(second).resolve(decided, with: .theirs)
    try second.pushOnce(to: &hub, isAnswered: false)
    try second.pull(from: hub)
    #expect(second.value("rank", of: label) == .integer(2))
    try readAll()
    #expect(noted == [conflict("rank", .integer(3), .integer(2))])
    #expect(second.disk.pushed[label]?.unanswered == nil)
  }

  @Test("A write before it was acknowledged: both have replaced one value")
  mutating func writtenTwice() throws {
    try begin()
    try mergeLater()
    second.write(.integer(3), to: "rank", of: label)
    try second.push(to: &hub)
    second.write(.integer(4), to: "rank", of: label)
    try second.pushOnce(to: &hub, isAnswered: false)
    try second.pull(from: hub)
    #expect(second.value("rank", of: label) == .integer(2))
    try readAll()
    #expect(noted == [conflict("rank", .integer(4), .integer(2))])
    guard case .field(_, let base, _, _)? = second.disk.noted.first?.kind else { return }
    #expect(base == .integer(1))
  }

  // MARK: The row

  @Test("The object was merged into another one, before the record arrives or with it")
  mutating func mergedItself() throws {
    third.wallClock = 500
    third.insert(other, as: Pantry.label, [Pantry.unique: .text("x"), "rank": .integer(2)])
    try begin()
    try writeByFirst(.integer(5), to: "rank")
    try third.pull(from: hub)
    try third.push(to: &hub)
    try writeBySecond(.integer(3), to: "rank")
    try readAll()
    #expect(second.value("rank", of: other) == .integer(3))
    #expect(noted == [conflict("rank", .integer(3), .integer(5))])
  }

  @Test("A conflict of an object that was merged is decided in the object that has its values")
  mutating func decisionAfterMerge() throws {
    try mergedItself()
    for (choice, value): (RecordConflict.Choice, Int64) in [(.theirs, 5), (.mine, 3)] {
      let noted = try #require(second.disk.noted.first)
      #expect(noted.name == label)
      try Replica(second).resolve(noted, with: choice)
      #expect(second.value("rank", of: other) == .integer(value))
      try second.push(to: &hub)
      try first.pull(from: hub)
      #expect(first.value("rank", of: other) == .integer(value))
    }
  }

  @Test("A third device deletes the object: the conflicts are the write and the deletion")
  mutating func deletedByOther() throws {
    try begin()
    try meet("rank", first: .integer(2), second: .integer(3))
    try third.pull(from: hub)
    third.wallClock = 4000
    third.delete(label)
    try third.push(to: &hub)
    try readAll()
    #expect(noted == [conflict("rank", .integer(3), .integer(2))])
    let deletions = second.disk.noted.filter { conflict in
      if case .deletedByOther = conflict.kind { true } else { false }
    }
    #expect(deletions.count == 1)
    #expect(second.disk.noted.count == 2)
  }

  @Test("The user writes the former value again: that write has met the other one")
  mutating func writtenBack() throws {
    try begin()
    try meet("rank", first: .integer(2), second: .integer(3))
    second.write(.integer(1), to: "rank", of: label)
    try readAll()
    #expect(noted == [conflict("rank", .integer(1), .integer(2))])
  }

  // MARK: Readings of all records

  @Test(
    "The device reads all records again", arguments: [ReplicaPosition.Purpose.sweep, .offer])
  mutating func readingAgain(purpose: ReplicaPosition.Purpose) throws {
    try begin()
    try meet("rank", first: .integer(2), second: .integer(3))
    if purpose == .offer { hub.restore(hub.database) }
    try Replica(second).beginReading(purpose)
    try readAll()
    #expect(noted == [conflict("rank", .integer(3), .integer(2))])
    try Replica(second).beginReading(purpose)
    try readAll()
    try second.push(to: &hub)
    try readAll()
    #expect(noted.count == 1)
  }

  @Test(
    "The user writes the field again before the device reads all records: noted with that write",
    arguments: [ReplicaPosition.Purpose.sweep, .offer])
  mutating func writtenAgainBeforeReading(purpose: ReplicaPosition.Purpose) throws {
    try begin()
    try meet("rank", first: .integer(2), second: .integer(3))
    second.write(.integer(4), to: "rank", of: label)
    if purpose == .offer { hub.restore(hub.database) }
    try Replica(second).beginReading(purpose)
    try readAll()
    #expect(noted == [conflict("rank", .integer(4), .integer(2))])
    try second.push(to: &hub)
    try Replica(second).beginReading(purpose)
    try readAll()
    #expect(noted.count == 1)
  }

  @Test("What an upsert has replaced is noted with it, also if its own request is lost too")
  mutating func sentAgainBeforeReading() throws {
    try begin()
    try meet("rank", first: .integer(2), second: .integer(3))
    second.upsert(label, ["rank": .integer(4)])
    // The request does not reach the hub.
    _ = try Replica(second).nextBatch()
    try Replica(second).beginReading(.sweep)
    try readAll()
    #expect(noted == [conflict("rank", .integer(4), .integer(2))])
  }

  @Test("What was answered before the user has written the field again is noted with that write")
  mutating func answeredBeforeReading() throws {
    try begin()
    try meet("rank", first: .integer(2), second: .integer(3), isAnswered: true)
    second.write(.integer(4), to: "rank", of: label)
    try Replica(second).beginReading(.sweep)
    try readAll()
    #expect(noted == [conflict("rank", .integer(4), .integer(2))])
  }

  /// The device reads what its write has met, and sends another field. Then a copy of the hub from before that replaces it.
  private mutating func bringBackRead() throws {
    let backup = hub.database
    try readAll()
    #expect(second.disk.noted.count == 1)
    second.write(.integer(1), to: "title", of: label)
    try second.push(to: &hub)
    try readAll()
    #expect(second.disk.pushed.isEmpty)
    hub.restore(backup)
  }

  @Test(
    "What the device has read before the hub was restored contests no later write",
    arguments: [true, false])
  mutating func readBeforeRestore(isSent: Bool) throws {
    try begin()
    try meet("rank", first: .integer(2), second: .integer(3))
    try bringBackRead()
    second.write(.integer(4), to: "rank", of: label)
    if isSent { _ = try Replica(second).nextBatch() }
    try Replica(second).beginReading(.offer)
    try readAll()
    #expect(noted.count == 1)
    #expect(second.value("rank", of: label) == .integer(4))
  }

  @Test("What the device has read before the hub was restored contests no later deletion")
  mutating func deletedAfterReading() throws {
    try begin()
    try meet("rank", first: .integer(2), second: .integer(3))
    try bringBackRead()
    second.delete(label)
    try Replica(second).beginReading(.offer)
    try readAll()
    #expect(second.disk.noted.count == 1)
  }

  @Test("A deletion that was undone before the hub was restored contests no later write")
  mutating func undoneBeforeRestore() throws {
    try begin()
    first.wallClock = 2000
    first.delete(label)
    try first.push(to: &hub)
    try writeBySecond(.integer(3), to: "rank")
    first.wallClock = 4000
    first.insert(label, as: Pantry.label, [Pantry.unique: .text("x"), "rank": .integer(1)])
    try first.push(to: &hub)
    try bringBackRead()
    second.write(.integer(4), to: "title", of: label)
    try Replica(second).beginReading(.offer)
    try readAll()
    #expect(second.value("title", of: label) == .integer(4))
    #expect(second.disk.noted.count == 1)
  }

  @Test(
    "The user deletes the object before the device reads all records: noted as such",
    arguments: [true, false])
  mutating func deletedBeforeReading(isAnswered: Bool) throws {
    try begin()
    try meet("rank", first: .integer(2), second: .integer(3), isAnswered: isAnswered)
    second.delete(label)
    try Replica(second).beginReading(.sweep)
    try readAll()
    #expect(second.disk.noted.count == 1)
    guard case .deletedHere(_, let theirs)? = second.disk.noted.first?.kind else {
      Issue.record("\(second.disk.noted)")
      return
    }
    #expect(theirs == ["rank": .integer(2)])
  }

  @Test("A hub that has lost a record has lost what its writes have met. Another has its name")
  mutating func lostRecord() throws {
    let backup = hub.database
    try begin()
    try meet("rank", first: .integer(2), second: .integer(3), isAnswered: true)
    #expect(second.disk.pushed[label] != nil)
    hub.restore(backup)
    third.wallClock = 4000
    third.insert(label, ["title": .integer(1), "rank": .integer(1)])
    try third.push(to: &hub)
    try Replica(second).beginReading(.offer)
    try readAll()
    #expect(second.disk.rows[label]?.type == Pantry.note)
    #expect(second.disk.pushed.isEmpty)
  }

  @Test("A hub that has forgotten a deleted record has forgotten what its writes have met")
  mutating func forgottenRecord() throws {
    try begin()
    try writeBySecond(.integer(3), to: "rank", isAnswered: true)
    try first.pull(from: hub)
    first.delete(label)
    try first.push(to: &hub)
    hub.forgetDeletions()
    second.write(.integer(4), to: "rank", of: label)
    try Replica(second).beginReading(.sweep)
    try readAll()
    #expect(second.disk.tracked[label]?.isAcknowledged == false)
    #expect(second.disk.pushed.isEmpty)
  }
}
