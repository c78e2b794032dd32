import PerennialRecords
import Testing

/// The writes that a hub keeps for a device whose push meets those of another one.
@Suite("40/5: Writes that a push meets")
struct ContestedWritesTests {
  private let note = RecordName.object(key: 1)
  private let first: Int64 = 1
  private let second: Int64 = 2
  private let device = DeviceIdentifier(rawValue: 2) ?? .none

  private func part(_ change: (inout RecordState<RecordValue>) -> Void) -> Record {
    var record = Record(note, type: "Note", created: .at(1))
    change(&record.state)
    return record
  }

  private func title(_ title: String, at time: Int64, by device: Int64) -> Record {
    part { $0.write(.text(title), to: "title", at: .at(time, by: device)) }
  }

  /// A hub that has received a request of the first device after a position.
  private func hub(_ record: Record) throws -> (hub: ZoneOfOne, position: Int64) {
    var hub = ZoneOfOne()
    try hub.push(title("Pasta", at: 1, by: first), after: 0)
    let position = hub.zone.sequence
    try hub.push(record, after: position)
    return (hub, position)
  }

  /// A zone with one record.
  private struct ZoneOfOne {
    var zone = Zone(sequence: 10)
    var records: [RecordName: Record] = [:]
    var sequences: [RecordName: Int64] = [:]

    @discardableResult
    mutating func push(
      _ record: Record, after position: Int64?, by device: Int64? = nil
    ) throws -> ContestedWrites? {
      let token = position.map { SyncToken(incarnation: 1, sequence: $0) }
      let write = try ZoneWrite(
        PushRequest(token: token, records: [record]), on: zone, over: records,
        changedAt: sequences, hubTime: 1000)
      for change in write.changes {
        records[change.record.name] = change.record
        sequences[change.record.name] = change.sequence
      }
      zone = write.zone
      let contested = records[record.name]?.contested
      guard let device else { return contested?.values.first }
      return DeviceIdentifier(rawValue: device).flatMap { contested?[$0] }
    }
  }

  @Test("It keeps the value that it had, whether the push wins or loses", arguments: [4, 6])
  func values(time: Int64) throws {
    var (hub, position) = try hub(title("Soup", at: 5, by: first))
    let met = try hub.push(title("Rice", at: time, by: second), after: position)
    #expect(met?.edits["title"]?.value == .text("Soup"))
    #expect(met?.sequence == hub.zone.sequence)
    #expect(hub.records[note]?.contested.keys.first == device)
  }

  @Test(
    "It keeps nothing of a record that has not changed since, nor for a client without a position")
  func known() throws {
    var (hub, _) = try hub(title("Soup", at: 5, by: first))
    #expect(try hub.push(title("Rice", at: 6, by: second), after: hub.zone.sequence) == nil)
    #expect(try hub.push(title("Rice", at: 7, by: second), after: nil) == nil)
    #expect(try JSON.text(of: #require(hub.records[note])).contains("contested") == false)
  }

  @Test("A push that arrives again keeps what it has met first, and a later one what it meets then")
  func lostAnswer() throws {
    var (hub, position) = try hub(title("Soup", at: 5, by: first))
    let push = title("Rice", at: 6, by: second)
    let met = try hub.push(push, after: position)
    #expect(met?.own == ["title": .at(6, by: second)])
    // Another device has read the push.
    try hub.push(title("Beans", at: 7, by: first), after: hub.zone.sequence)
    let again = try hub.push(push, after: position)
    #expect(again?.edits["title"]?.value == .text("Soup"))
    #expect(again?.sequence == met?.sequence)
    let later = try hub.push(title("Peas", at: 8, by: second), after: position)
    #expect(later?.edits["title"]?.value == .text("Beans"))
    #expect(later?.own == ["title": .at(8, by: second)])
  }

