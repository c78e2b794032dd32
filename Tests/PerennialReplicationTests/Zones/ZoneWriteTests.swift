import PerennialRecords
import RandomTesting
import Testing

@Suite("The effect of a request on a zone")
struct ZoneWriteTests {
  private let start = Zone(incarnation: 2, sequence: 10, floor: 4)

  private func tag(_ key: Int64, _ title: String, at time: Int64) -> Record {
    var record = Record(.object(key: key), type: "Tag", created: .at(1))
    record.state.write(.text(title), to: "title", at: .at(time))
    return record
  }

  // MARK: Joins

  @Test("New records are written in the order of the request, with ascending numbers")
  func order() throws {
    let records = [tag(3, "c", at: 1), tag(1, "a", at: 1), tag(2, "b", at: 1)]
    let write = try ZoneWrite(PushRequest(records), on: start, over: [:], hubTime: 99)
    #expect(write.changes.map(\.record) == records)
    #expect(write.changes.map(\.sequence) == [11, 12, 13])
    #expect(write.zone == Zone(incarnation: 2, sequence: 13, floor: 4))
    #expect(write.reply == PushReply(hubTime: 99))
  }

  @Test("The written record is the join of the stored one and the part in the request")
  func join() throws {
    let stored = tag(1, "a", at: 1)
    var part = Record(stored.name, type: "Tag", created: stored.created)
    part.state.write(.integer(1), to: "colour", at: .at(2))
    let write = try ZoneWrite(
      PushRequest([part]), on: start, over: [stored.name: stored], hubTime: 0)
    #expect(
      write.changes.map(\.record.state) == [stored.state.joined(with: part.state)])
  }

  @Test("A request that arrives twice changes nothing, and gets the same answer")
  func repetition() throws {
    var hub = HubOfRecords(zone: start)
    let request = PushRequest([tag(1, "a", at: 1), tag(2, "b", at: 2)])
    let first = try hub.push(request)
    let head = hub.zone
    let second = try hub.push(request)
    #expect(second.changes.isEmpty)
    #expect(second.reply == first.reply)
    #expect(hub.zone == head)
  }

  @Test("An unchanged record among changed ones gets no new number")
  func unchanged() throws {
    var hub = HubOfRecords(zone: start)
    _ = try hub.push(PushRequest([tag(1, "a", at: 1), tag(2, "b", at: 1)]))
    let write = try hub.push(
      PushRequest([tag(1, "older", at: 0), tag(2, "newer", at: 2), tag(3, "c", at: 1)]))
    #expect(write.changes.map(\.record.name) == [.object(key: 2), .object(key: 3)])
    #expect(write.changes.map(\.sequence) == [13, 14])
  }

  @Test("Several parts of one record are one change")
  func parts() throws {
    let write = try ZoneWrite(
      PushRequest([tag(1, "a", at: 1), tag(2, "b", at: 1), tag(1, "c", at: 2)]),
      on: start, over: [:], hubTime: 0)
    #expect(write.changes.map(\.record) == [tag(1, "c", at: 2), tag(2, "b", at: 1)])
    #expect(write.zone.sequence == 12)
  }

  @Test("An empty request changes nothing")
  func nothing() throws {
    let write = try ZoneWrite(PushRequest([]), on: start, over: [:], hubTime: 5)
    #expect(write.changes.isEmpty && write.zone == start && write.reply == PushReply(hubTime: 5))
  }

  @Test("A record of which nothing but its creation is known is stored too")
  func emptyRecord() throws {
    let record = Record(.object(key: 1), type: "Tag", created: .at(1))
    let write = try ZoneWrite(PushRequest([record]), on: start, over: [:], hubTime: 0)
    #expect(write.changes.map(\.record) == [record])
  }

  @Test(
    "Requests in any order, repeated or not, end with the same records",
    arguments: TestSeeds.some(20))
  func commutativity(seed: UInt64) throws {
    var author = RecordAuthor(seed: seed)
    let requests = (0..<12).map { _ in
      PushRequest((0..<author.generator.index(5)).map { _ in author.part() })
    }
    var first = HubOfRecords(zone: Zone())
    for request in requests { _ = try first.push(request) }
    for _ in 0..<5 {
      var other = HubOfRecords(zone: Zone())
      let repeated = requests + requests.filter { _ in author.generator.happens(30) }
      for request in repeated.shuffled(using: &author.generator) { _ = try other.push(request) }
      #expect(other.records == first.records, "seed \(seed)")
    }
    let parts = requests.flatMap(\.records)
    var atOnce = HubOfRecords(zone: Zone())
    _ = try atOnce.push(PushRequest(parts.shuffled(using: &author.generator)))
    #expect(atOnce.records == first.records, "seed \(seed)")
  }

  @Test("Numbers ascend without gaps, and belong to the changes", arguments: TestSeeds.some(2))
  func numbers(seed: UInt64) throws {
    var author = RecordAuthor(seed: seed)
    var hub = HubOfRecords(zone: start)
    for _ in 0..<200 {
      let before = hub
      let write = try hub.push(
        PushRequest((0..<author.generator.index(6)).map { _ in author.part() }))
      let first = before.zone.sequence
      #expect(
        write.changes.map(\.sequence)
          == Array((first + 1)..<(first + 1 + Int64(write.changes.count))),
        "seed \(seed)")
      #expect(hub.zone.sequence == first + Int64(write.changes.count), "seed \(seed)")
      #expect(Set(write.changes.map(\.record.name)).count == write.changes.count, "seed \(seed)")
      for change in write.changes {
        #expect(before.records[change.record.name] != change.record, "seed \(seed)")
      }
    }
  }
}
