import Foundation
import PerennialHub
import PerennialRecords
import Testing

@Suite("Hostile records", .timeLimit(.minutes(2)))
struct HostileRecordTests {
  @Test("A record that is too large is refused, and the others of the request are stored")
  func largeRecord() async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      let large = Sample.object(1, title: String(repeating: "x", count: HubLimits.recordBytes))
      let reply = try await phone.push([large, Sample.object(2)]).json(PushReply.self)
      #expect(reply.refused == [PushReply.Refusal(large.name, .tooLarge)])
      #expect(try await phone.records() == [Sample.object(2)])
    }
  }

  @Test("Records with names that names cannot be, or of another type than the stored one")
  func records() async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      _ = try await phone.push([Sample.object(1)])
      for name in ["", "_a", "a b", "ä", "a\u{0}b", String(repeating: "a", count: 256)] {
        let record = Record(RecordName(name), type: "Recipe")
        let reply = try await phone.push([record]).json(PushReply.self)
        #expect(reply.refused == [PushReply.Refusal(record.name, .invalidName)])
      }
      let first = Sample.object(1)
      let other = Record(first.name, type: "Tag", created: first.created, state: first.state)
      let reply = try await phone.push([other]).json(PushReply.self)
      #expect(reply.refused == [PushReply.Refusal(first.name, .typeDiffers)])
      #expect(try await phone.records() == [first])
    }
  }

  @Test("Members of a state that a later version has added are stored, joined and sent back")
  func laterContent() async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      for number in [1, 3, 2] {
        let state = "{\"marks\":{\"d\":[\(number),{\"x\":null}],\"e\(number)\":true}}"
        let record = "{\"name\":\"p.1\",\"type\":\"T\",\"state\":\(state)}"
        #expect(
          try await phone.post(HubClient.push, text: "{\"records\":[\(record)]}").status == 200)
      }
      let text = try await phone.pull().text
      #expect(text.contains("\"d\":[3,{\"x\":null}]"))
      for number in 1...3 { #expect(text.contains("\"e\(number)\":true")) }
    }
  }

  @Test(
    "Members with as many levels as a request can have are joined in time",
    arguments: [("[", "]"), ("{\"a\":", "}"), ("[{\"a\":", "}]")])
  func deepContent(open: String, close: String) async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      // The request, its list, the record and its state are levels too.
      let count = 28 / open.count { "[{".contains($0) }
      let (open, close) = (
        String(repeating: open, count: count), String(repeating: close, count: count)
      )
      for leaf in [1, 2, 1, 2] {
        let state = "{\"later\":\(open)\(leaf)\(close)}"
        let record = "{\"name\":\"p.1\",\"type\":\"T\",\"state\":\(state)}"
        #expect(
          try await phone.post(HubClient.push, text: "{\"records\":[\(record)]}").status == 200)
      }
      #expect(try await phone.pull().text.contains("\(open)2\(close)"))
    }
  }

  @Test("Unknown keys are ignored, and not stored")
  func unknownKeys() async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      let data = try JSONEncoder().encode(Sample.object(1))
      let text = String(decoding: data, as: UTF8.self).dropLast() + ",\"evil\":[1,{\"a\":2}]}"
      #expect(
        try await phone.post(HubClient.push, text: "{\"x\":1,\"records\":[\(text)]}").status == 200)
      #expect(try await phone.records() == [Sample.object(1)])
      #expect(try await !phone.pull().text.contains("evil"))
    }
  }

  @Test("Names of members that differ in bytes and are equal as texts", arguments: [0, 1, 2, 3])
  func equalNames(form: Int) async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      let stamp = Sample.object(1).created?.description ?? ""
      let (first, second) = ("\u{E9}", "e\u{301}")
      let state = [
        "{\"fields\":{\"\(first)\":[\"\(stamp)\",1],\"\(second)\":[\"\(stamp)\",2]}}",
        "{\"links\":{\"f\":{\"\(first)\":{},\"\(second)\":{}}}}",
        "{\"copies\":{\"\(first)\":{\"device\":1,\"versions\":{}},"
          + "\"\(second)\":{\"device\":1,\"versions\":{}}}}",
        "{\"counters\":{\"\(first)\":{\"00000000000004d2\":[\"\(stamp)\",1]},\"\(second)\":{}}}",
      ][form]
      let record = "{\"name\":\"p.1\",\"type\":\"T\",\"state\":\(state)}"
      let answer = try await phone.post(HubClient.push, text: "{\"records\":[\(record)]}")
      #expect(answer.status == 200 || answer.status == 400, "\(answer.text)")
      #expect(try await phone.pull().status == 200)
      #expect(try await phone.push([Sample.object(1)]).status == 200)
    }
  }

  @Test("Numbers that are larger than numbers can be", arguments: ["1e400", "9223372036854775808"])
  func largeNumbers(number: String) async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      let stamp = Sample.object(1).created?.description ?? ""
      for state in [
        "{\"fields\":{\"a\":[\"\(stamp)\",\(number)]}}", "{\"redirect\":[\(number),\"p.1\"]}",
        "{\"edition\":{\"version\":\(number)}}",
        "{\"copies\":{\"a\":{\"device\":\(number),\"versions\":{}}}}",
        "{\"counters\":{\"a\":{\"00000000000004d2\":[\"\(stamp)\",\(number)]}}}",
      ] {
        let record = "{\"name\":\"p.1\",\"type\":\"T\",\"state\":\(state)}"
        try await hub.expect(.badRequest, 400, by: phone) {
          try await $0.post(HubClient.push, text: "{\"records\":[\(record)]}")
        }
      }
    }
  }

  @Test(
    "Totals of counters that are none",
    arguments: [
      #"[]"#, #"{"4d2":["STAMP",1]}"#, #"{"00000000000004D2":["STAMP",1]}"#,
      #"{"ffffffffffffffff":["STAMP",1]}"#, #"{"00000000000004d2/":["STAMP",1]}"#,
      #"{"00000000000004d2/_a":["STAMP",1]}"#, #"{"00000000000004d2 o.1":["STAMP",1]}"#,
      #"{"00000000000004d2":1}"#, #"{"00000000000004d2":["STAMP"]}"#,
      #"{"00000000000004d2":["STAMP","1"]}"#, #"{"00000000000004d2":["STAMP",0.5]}"#,
      #"{"00000000000004d2":["x",1]}"#, #"{"00000000000004d2":["STAMP",1,7]}"#,
    ])
  func badCounters(counter: String) async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      let stamp = Sample.object(1).created?.description ?? ""
      let totals = counter.replacing("STAMP", with: stamp)
      let record = #"{"name":"p.1","type":"T","state":{"counters":{"a":\#(totals)}}}"#
      try await hub.expect(.badRequest, 400, by: phone) {
        try await $0.post(HubClient.push, text: #"{"records":[\#(record)]}"#)
      }
    }
  }

  @Test("Totals whose sum 64 bits cannot hold are stored as they are")
  func largeTotals() async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      let stamp = Sample.object(1).created?.description ?? ""
      let totals =
        #"{"00000000000004d2":["\#(stamp)",9223372036854775807],"#
        + #""000000000000162e":["\#(stamp)",9223372036854775807]}"#
      let record = #"{"name":"p.1","type":"T","state":{"counters":{"a":\#(totals)}}}"#
      #expect(
        try await phone.post(HubClient.push, text: #"{"records":[\#(record)]}"#).status == 200)
      let stored = try #require(try await phone.records().first?.state.counters["a"])
      #expect(stored.totals.values.map(\.amount) == [.max, .max])
      #expect(stored.sum(after: nil) == -2)
    }
  }

  @Test("A clock that is a year ahead")
  func clockAhead() async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      let year: Int64 = 365 * 24 * 3600 * 1000
      let ahead = Sample.object(1, at: hub.clock.now + year)
      try await hub.expect(.clockAhead, 422, by: phone) { try await $0.push([ahead]) }
      var counted = Sample.object(1)
      let stamp = Stamp(time: HybridTime(milliseconds: hub.clock.now + year), device: .none)
      counted.state.count("a", CounterTotals.Total(stamp: stamp, amount: 1), by: .none)
      try await hub.expect(.clockAhead, 422, by: phone) { try await $0.push([counted]) }
      let tolerated = Sample.object(1, at: hub.clock.now + 4 * 60 * 1000)
      #expect(try await phone.push([tolerated]).status == 200)
    }
  }
}
