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
  private var hubsTitle: RecordValue? { hub.database.records[note]?.state.cells["title"]?.value }

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
    let decision = try #require(hub.database.records[note]?.state.cells["title"])
    #expect(decision.value == .integer(1))
    write(1)
    try push()
    #expect(hub.database.records[note]?.state.cells["title"] == decision)
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
