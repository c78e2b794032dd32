import Foundation
import PerennialHub
import PerennialRecords
import Testing

@Suite("Operations of Web Services on records", .timeLimit(.minutes(1)))
struct WebModifyTests {
  /// An operation, the state of its record before, and the answer.
  struct Row: Sendable, CustomTestStringConvertible {
    let kind: String
    let state: String
    let tag: String?
    let expected: String
    var testDescription: String {
      "\(kind) of a \(state) record, tag \(tag ?? "none"): \(expected)"
    }
  }

  static let rows = [
    ("create", "absent", nil, "saved"), ("create", "present", nil, "EXISTS"),
    ("create", "deleted", nil, "saved"),
    ("update", "present", "right", "saved"), ("update", "present", "stale", "CONFLICT"),
    ("update", "present", nil, "BAD_REQUEST"), ("update", "absent", "stale", "NOT_FOUND"),
    ("update", "deleted", "right", "NOT_FOUND"),
    ("forceUpdate", "present", nil, "saved"), ("forceUpdate", "absent", nil, "saved"),
    ("forceUpdate", "deleted", nil, "saved"), ("forceUpdate", "present", "stale", "saved"),
    ("replace", "present", "right", "saved"), ("replace", "present", "stale", "CONFLICT"),
    ("replace", "present", nil, "BAD_REQUEST"), ("replace", "absent", "stale", "NOT_FOUND"),
    ("forceReplace", "present", nil, "saved"), ("forceReplace", "absent", nil, "saved"),
    ("delete", "present", "right", "deleted"), ("delete", "present", "stale", "CONFLICT"),
    ("delete", "present", nil, "BAD_REQUEST"), ("delete", "absent", "stale", "NOT_FOUND"),
    ("forceDelete", "present", nil, "deleted"), ("forceDelete", "absent", nil, "deleted"),
    ("forceDelete", "deleted", nil, "deleted"),
  ].map { Row(kind: $0.0, state: $0.1, tag: $0.2, expected: $0.3) }

