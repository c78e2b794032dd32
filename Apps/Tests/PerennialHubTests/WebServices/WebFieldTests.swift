import Foundation
import PerennialHub
import PerennialRecords
import Testing

@Suite("Values of fields in Web Services", .timeLimit(.minutes(1)))
struct WebFieldTests {
  @Test(
    "Values return with their types as they were written",
    arguments: [
      #"{"type": "STRING", "value": "Brötchen \" \\ \n 日本"}"#, #"{"type": "STRING", "value": ""}"#,
      #"{"type": "INT64", "value": -9223372036854775808}"#, #"{"type": "DOUBLE", "value": 0.1}"#,
      #"{"type": "DOUBLE", "value": 3}"#, #"{"type": "TIMESTAMP", "value": 1795689000123}"#,
      #"{"type": "TIMESTAMP", "value": -62135596800000}"#,
      #"{"type": "TIMESTAMP", "value": -62135769600000}"#,
      #"{"type": "TIMESTAMP", "value": 253402300799999}"#, #"{"type": "BYTES", "value": "AP8="}"#,
      #"{"type": "REFERENCE", "value": {"recordName": "a", "action": "NONE"}}"#,
      #"{"type": "LOCATION", "value": {"latitude": 1.5, "longitude": -2, "timestamp": 1795689000123}}"#,
      #"{"type": "STRING_LIST", "value": ["b", "a", "b"]}"#,
      #"{"type": "STRING_LIST", "value": []}"#,
      #"{"type": "INT64_LIST", "value": [9007199254740993]}"#,
      #"{"type": "DOUBLE_LIST", "value": [0.5, 1e300]}"#,
      #"{"type": "TIMESTAMP_LIST", "value": [0, 1795689000123]}"#,
      #"{"type": "BYTES_LIST", "value": ["AP8=", ""]}"#,
      #"{"type": "LOCATION_LIST", "value": [{"latitude": 1, "longitude": 2}]}"#,
      #"{"type": "REFERENCE_LIST", "value": []}"#,
      """
      {"type": "REFERENCE_LIST", "value": [{"recordName": "b", "action": "NONE"},
       {"recordName": "a", "action": "NONE"}]}
      """,
    ])
  func roundTrip(field: String) async throws {
    try await withHub { hub in
      let client = WebClient(try await hub.signIn())
      let written = try JSONDecoder().decode(UnknownContent.self, from: Data(field.utf8))
      let answer = try await client.modify("create", "a", #"{"f": \#(field)}"#)
      #expect(answer["fields", "f"] == written, "\(answer.json)")
      #expect(try await client.lookup("a")["fields", "f"] == written)
      let again = try await client.modify(
        "forceUpdate", "a", #"{"f": \#(field), "g": {"value": 1}}"#)
      #expect(again["fields", "f"] == written && again.value("g") == .integer(1))
    }
  }

  @Test("Whole numbers are texts for a client that wants them so, and are read as such")
  func numbersAsStrings() async throws {
    try await withHub { hub in
      let client = WebClient(try await hub.signIn())
      let answer = try await client.send(
        "records/modify",
        #"""
        {"numbersAsStrings": true, "operations": [{"operationType": "create", "record": {
          "recordName": "a", "recordType": "T", "fields": {
            "n": {"type": "INT64", "value": "9007199254740993"}, "d": {"type": "DOUBLE", "value": "0.5"},
            "t": {"type": "TIMESTAMP", "value": "5"}}}}]}
        """#)
      let record = WebAnswer(status: 200, json: answer["records", 0])
      #expect(record.value("n") == .text("9007199254740993"))
      #expect(record.value("d") == .text("0.5") && record.value("t") == .text("5"))
    }
  }

  @Test("The type of a value without one follows from the value, and from what the field has")
  func inference() async throws {
    try await withHub { hub in
      let client = WebClient(try await hub.signIn())
      let typed = try await client.modify(
        "create", "a",
        #"""
        {"d": {"type": "DOUBLE", "value": 0.5}, "t": {"type": "TIMESTAMP", "value": 1},
         "b": {"type": "BYTES", "value": "AA=="}, "l": {"type": "STRING_LIST", "value": []}}
        """#)
      #expect(typed.code == "")
      let answer = try await client.modify(
        "forceUpdate", "a",
        #"""
        {"d": {"value": 2}, "t": {"value": 1795689000123}, "b": {"value": "AP8="}, "l": {"value": []},
         "s": {"value": "x"}, "n": {"value": 5}, "r": {"value": 0.25}, "list": {"value": ["x"]},
         "ref": {"value": {"recordName": "b"}}}
        """#)
      for (field, type) in [
        "d": "DOUBLE", "t": "TIMESTAMP", "b": "BYTES", "l": "STRING_LIST", "s": "STRING",
        "n": "INT64", "r": "DOUBLE", "list": "STRING_LIST", "ref": "REFERENCE",
      ] {
        #expect(answer.text("fields", field, "type") == type)
      }
    }
  }

  @Test(
    "A value that does not fit is refused, with the name of its field",
    arguments: [
      #"{"f": {"type": "INT64", "value": "x"}}"#, #"{"f": {"type": "INT64", "value": 0.5}}"#,
      #"{"f": {"type": "TIMESTAMP", "value": 1.5}}"#, #"{"f": {"type": "STRING", "value": 1}}"#,
      #"{"f": {"type": "TIMESTAMP", "value": 9223372036854775807}}"#,
      #"{"f": {"type": "BYTES", "value": "%"}}"#,
      #"{"f": {"type": "STRING_LIST", "value": ["a", 1]}}"#,
      #"{"f": {"type": "REFERENCE", "value": {}}}"#, #"{"f": {"value": []}}"#,
      #"{"f": {"value": ["a", 1]}}"#, #"{"f": {"value": true}}"#,
      #"{"f": {"type": "BOOL", "value": 1}}"#, #"{"f": {"type": "ASSETID_LIST", "value": []}}"#,
      #"{"f": {"type": "LOCATION", "value": {"latitude": 91, "longitude": 0}}}"#,
      #"{"f": {"type": "STRING", "value": "x", "isEncrypted": true}}"#,
      #"{"f": {"type": "REFERENCE", "value": {"recordName": "a", "action": "DELETE_SELF"}}}"#,
      #"{"f": {"type": "REFERENCE", "value": {"recordName": "a", "action": "VALIDATE"}}}"#,
      #"{"f": {"type": "ENCRYPTED_BYTES", "value": "AA=="}}"#,
      #"{"f": {"type": "ASSETID", "value": {"fileChecksum": "AA==", "size": 1}}}"#, #"{"f": 1}"#,
    ])
  func mistakes(fields: String) async throws {
    try await withHub { hub in
      let client = WebClient(try await hub.signIn())
      let answer = try await client.modify("create", "a", fields)
      #expect(answer.code == "BAD_REQUEST")
      #expect(answer.text("reason").contains("f”"), "\(answer.json)")
      #expect(try await client.lookup("a").code == "NOT_FOUND")
    }
  }

  @Test("A field keeps its type, also when its value is taken away")
  func types() async throws {
    try await withHub { hub in
      let client = WebClient(try await hub.signIn())
      _ = try await client.modify(
        "create", "a",
        #"""
        {"s": {"type": "STRING", "value": "x"}, "t": {"type": "TIMESTAMP", "value": 1},
         "r": {"type": "DOUBLE", "value": 0.5}}
        """#)
      for (field, value) in [
        ("s", #"{"type": "INT64", "value": 1}"#), ("s", #"{"type": "STRING_LIST", "value": []}"#),
        ("t", #"{"type": "DOUBLE", "value": 1}"#), ("r", #"{"type": "INT64", "value": 1}"#),
      ] {
        let answer = try await client.modify("forceUpdate", "a", #"{"\#(field)": \#(value)}"#)
        #expect(answer.code == "BAD_REQUEST", "\(field) \(value)")
        #expect(answer.text("reason").contains("“\(field)”"))
      }
      let none = try await client.modify("forceUpdate", "a", #"{"t": {"value": null}, "s": null}"#)
      #expect(none["fields", "t"] == .null && none["fields", "s"] == .null)
      let number = #"{"t": {"type": "INT64", "value": 1}}"#
      #expect(try await client.modify("forceUpdate", "a", number).code == "BAD_REQUEST")
      // A device keeps a date as a number.
      let date = #"{"r": {"type": "TIMESTAMP", "value": 1795689000123}}"#
      #expect(
        try await client.modify("forceUpdate", "a", date).text("fields", "r", "type") == "TIMESTAMP"
      )
    }
  }
}
