import PerennialRecords
import PerennialReplication
import Testing

@testable import PerennialSimulator

/// A device reads what its push has met, from a zone of several pages.
@Suite("40/5: What a push has met is noted once, on whichever page it arrives")
struct ContestReadingTests {
  private let note = RecordName.object(key: 1)
  private let first = MemoryStore(device: 1)
  private let second = MemoryStore(device: 2)
  private var hub = SimulatedHub()

  private mutating func begin() throws {
    try first.pull(from: hub)
    first.insert(note, ["title": .integer(1), "rank": .integer(1)])
    try first.push(to: &hub)
    try second.pull(from: hub)
    first.wallClock = 2000
    first.write(.integer(2), to: "title", of: note)
    try first.push(to: &hub)
    second.wallClock = 3000
    second.write(.integer(3), to: "title", of: note)
    try second.pushOnce(to: &hub, isAnswered: false)
  }

  /// Changes so many other records that they fill a page.
  private mutating func fillPage() throws {
    for key in 10..<17 { first.insert(.object(key: Int64(key)), ["title": .integer(1)]) }
    try first.push(to: &hub)
  }

  private var noted: [String] {
    second.disk.noted.compactMap { conflict in
      guard case .field(let field, _, _, let theirs) = conflict.kind else { return nil }
      return "\(field) \(theirs.value)"
    }
  }

  private let expected = ["title \(RecordValue.integer(2))"]

  @Test("The record changes again: it is on a later page than the number of the met writes")
  mutating func laterPage() throws {
    try begin()
    try fillPage()
    second.write(.integer(4), to: "rank", of: note)
    try second.push(to: &hub)
    for _ in 1...3 { try second.pull(from: hub) }
    #expect(noted == expected)
  }

  @Test("A device that writes a field twice before it reads notes what the later write has met")
  mutating func laterPush() throws {
    try begin()
    first.wallClock = 4000
    first.write(.integer(4), to: "title", of: note)
    first.write(.integer(5), to: "rank", of: note)
    try first.push(to: &hub)
    second.write(.integer(6), to: "title", of: note)
    second.write(.integer(7), to: "rank", of: note)
    try second.push(to: &hub)
    try second.pull(from: hub)
    #expect(noted == ["rank \(RecordValue.integer(5))", "title \(RecordValue.integer(4))"])
  }

  @Test("A device that writes a field twice before it reads notes the writes of two others")
  mutating func twoOthers() throws {
    try begin()
    let third = MemoryStore(device: 3)
    try third.pull(from: hub)
    third.wallClock = 4000
    third.write(.integer(4), to: "title", of: note)
    try third.push(to: &hub)
    second.write(.integer(6), to: "title", of: note)
    try second.push(to: &hub)
    try second.pull(from: hub)
    #expect(noted == expected + ["title \(RecordValue.integer(4))"])
    try first.pull(from: hub)
    first.write(.integer(7), to: "rank", of: note)
    try first.push(to: &hub)
    try second.pull(from: hub)
    #expect(noted.count == 2)
  }

  @Test("A device contests no insertion of its own that arrives without an answer")
  mutating func ownInsertion() throws {
    try second.pull(from: hub)
    second.insert(note, ["title": .integer(1), "rank": .integer(1)])
    try second.pushOnce(to: &hub, isAnswered: false)
    second.write(.integer(2), to: "title", of: note)
    try second.pull(from: hub)
    #expect(second.disk.noted.isEmpty)
    #expect(second.value("title", of: note) == .integer(2))
  }

  @Test("Another device changes the record again, before and after it was read")
  mutating func changeByOther() throws {
    try begin()
    try fillPage()
    first.write(.integer(5), to: "rank", of: note)
    try first.push(to: &hub)
    for _ in 1...3 { try second.pull(from: hub) }
    #expect(noted == expected)
    second.write(.integer(6), to: "title", of: note)
    first.write(.integer(7), to: "rank", of: note)
    try first.push(to: &hub)
    try second.pull(from: hub)
    #expect(noted == expected)
  }

  @Test("Another object is merged into the row with a later value, before the record arrives")
  mutating func mergedObject() throws {
    let (label, other) = (RecordName.object(key: 1), RecordName.object(key: 2))
    let third = MemoryStore(device: 3)
    first.insert(label, as: Pantry.label, [Pantry.unique: .text("x"), "rank": .integer(1)])
    try first.push(to: &hub)
    try second.pull(from: hub)
    third.wallClock = 5000
    third.insert(other, as: Pantry.label, [Pantry.unique: .text("x"), "rank": .integer(2)])
    try third.pull(from: hub)
    try third.push(to: &hub)
    try fillPage()
    second.wallClock = 3000
    second.write(.integer(3), to: "rank", of: label)
    try second.pushOnce(to: &hub, isAnswered: false)
    try second.pull(from: hub)
    #expect(second.value("rank", of: label) == .integer(2))
    #expect(second.disk.pushed[label]?.unanswered?["rank"] != nil)
    for _ in 1...2 { try second.pull(from: hub) }
    #expect(noted == ["rank \(RecordValue.integer(2))"])
    #expect(second.disk.noted.count == 1)
    #expect(second.disk.pushed[label]?.unanswered == nil)
  }

  @Test("A deletion has met what a page brings and what an earlier push has met: both are noted")
  mutating func deletionAndPush() throws {
    try first.pull(from: hub)
    first.insert(note, ["title": .integer(1), "rank": .integer(1)])
    try first.push(to: &hub)
    try second.pull(from: hub)
    first.wallClock = 2000
    first.write(.integer(2), to: "title", of: note)
    first.write(.integer(2), to: "rank", of: note)
    try first.push(to: &hub)
    second.wallClock = 3000
    second.write(.integer(3), to: "title", of: note)
    try second.push(to: &hub)
    second.delete(note)
    try second.pull(from: hub)
    #expect(second.disk.noted.count == 1)
    guard case .deletedHere(_, let theirs) = second.disk.noted.first?.kind else {
      Issue.record("\(second.disk.noted)")
      return
    }
    #expect(theirs == ["title": .integer(2), "rank": .integer(2)])
  }
}
