import PerennialRecords
import PerennialReplication
import PerennialSimulator
import Testing

/// Two devices give the same key to two objects before they know of each other.
@Suite("Two objects with one name")
struct NameCollisionTests {
  private let name = RecordName.object(key: 7)
  private let first: MemoryStore
  private let second: MemoryStore
  private var hub = SimulatedHub()

  init() {
    first = MemoryStore(Disk(device: DeviceIdentifier(rawValue: 1) ?? .random()))
    second = MemoryStore(Disk(device: DeviceIdentifier(rawValue: 2) ?? .random()))
  }

  private func insert(
    _ name: RecordName, _ values: [String: RecordValue], as type: String = Pantry.tag,
    on store: MemoryStore
  ) {
    let stamp = store.stamp
    store.disk.rows[name] = Disk.Row(type: type, content: RowContent(values: values))
    store.disk.created[name] = stamp
    store.disk.history.append(
      LocalTransaction(
        number: store.disk.lastTransaction + 1, stamp: stamp, changes: [.insertion(name)]))
  }

  private mutating func pull(_ store: MemoryStore) throws {
    let replica = Replica(store)
    try replica.apply(try hub.pull(try replica.pullRequest, at: 1000))
  }

  private mutating func push(_ store: MemoryStore) throws {
    let replica = Replica(store)
    while let batch = try replica.nextBatch() {
      try replica.acknowledge(batch, try hub.push(batch.request, at: 1000))
    }
  }

  @Test("The later one gets another name as soon as the hub refuses it, and is sent at once")
  mutating func refusal() throws {
    insert(name, ["title": .integer(1)], on: first)
    insert(name, ["title": .integer(2)], on: second)
    try pull(second)
    try pull(first)
    try push(first)
    try push(second)
    #expect(second.disk.rows[name] == nil)
    let titles = hub.database.records.values.compactMap { $0.state.cells["title"]?.value }
    #expect(Set(titles) == [.integer(1), .integer(2)])
    #expect(second.disk.tracked.values.allSatisfy { $0.refusal == nil })
  }

  @Test("A reference to the other one shows no value until that has arrived")
  mutating func reference() throws {
    let note = RecordName.object(key: 8)
    insert(name, ["title": .integer(1)], on: first)
    insert(note, [Pantry.reference: .reference(name)], as: Pantry.note, on: first)
    try pull(first)
    try push(first)
    insert(name, ["title": .integer(2)], on: second)
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
