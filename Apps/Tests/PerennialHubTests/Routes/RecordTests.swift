import Foundation
import PerennialHub
import PerennialRecords
import Testing

@Suite("Records over HTTP", .timeLimit(.minutes(1)))
struct RecordTests {
  @Test("A pushed record is pulled by another device of the account")
  func roundTrip() async throws {
    try await withHub { hub in
      let (phone, tablet) = (try await hub.signIn(), try await hub.signIn())
      let record = Sample.object(1)
      let push = try await phone.push([record])
      #expect(push.status == 200)
      #expect(try push.json(PushReply.self).refused == [])
      let page = try await tablet.pull().json(PullReply.self)
      #expect(page.records == [record])
      #expect(!page.moreComing && page.token.sequence == 1)
      #expect(abs(page.hubTime - hub.clock.now) < 5000)
      let next = try await tablet.pull(after: page.token).json(PullReply.self)
      #expect(next.records == [] && next.token == page.token)
    }
  }

  @Test("A request that arrives twice changes nothing the second time")
  func replay() async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      _ = try await phone.push([Sample.object(1), Sample.object(2)])
      let head = try await phone.pull().json(PullReply.self).token
      _ = try await phone.push([Sample.object(1), Sample.object(2)])
      #expect(try await phone.pull().json(PullReply.self).token == head)
    }
  }

  @Test("Other accounts, and other zones of the account, have none of the records")
  func isolation() async throws {
    try await withHub { hub in
      let (ann, bob) = (try await hub.signIn(), try await hub.signIn("bob"))
      _ = try await ann.push([Sample.object(1)])
      #expect(try await bob.records().isEmpty)
      #expect(try await ann.records(of: "iCloud.other").isEmpty)
      _ = try await bob.push([Sample.object(1, title: "Soup", at: 1_700_000_000_001)])
      #expect(try await ann.records() == [Sample.object(1)])
    }
  }

  @Test(
    "40/11: A device can ask for smaller pages, which have each record once",
    arguments: [-1, 0, 1, 3])
  func limit(limit: Int) async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      let all = (Int64(1)...7).map { Sample.object($0) }
      _ = try await phone.push(all)
      var (token, found, pages): (SyncToken?, [Record], Int) = (nil, [], 0)
      while true {
        let page = try await phone.post(
          "/sync/1/zones/\(HubClient.zone)/pull", PullRequest(token: token, limit: limit)
        ).json(PullReply.self)
        #expect(page.records.count <= max(limit, 1))
        (token, pages) = (page.token, pages + 1)
        found += page.records
        if !page.moreComing { break }
      }
      #expect(found == all)
      #expect(pages >= 7 / max(limit, 1))
      // More than the hub allows is as many as it allows.
      let page = try await phone.post(
        "/sync/1/zones/\(HubClient.zone)/pull", PullRequest(token: nil, limit: 1_000_000)
      ).json(PullReply.self)
      #expect(page.records == all)
    }
  }

  @Test("Pages end at 2000 records, and the pages together have each record once")
  func pages() async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      for part in 0..<3 {
        let keys = Int64(part * 1000 + 1)...Int64(part * 1000 + 1000)
        #expect(try await phone.push(keys.map { Sample.object($0) }).status == 200)
      }
      let first = try await phone.pull().json(PullReply.self)
      #expect(first.records.count == 2000 && first.moreComing)
      let records = try await phone.records()
      #expect(Set(records.map(\.name)).count == 3000 && records.count == 3000)
    }
  }

  @Test("Two objects with one key: the second is refused, and the first stays")
  func nameTaken() async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      _ = try await phone.push([Sample.object(1)])
      let other = Sample.object(1, title: "Soup", device: 7)
      let reply = try await phone.push([other, Sample.object(2)]).json(PushReply.self)
      #expect(reply.refused == [PushReply.Refusal(other.name, .nameTaken)])
      #expect(try await phone.records() == [Sample.object(1), Sample.object(2)])
    }
  }

  @Test("A device signs in with a code once, and its token ends when it is revoked")
  func signIn() async throws {
    try await withHub { hub in
      let phone = try await hub.signIn(as: "Ann's phone")
      let pairing = try await phone.send("POST", "/sync/1/pairings")
      #expect(pairing.status == 201)
      let code = try #require(
        try JSONSerialization.jsonObject(with: pairing.body) as? [String: Any])
      let text = try #require(code["code"] as? String)
      let body = ["code": text.lowercased(), "name": "Tablet"]
      let answer = try await hub.stranger.post("/sync/1/devices", body)
      #expect(answer.status == 201)
      let reply = try answer.json(SignedIn.self)
      #expect(reply.account == "ann" && reply.token.utf8.count == 43)
      let again = try await hub.stranger.post("/sync/1/devices", body)
      #expect(again.status == 401)
      #expect(try again.error.code == .unauthorized)

      let tablet = HubClient(port: hub.port, token: reply.token)
      #expect(try await tablet.pull().status == 200)
      #expect(try await phone.send("DELETE", "/sync/1/devices/\(reply.device)").status == 204)
      #expect(try await tablet.pull().status == 401)
      #expect(try await phone.pull().status == 200)
    }
  }
}
