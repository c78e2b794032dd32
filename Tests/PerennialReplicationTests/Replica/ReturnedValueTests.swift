import PerennialRecords
import PerennialReplication
import PerennialSimulator
import Testing

/// A user changes a field and changes it back, while the answer to the first change is lost.
@Suite("A value that returns to the acknowledged one")
struct ReturnedValueTests {
  private let note = RecordName.object(key: 7)
  private let store = MemoryStore(device: 1)
  private var hub = SimulatedHub()

  private func write(_ value: Int64) { store.write(.integer(value), to: "title", of: note) }

  @discardableResult
  private mutating func push(isAnswered: Bool = true) throws -> Bool {
    try store.pushOnce(to: &hub, isAnswered: isAnswered)
  }

  private func pull() throws { try store.pull(from: hub) }

  private var title: RecordValue? { store.value("title", of: note) }
  private var hubsTitle: RecordValue? { hub.database.records[note]?.state.edits["title"]?.value }

  private mutating func begin() throws {
    try pull()
    store.insert(note, ["title": .integer(1)])
    try push()
    try pull()
  }

  @Test("is sent, because the hub may have the value in between")
  mutating func sent() throws {
    try begin()
    write(2)
    try push(isAnswered: false)
    write(1)
    #expect(try push())
    #expect(hubsTitle == .integer(1))
    try pull()
    #expect(title == .integer(1))
    #expect(try !push())
    #expect(store.disk.edits.isEmpty)
  }

  @Test("stays on the device if the value in between arrives first, and is no conflict")
  mutating func arrived() throws {
    try begin()
    write(2)
    try push(isAnswered: false)
    write(1)
    try pull()
    #expect(title == .integer(1))
    #expect(store.disk.conflicts.isEmpty)
    try push()
    #expect(hubsTitle == .integer(1))
    #expect(store.disk.edits.isEmpty)
  }

  @Test("is no edit if the value in between was never sent")
  mutating func unsent() throws {
    try begin()
    write(2)
    write(1)
    #expect(try !push())
    #expect(store.disk.edits.isEmpty)
  }

  /// Inserts a note. The answer of the hub is lost, and another device writes 5.
  private mutating func insertUnanswered() throws {
    let other = MemoryStore(device: 2)
    try pull()
    store.insert(note, ["title": .integer(1), "rank": .integer(1)])
    try push(isAnswered: false)
    try other.pull(from: hub)
    other.write(.integer(5), to: "title", of: note)
    try other.push(to: &hub)
  }

  /// A write into the object meanwhile.
  enum Writing: CaseIterable {
    /// A form writes the value that was sent.
    case same
    /// The user changes the value, and changes it back.
    case back
    /// The user changes the value.
    case other
  }

  @Test(
    "40: What was sent with an insertion is no edit if it is written again",
    arguments: Writing.allCases)
  mutating func insertion(_ writing: Writing) throws {
    try insertUnanswered()
    store.wallClock += 60_000
    switch writing {
    case .same: write(1)
    case .back:
      write(2)
      write(1)
    case .other: write(2)
    }
    try pull()
    try push()
    #expect(hubsTitle == .integer(writing == .other ? 2 : 5))
    #expect(title == hubsTitle)
    #expect(store.disk.edits.isEmpty)
  }

  @Test(
    "40/3: An undo of a deletion takes back no edit, also if the answer to the insertion was lost",
    arguments: [Writing.same, .other])
  mutating func returned(_ writing: Writing) throws {
    try insertUnanswered()
    store.wallClock += 60_000
    store.delete(note)
    store.insert(note, ["title": .integer(writing == .other ? 2 : 1), "rank": .integer(1)])
    try pull()
    #expect(title == .integer(writing == .other ? 2 : 5))
    try push()
    #expect(hubsTitle == title)
    #expect(store.disk.edits.isEmpty)
  }

  @Test("40: A value that is sent again with an insertion keeps its stamp")
  mutating func stamp() throws {
    try pull()
    store.insert(note, ["title": .integer(1)])
    store.wallClock += 60_000
    write(2)
    let time = store.disk.latest
    // The request is lost.
    _ = try Replica(store).nextBatch()
    try push()
    #expect(hub.database.records[note]?.state.edits["title"]?.stamp.time == time)
  }

  @Test("40: What was sent with an insertion is an edit of a user who has seen a later value")
  mutating func insertionSeen() throws {
    try insertUnanswered()
    try pull()
    #expect(title == .integer(5))
    store.wallClock += 60_000
    write(1)
    try push()
    #expect(hubsTitle == .integer(1) && title == .integer(1))
    #expect(store.disk.edits.isEmpty)
  }

  @Test(
    "40: A row that comes back is restored, also if the answer to its deletion was lost",
    arguments: [false, true])
  mutating func deletion(isSentAgain: Bool) throws {
    try begin()
    store.delete(note)
    try push(isAnswered: false)
    store.insert(note, ["title": .integer(1)])
    if isSentAgain { try push() } else { try pull() }
    try pull()
    try push()
    try pull()
    #expect(title == .integer(1))
    #expect(hub.database.records[note]?.state.deletion?.isDeleted == false)
    #expect(store.disk.edits.isEmpty && store.disk.conflicts.isEmpty)
  }

  @Test("A value that was decided and sent is no edit of a form that writes all fields")
  mutating func decided() throws {
    try begin()
    write(2)
    try push()
    let other = RecordConflict.Write(value: .integer(1), stamp: store.stamp)
    let mine = RecordConflict.Write(value: .integer(2), stamp: store.stamp)
    try Replica(store).resolve(
      RecordConflict(
        name: note, type: Pantry.note, kind: .field("title", base: nil, mine: mine, theirs: other)),
      with: .theirs)
    try push(isAnswered: false)
    let decision = try #require(hub.database.records[note]?.state.edits["title"])
    #expect(decision.value == .integer(1))
    write(1)
    try push()
    #expect(hub.database.records[note]?.state.edits["title"] == decision)
    #expect(store.disk.edits.isEmpty)
  }

  @Test("A change whose answer is lost is sent once more, and has no edits left when it arrives")
  mutating func repeated() throws {
    try begin()
    write(2)
    try push(isAnswered: false)
    try pull()
    #expect(title == .integer(2))
    let sequence = hub.database.zone.sequence
    try push()
    #expect(hub.database.zone.sequence == sequence)
    #expect(store.disk.edits.isEmpty)
  }
}