  @Test("Each operation, on a record that is there, deleted or absent")
  func matrix() async throws {
    try await withHub { hub in
      let client = WebClient(try await hub.signIn())
      for (index, row) in Self.rows.enumerated() {
        let name = "r\(index)"
        var (stale, right) = ("zz", "zz")
        if row.state != "absent" {
          stale = try await client.modify("create", name, #"{"old": {"value": 1}}"#)
            .text("recordChangeTag")
          right = try await client.modify("forceUpdate", name, #"{"old": {"value": 2}}"#)
            .text("recordChangeTag")
          #expect(stale != right)
        }
        if row.state == "deleted" { _ = try await client.modify("forceDelete", name) }
        let tag = row.tag.map { $0 == "right" ? right : stale }
        let answer = try await client.modify(row.kind, name, #"{"new": {"value": 3}}"#, tag: tag)
        #expect(answer.status == 200)
        let found = try await client.lookup(name)
        switch row.expected {
        case "saved":
          #expect(answer.code == "" && answer.value("new") == .integer(3), "\(row)")
          #expect(found.text("recordChangeTag") == answer.text("recordChangeTag"), "\(row)")
          // A replacement, and a new life, begin without the other fields.
          let keeps = row.state == "present" && row.kind.lowercased().hasSuffix("update")
          #expect(found.value("old") == (keeps ? .integer(2) : .null), "\(row)")
        case "deleted":
          #expect(answer["deleted"] == .bool(true) && found.code == "NOT_FOUND", "\(row)")
        default:
          #expect(answer.code == row.expected && answer.text("recordName") == name, "\(row)")
          #expect(!answer.text("reason").isEmpty)
          #expect(found.value("new") == .null, "\(row)")
        }
      }
    }
  }

  @Test(
    "A failed operation of an atomic request takes the others with it, and of another one it does not"
  )
  func atomic() async throws {
    try await withHub { hub in
      let client = WebClient(try await hub.signIn())
      _ = try await client.modify("create", "taken")
      func send(_ prefix: String, _ zone: String, _ atomic: String) async throws -> [String] {
        let operations = ["\(prefix)1", "taken", "\(prefix)2"].map {
          #"{"operationType": "create", "record": {"recordName": "\#($0)", "recordType": "Note"}}"#
        }.joined(separator: ",")
        let answer = try await client.send(
          "records/modify",
          #"{"zoneID": {"zoneName": "\#(zone)"}, "operations": [\#(operations)]\#(atomic)}"#)
        #expect(answer.names == ["\(prefix)1", "taken", "\(prefix)2"])
        return answer.list("records").map(\.code)
      }
      let failed = ["ATOMIC_ERROR", "EXISTS", "ATOMIC_ERROR"]
      #expect(try await send("a", "perennial", "") == failed)
      #expect(try await send("b", "perennial", #", "atomic": true"#) == failed)
      #expect(try await client.lookup("a1").code == "NOT_FOUND")
      #expect(try await send("c", "perennial", #", "atomic": false"#) == ["", "EXISTS", ""])
      #expect(try await client.lookup("c2").code == "")
      _ = try await client.modify("create", "taken", in: "_defaultZone")
      #expect(try await send("d", "_defaultZone", "") == ["", "EXISTS", ""])
    }
  }

  @Test("A record without a name gets that of an object, and one without a type is refused")
  func names() async throws {
    try await withHub { hub in
      let client = WebClient(try await hub.signIn())
      let answer = try await client.send(
        "records/modify",
        #"""
        {"zoneID": {"zoneName": "perennial"}, "operations": [
          {"operationType": "create", "record": {"recordType": "Note"}}]}
        """#)
      let name = answer.text("records", 0, "recordName")
      #expect(RecordName(name).objectKey.map { $0 > 0 } == true)
      #expect(try await client.modify("create", "untyped", type: nil).code == "BAD_REQUEST")
      #expect(try await client.modify("create", "_secret").code == "BAD_REQUEST")
      #expect(try await client.modify("create", "p.manifest").code == "BAD_REQUEST")
      #expect(try await client.modify("forceUpdate", name, type: "Other").code == "BAD_REQUEST")
    }
  }

  @Test(
    "A request that cannot be read is refused as a whole, with the place of the mistake",
    arguments: [
      ("[]", "The body isn't a JSON object"), ("{}", "“operations” is missing"),
      (#"{"operations": 1}"#, "“operations” isn't a list"),
      (#"{"operations": [1]}"#, "“operations[0]” isn't an object"),
      (
        #"{"operations": [{"operationType": "merge", "record": {}}]}"#,
        "operations[0].operationType"
      ),
      (#"{"operations": [{"operationType": "update", "record": {}}]}"#, "record.recordName"),
      (#"{"operations": [], "zoneID": {"zoneName": "a b"}}"#, "isn't a name of a zone"),
      (#"{"operations": [], "zoneID": {}}"#, "zoneID.zoneName"),
      (#"{"operations": [], "atomic": 1}"#, "“atomic” isn't true or false"), ("{", "isn't JSON"),
    ])
  func mistakes(body: String, reason: String) async throws {
    try await withHub { hub in
      let client = WebClient(try await hub.signIn())
      let answer = try await client.send("records/modify", body)
      #expect(answer.status == 400 && answer.code == "BAD_REQUEST")
      #expect(answer.text("reason").contains(reason), "\(answer.json)")
      #expect(!answer.text("uuid").isEmpty)
    }
  }

  @Test("Two operations on one record, and more than 200 operations, are refused")
  func limits() async throws {
    try await withHub { hub in
      let client = WebClient(try await hub.signIn())
      func send(_ names: [String]) async throws -> WebAnswer {
        let operations = names.map {
          #"{"operationType": "forceDelete", "record": {"recordName": "\#($0)"}}"#
        }.joined(separator: ",")
        return try await client.send("records/modify", #"{"operations": [\#(operations)]}"#)
      }
      #expect(try await send(["a", "a"]).status == 400)
      #expect(try await send((0...200).map { "a\($0)" }).status == 400)
      #expect(try await send((0..<200).map { "a\($0)" }).list("records").count == 200)
    }
  }

  @Test("An account without space is told so, and its deletions are accepted")
  func quota() async throws {
    try await withHub { hub in
      let device = try await hub.signIn()
      let client = WebClient(device)
      _ = try await client.modify("create", "small")
      let account = try #require(try await hub.storage.account(named: "ann"))
      _ = try await hub.storage.limit(account.id, to: 10)
      let answer = try await client.modify("create", "large")
      #expect(answer.status == 413 && answer.code == "QUOTA_EXCEEDED")
      #expect(try await client.modify("forceDelete", "small")["deleted"] == .bool(true))
    }
  }
}
