import Foundation
import PerennialHub
import PerennialRecords
import Testing

@Suite("Queries of Web Services", .timeLimit(.minutes(1)))
struct WebQueryTests {
  /// Records `a` to `e`; `e` has no fields.
  private static let records = [
    "a": #"""
    {"title": {"value": "Apple pie"}, "n": {"value": 1}, "x": {"value": 0.5},
     "due": {"type": "TIMESTAMP", "value": 1000}, "tags": {"value": ["red", "sweet"]},
     "up": {"value": {"recordName": "b"}}, "raw": {"type": "BYTES", "value": "AA=="},
     "place": {"value": {"latitude": 52.52, "longitude": 13.405}}}
    """#,
    "b": #"""
    {"title": {"value": "Brötchen"}, "n": {"value": 2}, "x": {"value": 1.5},
     "due": {"type": "TIMESTAMP", "value": 2000}, "tags": {"value": ["brown"]},
     "up": {"value": {"recordName": "a"}}, "raw": {"type": "BYTES", "value": "AQ=="},
     "place": {"value": {"latitude": 48.137, "longitude": 11.575}}}
    """#,
    "c": #"{"title": {"value": "Apple juice"}, "n": {"value": 3}, "tags": {"value": ["sweet"]}}"#,
    "d":
      #"{"title": {"value": "Cake"}, "n": {"value": 3}, "tags": {"type": "STRING_LIST", "value": []}}"#,
    "e": "{}",
  ]

  private func withRecords(
    _ body: @escaping @Sendable (WebClient) async throws -> Void
  ) async throws {
    try await withHub { hub in
      let client = WebClient(try await hub.signIn())
      for (name, fields) in Self.records {
        let answer = try await client.modify("create", name, fields)
        #expect(answer.code == "", "\(answer.json)")
      }
      _ = try await client.modify("create", "other", #"{"n": {"value": 1}}"#, type: "Other")
      _ = try await client.modify("create", "gone", #"{"n": {"value": 1}}"#)
      _ = try await client.modify("forceDelete", "gone")
      try await body(client)
    }
  }

  private func query(
    _ client: WebClient, _ filters: String, _ members: String = "", _ top: String = ""
  ) async throws -> WebAnswer {
    try await client.send(
      "records/query",
      """
      {"zoneID": {"zoneName": "perennial"},
       "query": {"recordType": "Note", "filterBy": [\(filters)]\(members)}\(top)}
      """)
  }

  /// Each comparator: the field, the value, and the records that satisfy it.
  static let comparisons: [(String, String, String, String)] = [
    ("EQUALS", "n", #"{"value": 3}"#, "cd"),
    ("EQUALS", "n", #"{"value": 3.0, "type": "DOUBLE"}"#, "cd"),
    ("EQUALS", "title", #"{"value": "Bro\u0308tchen"}"#, "b"),
    ("EQUALS", "title", #"{"value": 1}"#, ""),
    ("EQUALS", "up", #"{"value": {"recordName": "a"}, "type": "REFERENCE"}"#, "b"),
    ("EQUALS", "raw", #"{"value": "AQ==", "type": "BYTES"}"#, "b"),
    ("EQUALS", "due", #"{"value": 1000, "type": "TIMESTAMP"}"#, "a"),
    ("NOT_EQUALS", "n", #"{"value": 3}"#, "abe"),
    ("LESS_THAN", "n", #"{"value": 2}"#, "a"), ("LESS_THAN_OR_EQUALS", "n", #"{"value": 2}"#, "ab"),
    ("GREATER_THAN", "n", #"{"value": 2}"#, "cd"),
    ("GREATER_THAN_OR_EQUALS", "n", #"{"value": 2}"#, "bcd"),
    ("GREATER_THAN", "due", #"{"value": 1000, "type": "TIMESTAMP"}"#, "b"),
    ("LESS_THAN", "title", #"{"value": "B"}"#, "ac"), ("LESS_THAN", "x", #"{"value": 1}"#, "a"),
    ("IN", "n", #"{"value": [1, 2], "type": "INT64_LIST"}"#, "ab"),
    ("IN", "n", #"{"value": [3]}"#, "cd"),
    ("NOT_IN", "n", #"{"value": [1, 2], "type": "INT64_LIST"}"#, "cde"),
    ("IN", "up", #"{"value": [{"recordName": "a"}], "type": "REFERENCE_LIST"}"#, "b"),
    ("BEGINS_WITH", "title", #"{"value": "Apple"}"#, "ac"),
    ("NOT_BEGINS_WITH", "title", #"{"value": "Apple"}"#, "bde"),
    ("LIST_CONTAINS", "tags", #"{"value": "sweet"}"#, "ac"),
    ("NOT_LIST_CONTAINS", "tags", #"{"value": "sweet"}"#, "bde"),
    ("LIST_CONTAINS_ANY", "tags", #"{"value": ["red", "brown"]}"#, "ab"),
    ("CONTAINS_ANY", "tags", #"{"value": ["red", "brown"]}"#, "ab"),
    ("NOT_LIST_CONTAINS_ANY", "tags", #"{"value": ["red", "brown"]}"#, "cde"),
    ("LIST_CONTAINS_ALL", "tags", #"{"value": ["red", "sweet"]}"#, "a"),
    ("NOT_LIST_CONTAINS_ALL", "tags", #"{"value": ["red", "sweet"]}"#, "bcde"),
    ("LIST_MEMBER_BEGINS_WITH", "tags", #"{"value": "br"}"#, "b"),
    ("NOT_LIST_MEMBER_BEGINS_WITH", "tags", #"{"value": "br"}"#, "acde"),
    ("CONTAINS_ALL_TOKENS", "title", #"{"value": "pie APPLE"}"#, "a"),
    ("CONTAINS_ANY_TOKENS", "title", #"{"value": "brotchen juice"}"#, "bc"),
  ]

  @Test(
    "Every comparator finds the records that satisfy it, and those without the field only by a “NOT”"
  )
  func comparators() async throws {
    try await withRecords { client in
      for (comparator, field, value, expected) in Self.comparisons {
        let answer = try await query(
          client,
          #"{"comparator": "\#(comparator)", "fieldName": "\#(field)", "fieldValue": \#(value)}"#)
        #expect(
          answer.names.sorted().joined() == expected,
          "\(comparator) \(field) \(value): \(answer.text("reason"))")
      }
      let near = #"""
        {"comparator": "NEAR", "fieldName": "place", "distance": 600000,
         "fieldValue": {"value": {"latitude": 52.5, "longitude": 13.4}, "type": "LOCATION"}}
        """#
      #expect(try await query(client, near).names.sorted() == ["a", "b"])
      let close = near.replacing("600000", with: "5000")
      #expect(try await query(client, close).names == ["a"])
      let words = #"{"comparator": "CONTAINS_ALL_TOKENS", "fieldValue": {"value": "cake"}}"#
      #expect(try await query(client, words).names == ["d"])
      let two = #"""
        {"comparator": "EQUALS", "fieldName": "n", "fieldValue": {"value": 3}},
        {"comparator": "BEGINS_WITH", "fieldName": "title", "fieldValue": {"value": "C"}}
        """#
      #expect(try await query(client, two).names == ["d"])
    }
  }

  @Test("System fields are compared as others")
  func systemFields() async throws {
    try await withRecords { client in
      func names(_ comparator: String, _ field: String, _ value: String) async throws -> String {
        try await query(
          client,
          #"{"comparator": "\#(comparator)", "systemFieldName": "\#(field)", "fieldValue": \#(value)}"#
        ).names.sorted().joined()
      }
      #expect(try await names("EQUALS", "recordName", #"{"value": "a"}"#) == "a")
      let reference = #"{"value": {"recordName": "a"}, "type": "REFERENCE"}"#
      #expect(try await names("EQUALS", "recordName", reference) == "a")
      #expect(try await names("IN", "recordName", #"{"value": ["a", "b", "z"]}"#) == "ab")
      let late = #"{"value": 99999999999999, "type": "TIMESTAMP"}"#
      #expect(try await names("LESS_THAN", "createdTimestamp", late) == "abcde")
      #expect(try await names("GREATER_THAN", "modifiedTimestamp", late) == "")
      let user = try await client.lookup("a").text("created", "userRecordName")
      #expect(
        try await names("EQUALS", "createdUserRecordName", #"{"value": "\#(user)"}"#) == "abcde")
      #expect(try await names("EQUALS", "share", #"{"value": "x"}"#) == "")
    }
  }

  @Test("Results are sorted by several fields, and by the distance from a place")
  func sorting() async throws {
    try await withRecords { client in
      func names(_ sort: String) async throws -> String {
        try await query(client, "", #", "sortBy": [\#(sort)]"#).names.joined()
      }
      let ascending = try await names(#"{"fieldName": "n"}"#)
      #expect(ascending == "eabcd")
      #expect(try await names(#"{"fieldName": "n", "ascending": false}"#) == "cdbae")
      #expect(
        try await names(#"{"fieldName": "n"}, {"fieldName": "title", "ascending": false}"#)
          == "eabdc")
      #expect(try await names(#"{"systemFieldName": "recordName", "ascending": false}"#) == "edcba")
      let place = #""relativeLocation": {"latitude": 48, "longitude": 11}"#
      #expect(try await names(#"{"fieldName": "place", \#(place), "ascending": false}"#) == "abcde")
    }
  }

  @Test(
    "Pages continue after their markers, with every record once, also if one changes between them",
    arguments: ["", #"{"fieldName": "n", "ascending": false}"#, #"{"fieldName": "tags"}"#])
  func pages(sort: String) async throws {
    try await withRecords { client in
      let sortBy = #", "sortBy": [\#(sort)]"#
      let all = try await query(client, "", sortBy).names
      #expect(all.count == 5)
      for limit in 1...6 {
        var (names, marker) = ([String](), "")
        for _ in 0..<6 {
          let top =
            #", "resultsLimit": \#(limit)"#
            + (marker.isEmpty ? "" : #", "continuationMarker": "\#(marker)""#)
          let page = try await query(client, "", sortBy, top)
          names += page.names
          marker = page.text("continuationMarker")
          _ = try await client.modify("forceUpdate", "a", #"{"note": {"value": "\#(limit)"}}"#)
          if marker.isEmpty { break }
        }
        #expect(names == all, "\(limit)")
      }
    }
  }

  @Test("A field with values of several types, and sealed ones, has one order, page by page")
  func mixedTypes() async throws {
    try await withHub { hub in
      let device = try await hub.signIn()
      let client = WebClient(device)
      // By names alone, “m” with the text would be between the numbers.
      for (name, value) in [
        ("z", "1"), ("m", "\"x\""), ("a", "2"), ("k", "0.5"), ("c", "[1]"), ("b", "[2]"),
      ] {
        let type = value.hasPrefix("[") ? ", \"type\": \"INT64_LIST\"" : ""
        let answer = try await client.modify(
          "create", name, "{\"n\": {\"value\": \(value)\(type)}}")
        #expect(answer.code == "", "\(answer.json)")
      }
      _ = try await client.modify(
        "create", "y", #"{"n": {"value": "AA==", "type": "BYTES"}}"#)
      var state = RecordState<RecordValue>()
      let stamp = try #require(Sample.object(1).created)
      state.write(.sealed(Data([1, 2])), to: "n", at: stamp)
      let sealed = Record(RecordName("s"), type: "Note", created: stamp, state: state)
      #expect(try await device.push([sealed]).status == 200)
      for (ascending, expected) in [(true, "skzamybc"), (false, "bcymazks")] {
        let sort = #", "sortBy": [{"fieldName": "n", "ascending": \#(ascending)}]"#
        var (names, marker) = ("", "")
        for _ in 0..<10 {
          let top = marker.isEmpty ? "" : #", "continuationMarker": "\#(marker)""#
          let page = try await query(client, "", sort, #", "resultsLimit": 1"# + top)
          #expect(page.status == 200, "\(page.json)")
          names += page.names.joined()
          marker = page.text("continuationMarker")
          if marker.isEmpty { break }
        }
        #expect(names == expected)
      }
    }
  }

  @Test("A record is found as soon as it is written, in one zone or in all of them")
  func freshness() async throws {
    try await withRecords { client in
      _ = try await client.zone("Z")
      _ = try await client.modify("create", "new", #"{"n": {"value": 9}}"#, in: "Z")
      let filter = #"{"comparator": "EQUALS", "fieldName": "n", "fieldValue": {"value": 9}}"#
      #expect(try await query(client, filter).names == [])
      let wide = try await client.send(
        "records/query",
        #"{"zoneWide": true, "query": {"recordType": "Note", "filterBy": [\#(filter)]}}"#)
      #expect(wide.names == ["new"] && wide.text("records", 0, "zoneID", "zoneName") == "Z")
      var tokens = client
      tokens.credentials += "&getCurrentSyncToken=true"
      #expect(try await !query(tokens, filter).text("syncToken").isEmpty)
    }
  }

  @Test(
    "A query that cannot be meant is refused, with the comparator or the field",
    arguments: [
      (#"{"comparator": "LIKE", "fieldName": "n", "fieldValue": {"value": 1}}"#, "LIKE"),
      (#"{"comparator": "IN", "fieldName": "n", "fieldValue": {"value": 1}}"#, "IN needs a list"),
      (#"{"comparator": "EQUALS", "fieldName": "n", "fieldValue": {"value": [1]}}"#, "EQUALS"),
      (#"{"comparator": "EQUALS", "fieldValue": {"value": 1}}"#, "fieldName"),
      (#"{"comparator": "EQUALS", "systemFieldName": "n", "fieldValue": {"value": 1}}"#, "“n”"),
      (#"{"comparator": "EQUALS", "fieldName": "n"}"#, "fieldValue"),
      (#"{"comparator": "NEAR", "fieldName": "n", "fieldValue": {"value": 1}}"#, "NEAR"),
      (#"{"comparator": "BEGINS_WITH", "fieldName": "n", "fieldValue": {"value": 1}}"#, "STRING"),
      (
        #"{"comparator": "LESS_THAN", "fieldName": "n", "fieldValue": {"value": {"latitude": 1, "longitude": 1}}}"#,
        "LOCATION"
      ),
    ])
  func mistakes(filter: String, reason: String) async throws {
    try await withHub { hub in
      let client = WebClient(try await hub.signIn())
      let answer = try await query(client, filter)
      #expect(answer.status == 400 && answer.text("reason").contains(reason), "\(answer.json)")
      let marker = try await query(client, "", "", #", "continuationMarker": "eA==""#)
      #expect(marker.status == 400 && marker.text("reason").contains("continuationMarker"))
    }
  }
}
