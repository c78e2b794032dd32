import Foundation
import PerennialHub
import PerennialRecords
import RandomTesting
import Testing

@Suite("Random pushes", .timeLimit(.minutes(2)))
struct PushPropertyTests {
  @Test("A hub over HTTP has the records of a hub in memory", arguments: TestSeeds.some(4))
  func sameRecords(seed: UInt64) async throws {
    try await withHub { hub in
      let devices = [try await hub.signIn(), try await hub.signIn()]
      var author = RecordAuthor(seed: seed)
      var (zone, records) = (Zone(), [RecordName: Record]())
      for number in 0..<60 {
        let request = author.request()
        // No asset was sent.
        let assets = request.records.reduce(into: Set()) { $0.formUnion($1.state.assets) }
        // A request that is repeated can be refused for other reasons: by then the hub has some of its records.
        for _ in 0..<author.number(1..<3) {
          let write = try ZoneWrite(
            request, on: zone, over: records, without: assets, hubTime: hub.clock.now)
          for change in write.changes { records[change.record.name] = change.record }
          zone = write.zone
          let answer = try await devices[number % 2].push(request.records)
          let reply = try answer.json(PushReply.self)
          #expect(reply.refused == write.reply.refused, "seed \(seed), request \(number)")
        }
      }
      let pulled = try await devices[0].records()
      let sequence = try await devices[1].pull().json(PullReply.self).token.sequence
      #expect(sequence == zone.sequence, "seed \(seed)")
      #expect(pulled.count == records.count, "seed \(seed)")
      for record in pulled { #expect(record == records[record.name], "seed \(seed)") }
    }
  }

  @Test(
    "A device that pulls only what is new ends with the records of one that pulls everything",
    arguments: TestSeeds.some(2))
  func increments(seed: UInt64) async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      var author = RecordAuthor(seed: seed)
      var (known, token) = ([RecordName: Record](), SyncToken?.none)
      for _ in 0..<40 {
        _ = try await phone.push(author.request().records)
        if author.number(0..<3) > 0 { continue }
        let page = try await phone.pull(after: token).json(PullReply.self)
        for record in page.records { known[record.name] = record }
        token = page.token
      }
      let page = try await phone.pull(after: token).json(PullReply.self)
      for record in page.records { known[record.name] = record }
      let all = try await phone.records()
      #expect(Set(all.map(\.name)) == Set(known.keys), "seed \(seed)")
      for record in all { #expect(record == known[record.name], "seed \(seed)") }
    }
  }
}