  @Test("A later push replaces what it meets again, and keeps the writes of other fields")
  func laterPush() throws {
    var (hub, position) = try hub(title("Soup", at: 5, by: first))
    try hub.push(title("Rice", at: 6, by: second), after: position)
    let other = part {
      $0.write(.text("Beans"), to: "title", at: .at(7, by: first))
      $0.write(.integer(1), to: "rank", at: .at(7, by: first))
    }
    try hub.push(other, after: position)
    let rank = part { $0.write(.integer(2), to: "rank", at: .at(8, by: second)) }
    let met = try hub.push(rank, after: position, by: second)
    #expect(met?.edits["title"]?.value == .text("Soup"))
    #expect(met?.edits["rank"]?.value == .integer(1))
    let deletion = part { $0.delete(at: .at(9, by: second)) }
    let last = try hub.push(deletion, after: position, by: second)
    #expect(last?.edits["title"]?.value == .text("Beans"))
  }

  @Test("A push that arrives late, after a later one of its device, changes nothing")
  func latePush() throws {
    var (hub, position) = try hub(title("Soup", at: 5, by: first))
    let early = title("Rice", at: 6, by: second)
    try hub.push(early, after: position)
    try hub.push(title("Beans", at: 7, by: first), after: hub.zone.sequence)
    let met = try hub.push(title("Peas", at: 8, by: second), after: position)
    #expect(met?.edits["title"]?.value == .text("Beans"))
    // The other device has read both pushes.
    try hub.push(title("Corn", at: 9, by: first), after: hub.zone.sequence)
    #expect(try hub.push(early, after: position, by: second) == met)
    let deletion = part { $0.delete(at: .at(10, by: second)) }
    let last = try hub.push(deletion, after: position, by: second)
    #expect(last?.edits["title"]?.value == .text("Corn"))
    let restoration = part {
      $0.restore(at: .at(11, by: first))
      $0.write(.text("Leek"), to: "title", at: .at(11, by: first))
    }
    try hub.push(restoration, after: hub.zone.sequence)
    #expect(try hub.push(early, after: position, by: second) == last)
    #expect(try hub.push(deletion, after: position, by: second) == last)
  }

