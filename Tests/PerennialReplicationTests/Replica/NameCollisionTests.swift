import PerennialRecords
import PerennialReplication
import PerennialSimulator
import Testing

/// Two devices give the same key to two objects before they know of each other.
@Suite("Two objects with one name")
struct NameCollisionTests {
  private let name = RecordName.object(key: 7)
  private let first = MemoryStore(device: 1)
  private let second = MemoryStore(device: 2)
  private var hub = SimulatedHub()

  @Test("The later one gets another name as soon as the hub refuses it, and is sent at once")
  mutating func refusal() throws {
    first.insert(name, as: Pantry.tag, ["title": .integer(1)])
    second.insert(name, as: Pantry.tag, ["title": .integer(2)])
    try second.pull(from: hub)
    try first.pull(from: hub)
    try first.push(to: &hub)
    try second.push(to: &hub)
    #expect(second.disk.rows[name] == nil)
    let titles = hub.database.records.values.compactMap { $0.state.edits["title"]?.value }
    #expect(Set(titles) == [.integer(1), .integer(2)])
    #expect(second.disk.tracked.values.allSatisfy { $0.refusal == nil })
  }

  @Test("Nothing is left of an object that got another name and was deleted before it was sent")
  mutating func deleted() throws {
    first.insert(name, as: Pantry.tag, ["title": .integer(1)])
    try first.pull(from: hub)
    try first.push(to: &hub)
    second.insert(name, as: Pantry.tag, ["title": .integer(2)])
    try second.pull(from: hub)
    let other = try #require(second.disk.rows.keys.first { $0 != name })
    second.delete(other)
    #expect(try !second.pushOnce(to: &hub))
    #expect(second.disk.tracked[other] == nil && second.disk.edits[other] == nil)
  }

  @Test("The other name can be that of a further record, after a power cut")
  mutating func otherName() throws {
    first.insert(name, as: Pantry.tag, ["title": .integer(1)])
    try first.pull(from: hub)
    try first.push(to: &hub)
    let former = second.disk
    second.insert(name, as: Pantry.tag, ["title": .integer(2)])
    try second.pull(from: hub)
    try second.push(to: &hub)
    // The hub sends the record with the new name first.
    first.write(.integer(4), to: "title", of: name)
    try first.push(to: &hub)
    second.disk = former
    second.wallClock = 5000
    second.insert(name, as: Pantry.tag, ["title": .integer(3)])
    try second.pull(from: hub)
    try second.push(to: &hub)
    let titles = second.disk.rows.values.compactMap { $0.content.values["title"] }
    #expect(Set(titles) == [.integer(2), .integer(3), .integer(4)])
    try first.pull(from: hub)
    #expect(first.disk.rows.count == 3)
  }

  @Test("A reference to the other one shows no value until that has arrived")
  mutating func reference() throws {
    let note = RecordName.object(key: 8)
    first.insert(name, as: Pantry.tag, ["title": .integer(1)])
    first.insert(note, [Pantry.reference: .reference(name)])
    try first.pull(from: hub)
    try first.push(to: &hub)
    second.insert(name, as: Pantry.tag, ["title": .integer(2)])
    let page = try hub.pull(PullRequest(token: nil), at: 1000)
    let records = page.records.filter { $0.name != name }
    try Replica(second).apply(
      PullReply(hubTime: 1000, records: records, token: page.token, moreComing: true))
    #expect(second.disk.rows[note]?.content.values[Pantry.reference] == .null)
    try Replica(second).apply(page)
    #expect(second.disk.rows[note]?.content.values[Pantry.reference] == .reference(name))
    #expect(second.disk.rows[name]?.content.values["title"] == .integer(1))
    #expect(second.disk.rows.count == 3)
  }
}
