import Foundation
import PerennialHub
import PerennialRecords
import Testing

@Suite("Zones and changes in Web Services", .timeLimit(.minutes(1)))
struct WebZoneTests {
  private func changes(
    _ client: WebClient, _ zone: String, after token: String? = nil, _ members: String = ""
  ) async throws -> WebAnswer {
    let position = token.map { #", "syncToken": "\#($0)""# } ?? ""
    let answer = try await client.send(
      "changes/zone",
      #"{"zones": [{"zoneID": {"zoneName": "\#(zone)"}\#(position)\#(members)}]}"#)
    return WebAnswer(status: answer.status, json: answer["zones", 0])
  }

  @Test("Zones are created once, found, and removed with their records and files")
  func life() async throws {
    try await withHub { hub in
      let client = WebClient(try await hub.signIn())
      #expect(try await client.modify("create", "a", in: "Notes").code == "ZONE_NOT_FOUND")
      #expect(try await client.lookup("a", in: "Notes").status == 404)
      #expect(try await changes(client, "Notes").code == "ZONE_NOT_FOUND")
      for _ in 0..<2 {
        #expect(try await client.zone("Notes").text("zones", 0, "zoneID", "zoneName") == "Notes")
      }
      _ = try await client.modify("create", "a", in: "Notes")
      let position = try await changes(client, "Notes").text("syncToken")
      let found = try await client.send(
        "zones/lookup", #"{"zones": [{"zoneName": "Notes"}, {"zoneName": "None"}]}"#)
      #expect(found.list("zones").map(\.code) == ["", "ZONE_NOT_FOUND"])
      #expect(found.text("zones", 1, "zoneID", "zoneName") == "None")

      let removed = try await client.zone("Notes", "delete")
      #expect(removed["zones", 0, "deleted"] == .bool(true))
      let again = try await client.zone("Notes", "delete")
      #expect(again.text("zones", 0, "serverErrorCode") == "ZONE_NOT_FOUND")
      hub.clock.advance(by: 10)
      _ = try await client.zone("Notes")
      #expect(try await changes(client, "Notes")["records"] == .list([]))
      let late = try await changes(client, "Notes", after: position)
      #expect(late.text("hubErrorCode") == "CHANGE_TOKEN_EXPIRED")
      #expect(late.text("reason") == "client knowledge differs from server knowledge")
    }
  }

  @Test("The zones of the app's devices and of unnamed requests always exist, and stay")
  func standing() async throws {
    try await withHub { hub in
      let client = WebClient(try await hub.signIn())
      for zone in ["perennial", "_defaultZone"] {
        #expect(try await client.zone(zone).text("zones", 0, "zoneID", "zoneName") == zone)
        #expect(try await client.modify("create", "a", in: zone).code == "")
        let answer = try await client.zone(zone, "delete")
        #expect(answer.text("zones", 0, "serverErrorCode") == "BAD_REQUEST")
      }
      for zone in ["", "a/b", "a~b", "_a", ".a", String(repeating: "a", count: 129)] {
        let answer = try await client.zone(zone)
        #expect(answer.text("zones", 0, "serverErrorCode") == "BAD_REQUEST", "\(zone)")
      }
      let both = try await client.send(
        "zones/modify",
        #"""
        {"operations": [{"operationType": "create", "zone": {"zoneID": {"zoneName": "A"}}},
          {"operationType": "delete", "zone": {"zoneID": {"zoneName": "A"}}},
          {"operationType": "erase", "zone": {"zoneID": {"zoneName": "B"}}}]}
        """#)
      #expect(both.list("zones").map(\.code) == ["", "BAD_REQUEST", "BAD_REQUEST"])
      let foreign = try await client.send(
        "zones/lookup", #"{"zones": [{"zoneName": "perennial", "ownerRecordName": "_other"}]}"#)
      #expect(foreign.text("zones", 0, "serverErrorCode") == "ZONE_NOT_FOUND")
    }
  }

  @Test("A position in the database names the zones that have changed since, once each")
  func database() async throws {
    try await withHub { hub in
      let client = WebClient(try await hub.signIn())
      for zone in ["A", "B", "C"] { _ = try await client.zone(zone) }
      func changed(
        _ operation: String, _ body: String
      ) async throws -> (names: [String], answer: WebAnswer) {
        let answer = try await client.send(operation, body)
        return (answer.list("zones").map { $0.text("zoneID", "zoneName") }, answer)
      }
      var (names, token, requests) = ([String](), "", 0)
      repeat {
        let position = token.isEmpty ? "" : #", "syncToken": "\#(token)""#
        let page = try await changed("changes/database", #"{"resultsLimit": 3\#(position)}"#)
        names += page.names
        token = page.answer.text("syncToken")
        requests += 1
        if page.answer["moreComing"] != .bool(true) { break }
      } while requests < 5
      #expect(names == ["A", "B", "C", "perennial"] && requests == 2)
      _ = try await client.modify("create", "a", in: "B")
      _ = try await client.zone("C", "delete")
      let next = try await changed("changes/database", #"{"syncToken": "\#(token)"}"#)
      #expect(next.names == ["B", "C"])
      #expect(next.answer["zones", 1, "deleted"] == .bool(true))
      let meta = try await changed("zones/changes", #"{"metaSyncToken": "\#(token)"}"#)
      #expect(meta.names == ["B", "C"] && !meta.answer.text("metaSyncToken").isEmpty)
      #expect(try await client.send("changes/database", #"{"syncToken": "%"}"#).status == 400)
    }
  }

  @Test("Changes are pages, with the fields and the types that the request wants")
  func pages() async throws {
    try await withHub { hub in
      let client = WebClient(try await hub.signIn())
      for number in 1...5 {
        _ = try await client.modify(
          "create", "r\(number)", #"{"a": {"value": 1}, "b": {"value": 2}}"#,
          type: number % 2 == 0 ? "Even" : "Odd")
      }
      let first = try await changes(
        client, "perennial", #", "resultsLimit": 2, "desiredKeys": ["b"]"#)
      #expect(first.names == ["r1", "r2"] && first["moreComing"] == .bool(true))
      #expect(first["records", 0, "fields", "b", "value"] == .integer(2))
      #expect(first["records", 0, "fields", "a"] == .null)
      let rest = try await changes(client, "perennial", after: first.text("syncToken"))
      #expect(rest.names == ["r3", "r4", "r5"] && rest["moreComing"] == .bool(false))
      let even = try await changes(client, "perennial", #", "desiredRecordTypes": ["Even"]"#)
      #expect(even.names == ["r2", "r4"])
      let single = try await client.send(
        "records/changes",
        #"{"zoneID": {"zoneName": "perennial"}, "syncToken": "\#(first.text("syncToken"))"}"#)
      #expect(single.names == ["r3", "r4", "r5"] && !single.text("syncToken").isEmpty)
      #expect(try await client.send("records/changes").text("reason").contains("default zone"))
      let reverse = try await changes(client, "perennial", #", "reverse": true"#)
      #expect(reverse.code == "BAD_REQUEST" && reverse.text("reason").contains("reverse"))
      _ = try await client.modify("forceDelete", "r3")
      let last = try await changes(client, "perennial", after: rest.text("syncToken"))
      #expect(last.names == ["r3"] && last["records", 0, "deleted"] == .bool(true))
      #expect(last["records", 0, "recordType"] == .null)
    }
  }

  private func changes(
    _ client: WebClient, _ zone: String, _ members: String
  ) async throws -> WebAnswer {
    try await changes(client, zone, after: nil, members)
  }
}