  @Test("Of the writes that two pushes have met, the last one of each device is kept")
  func twoOthers() throws {
    var (hub, position) = try hub(title("Soup", at: 5, by: first))
    try hub.push(title("Rice", at: 6, by: second), after: position)
    try hub.push(title("Beans", at: 7, by: 3), after: hub.zone.sequence)
    let peas = title("Peas", at: 8, by: second)
    var met = try hub.push(peas, after: position, by: second)
    #expect(met?.edits["title"]?.value == .text("Beans"))
    #expect(met?.earlier["title"]?.map(\.value) == [.text("Soup")])
    #expect(met?.sequence == hub.zone.sequence)
    #expect(try hub.push(peas, after: position, by: second) == met)
    let record = try #require(hub.records[note])
    #expect(try JSON.copy(of: record) == record)
    #expect(
      try JSON.text(of: record).contains(
        #""earlier":{"title":[["0000000000050000-0000000000000001","Soup"]]}"#))
    try hub.push(title("Corn", at: 9, by: first), after: hub.zone.sequence)
    met = try hub.push(title("Leek", at: 10, by: second), after: position, by: second)
    #expect(met?.edits["title"]?.value == .text("Corn"))
    #expect(met?.earlier["title"]?.map(\.value) == [.text("Beans")])
    let rank = part { $0.write(.integer(1), to: "rank", at: .at(11, by: second)) }
    #expect(try hub.push(rank, after: hub.zone.sequence, by: second) == nil)
  }

  @Test("Writes that the device has read are not kept again, also if its push has no effect")
  func readBefore() throws {
    var (hub, position) = try hub(title("Soup", at: 5, by: first))
    try hub.push(title("Rice", at: 6, by: second), after: position)
    position = hub.zone.sequence
    try hub.push(title("Beans", at: 9, by: 3), after: position)
    let met = try hub.push(title("Peas", at: 8, by: second), after: position, by: second)
    #expect(met?.edits["title"]?.value == .text("Beans"))
    #expect(met?.earlier.isEmpty == true)
  }

  @Test("It keeps nothing of other fields, of equal values and of the device's own writes")
  func others() throws {
    var (hub, position) = try hub(title("Soup", at: 5, by: first))
    let other = part { $0.write(.integer(1), to: "rank", at: .at(6, by: second)) }
    #expect(try hub.push(other, after: position) == nil)
    #expect(try hub.push(title("Soup", at: 7, by: second), after: position) == nil)
    #expect(try hub.push(title("Rice", at: 8, by: second), after: position) == nil)
  }

  @Test("A deletion meets all values of others, and a value meets the deletion")
  func deletions() throws {
    var (hub, position) = try hub(title("Soup", at: 5, by: first))
    let deletion = part { $0.delete(at: .at(6, by: second)) }
    #expect(try hub.push(deletion, after: position)?.edits["title"]?.value == .text("Soup"))
    (hub, position) = try self.hub(part { $0.delete(at: .at(5, by: first)) })
    let met = try hub.push(title("Rice", at: 4, by: second), after: position)
    #expect(met?.deletion?.stamp == .at(5, by: first))
    #expect(try hub.push(part { $0.delete(at: .at(7, by: 3)) }, after: position) == met)
    (hub, position) = try self.hub(part { $0.delete(at: .at(5, by: first)) })
    let upsert = try hub.push(part { $0.upsert(at: .at(4, by: second)) }, after: position)
    #expect(upsert?.deletion?.stamp == .at(5, by: first))
  }

  @Test(
    "A push that arrives twice changes nothing, and a later one of the device forgets the writes")
  func repetition() throws {
    var (hub, position) = try hub(title("Soup", at: 5, by: first))
    for time in [4, 6] as [Int64] {
      let push = title("Rice", at: time, by: second)
      let met = try hub.push(push, after: position)
      let zone = hub.zone
      #expect(try hub.push(push, after: position) == met)
      #expect(hub.zone == zone)
    }
    let later = part { $0.write(.integer(1), to: "rank", at: .at(9, by: second)) }
    #expect(try hub.push(later, after: position) != nil)
    let last = part { $0.write(.integer(2), to: "rank", at: .at(10, by: second)) }
    #expect(try hub.push(last, after: hub.zone.sequence) == nil)
  }

  @Test("A value that would make the record too large is not kept, and the record can be changed")
  func largeValues() throws {
    let text = String(repeating: "a", count: HubLimits.recordBytes * 2 / 3)
    var (hub, position) = try hub(title(text, at: 5, by: first))
    #expect(try hub.push(title("Rice", at: 4, by: second), after: position) == nil)
    #expect(try hub.push(part { $0.delete(at: .at(6, by: second)) }, after: position) == nil)
    let half = String(repeating: "b", count: HubLimits.recordBytes / 3)
    (hub, position) = try self.hub(title(half, at: 5, by: first))
    #expect(try hub.push(title("Rice", at: 6, by: second), after: position) != nil)
    try hub.push(title(text, at: 7, by: first), after: hub.zone.sequence)
    #expect(hub.records[note]?.state.edits["title"]?.value == .text(text))
    (hub, position) = try self.hub(title(half, at: 5, by: first))
    try hub.push(title("Rice", at: 6, by: second), after: position)
    try hub.push(title(half + "b", at: 7, by: 3), after: hub.zone.sequence)
    let most = String(repeating: "c", count: HubLimits.recordBytes / 2)
    let met = try hub.push(title(most, at: 8, by: second), after: position, by: second)
    #expect(met?.edits["title"]?.value == .text(half + "b"))
    #expect(met?.earlier.isEmpty == true)
  }

  @Test("The JSON form is a member of the record, which a device cannot send")
  func coding() throws {
    var (hub, position) = try hub(title("Soup", at: 5, by: first))
    try hub.push(title("Rice", at: 6, by: second), after: position)
    let record = try #require(hub.records[note])
    #expect(try JSON.copy(of: record) == record)
    let text = try JSON.text(of: record)
    #expect(
      text.contains(
        #""contested":{"0000000000000002":{"fields":{"title":["0000000000050000-0000000000000001","Soup"]}"#
      ))
    let sent = try JSON.value(
      Record.self, of: text.replacing("o.0000000000000001", with: "o.0000000000000002"))
    try hub.push(sent, after: hub.zone.sequence)
    #expect(hub.records[.object(key: 2)]?.contested.isEmpty == true)
  }
}
