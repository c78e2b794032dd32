import PerennialRecords
import PerennialReplication
import Testing

@testable import PerennialSimulator

/// A device saves a new object with the unique value of a stored one, while another device deletes the stored one.
@Suite("40/11: An upsert of an object that another device deletes")
struct UpsertAndDeletionTests {
  private let note = RecordName.object(key: 1)
  /// The device that inserts the object anew.
  private let author = MemoryStore(device: 1)
  /// The device that deletes it.
  private let cleaner = MemoryStore(device: 2)
  private var hub = SimulatedHub()

  /// The order of the devices' changes, and what they know of each other.
  struct Meeting: CustomTestStringConvertible {
    /// `true` if the upsert has the later stamp.
    let isUpsertLater: Bool
    /// `true` if the hub gets the upsert first.
    let isUpsertFirst: Bool
    /// `true` if the device that comes second receives the other change before it sends its own.
    let isReadBefore: Bool
    /// The request whose answer is lost.
    let lost: Lost

    enum Lost: CaseIterable { case none, first, second }

    var testDescription: String {
      """
      upsert \(isUpsertLater ? "later" : "earlier"), \(isUpsertFirst ? "first" : "second") on the hub, \
      \(isReadBefore ? "read" : "not read") before, lost answers: \(lost)
      """
    }

    static let all = [false, true].flatMap { later in
      [false, true].flatMap { first in
        [false, true].flatMap { read in
          Lost.allCases.map { lost in
            Meeting(isUpsertLater: later, isUpsertFirst: first, isReadBefore: read, lost: lost)
          }
        }
      }
    }
  }

  private mutating func begin() throws {
    try author.pull(from: hub)
    author.insert(note, ["title": .integer(1), "rank": .integer(1)])
    try author.push(to: &hub)
    try cleaner.pull(from: hub)
  }

  private func upsert() { author.upsert(note, ["title": .integer(2)]) }

  /// Returns `true` if the hub has all changes of a device.
  private func isSettled(_ store: MemoryStore) -> Bool {
    !store.disk.edits.values.contains { !$0.isEmpty }
  }

  /// Lets all devices send and receive, until nothing changes.
  private mutating func exchange(isReversed: Bool = false) throws {
    for _ in 0..<3 {
      for store in isReversed ? [cleaner, author] : [author, cleaner] {
        try store.push(to: &hub)
        try store.pull(from: hub)
      }
    }
    #expect(isSettled(author) && isSettled(cleaner))
  }

  @Test("The new object lives, whichever comes first", arguments: Meeting.all, [true, false])
  mutating func meetings(meeting: Meeting, isReversed: Bool) throws {
    try begin()
    author.wallClock = meeting.isUpsertLater ? 9000 : 5000
    cleaner.wallClock = 7000
    upsert()
    cleaner.delete(note)
    let (first, second) = meeting.isUpsertFirst ? (author, cleaner) : (cleaner, author)
    try first.pushOnce(to: &hub, isAnswered: meeting.lost != .first)
    if meeting.isReadBefore { try second.pull(from: hub) }
    try second.pushOnce(to: &hub, isAnswered: meeting.lost != .second)
    try exchange(isReversed: isReversed)
    for store in [author, cleaner] {
      #expect(store.value("title", of: note) == .integer(2))
      #expect(store.value("rank", of: note) == .integer(1))
      #expect(store.disk.noted.isEmpty)
    }
  }

  @Test("A deletion that knew of the upsert stays", arguments: [false, true])
  mutating func knownUpsert(isAnswerLost: Bool) throws {
    try begin()
    upsert()
    try author.push(to: &hub)
    try cleaner.pull(from: hub)
    cleaner.delete(note)
    try cleaner.pushOnce(to: &hub, isAnswered: !isAnswerLost)
    try exchange()
    #expect(author.disk.rows.isEmpty && cleaner.disk.rows.isEmpty)
    #expect(hub.database.records[note]?.state.deletion?.isDeleted == true)
  }

  @Test("A deletion stays that knew of the upsert, also if the answer to the upsert was lost")
  mutating func lostAnswer() throws {
    try begin()
    upsert()
    try author.pushOnce(to: &hub, isAnswered: false)
    try cleaner.pull(from: hub)
    cleaner.delete(note)
    try cleaner.push(to: &hub)
    try author.pull(from: hub)
    try exchange()
    #expect(author.disk.rows.isEmpty && cleaner.disk.rows.isEmpty)
  }

  @Test("The device that has inserted the object anew can delete it")
  mutating func ownDeletion() throws {
    try begin()
    upsert()
    author.delete(note)
    cleaner.write(.integer(3), to: "rank", of: note)
    try exchange()
    #expect(author.disk.rows.isEmpty && cleaner.disk.rows.isEmpty)
    let state = try #require(hub.database.records[note]?.state)
    #expect(state.upsert == nil)
  }

  @Test(
    "A deletion by a device that knew of the upsert stays, also if another one knew of neither",
    arguments: [true, false])
  mutating func twoDeletions(isPushedFirst: Bool) throws {
    try begin()
    cleaner.delete(note)
    if isPushedFirst { try cleaner.pushOnce(to: &hub, isAnswered: false) }
    author.wallClock = 8000
    upsert()
    try author.push(to: &hub)
    if isPushedFirst { try author.pull(from: hub) }
    author.wallClock = 9000
    author.delete(note)
    try author.push(to: &hub)
    try cleaner.pull(from: hub)
    try exchange()
    #expect(author.disk.rows.isEmpty && cleaner.disk.rows.isEmpty)
  }

  @Test("An insertion that changes nothing is no change, and sends nothing")
  mutating func sameValues() throws {
    try begin()
    author.upsert(note, ["title": .integer(1)])
    let isSent = try author.pushOnce(to: &hub)
    #expect(!isSent)
    #expect(isSettled(author))
  }

  @Test("An ordinary edit does not keep an object: the deletion is a conflict")
  mutating func edit() throws {
    try begin()
    author.write(.integer(2), to: "title", of: note)
    cleaner.delete(note)
    try exchange()
    #expect(author.disk.rows.isEmpty && cleaner.disk.rows.isEmpty)
    #expect(author.disk.noted.count + cleaner.disk.noted.count == 1)
  }

  @Test("Both devices can have done both: the later of their acts is shown")
  mutating func bothSides() throws {
    try begin()
    cleaner.wallClock = 2000
    upsert()
    cleaner.upsert(note, ["rank": .integer(5)])
    author.delete(note)
    try exchange()
    for store in [author, cleaner] { #expect(store.value("rank", of: note) == .integer(5)) }
  }
}
