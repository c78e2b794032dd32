import Foundation
import PerennialHub
import PerennialRecords
import Testing

@Suite("Hostile bodies", .timeLimit(.minutes(2)))
struct HostileBodyTests {
  @Test(
    "Bodies that are not requests",
    arguments: [
      "", "x", "[]", "{}", "null", "12", "{\"records\":1}", "{\"records\":[1]}",
      "{\"records\":[{}]}", "{\"records\":[{\"name\":1,\"type\":\"T\",\"state\":{}}]}",
      "{\"records\":[{\"name\":\"o.0000000000000001\",\"type\":\"T\"}]}",
      "{\"records\":[{\"name\":\"o.0000000000000001\",\"type\":\"T\",\"state\":{\"fields\":{\"a\":[]}}}]}",
      "{\"records\":[{\"name\":\"o.0000000000000001\",\"type\":\"T\",\"state\":{\"life\":[\"x\",true]}}]}",
      "{\"records\":[],\"token\":\"x\"}", "{\"records\":[],\"token\":\"1-1\"}",
      "{\"records\":[],\"token\":\"-1-1-1\"}", "{\"records\":[],\"token\":7}",
      "{\"records\":[", "{\"records\":[]} x",
      "{\"records\":[{\"name\":\"o.1\",\"type\":\"T\",\"state\":{\"fields\":{\"a\":[\"0193b1f2c4a00000-00004be2a1b2c3d4\",{\"real\":\"inf\"}]}}}]}",
    ])
  func bodies(text: String) async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      try await hub.expect(.badRequest, 400, by: phone) {
        try await $0.post(HubClient.push, text: text)
      }
    }
  }

  @Test("Bytes that are not UTF-8")
  func invalidText() async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      for bytes in [[0xFF], [0xC0, 0x80], [0xE2, 0x82], [0xED, 0xA0, 0x80]] as [[UInt8]] {
        let head = "{\"records\":[{\"name\":\"o.1\",\"type\":\""
        let body = Data(head.utf8) + bytes + Data("\",\"state\":{}}]}".utf8)
        try await hub.expect(.badRequest, 400, by: phone) {
          try await $0.send("POST", HubClient.push, body: body)
        }
      }
    }
  }

  @Test("Deep JSON", arguments: [33, 1000, 500_000])
  func depth(depth: Int) async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        let text =
          "{\"records\":[],\"x\":" + String(repeating: open, count: depth) + "1"
          + String(repeating: close, count: depth) + "}"
        let isLong = text.utf8.count > HubLimits.requestBytes
        try await hub.expect(
          isLong ? .tooLarge : .badRequest, isLong ? 413 : 400, by: phone
        ) {
          try await $0.post(HubClient.push, text: text)
        }
      }
    }
  }

  @Test("Requests with too many bytes or records")
  func large() async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      let text = "{\"records\":[],\"x\":\"" + String(repeating: "x", count: 2 << 20) + "\"}"
      try await hub.expect(.tooLarge, 413, by: phone) {
        try await $0.post(HubClient.push, text: text)
      }
      try await hub.expect(.tooLarge, 413, by: phone) {
        try await $0.push((1...2001).map { Sample.object($0) })
      }
    }
  }

  @Test("A large body that does not tell its length, and a large sign-in")
  func largeWithoutLength() async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      try await hub.expect(.tooLarge, 413, by: hub.stranger) {
        try await $0.post(
          "/sync/1/devices", ["code": "2222-2222", "name": String(repeating: "x", count: 5000)])
      }
      let answer = try await withRawConnection(to: hub.port) { connection in
        let head = """
          POST \(HubClient.push) HTTP/1.1\r\nHost: 127.0.0.1:\(hub.port)\r\nConnection: close\r
          Authorization: Bearer \(phone.token ?? "")\r\nTransfer-Encoding: chunked\r\n\r\n
          """
        var isOpen = await connection.send(head)
        let chunk = "10000\r\n" + String(repeating: " ", count: 0x10000) + "\r\n"
        for _ in 0..<40 where isOpen { isOpen = await connection.send(chunk) }
        return await connection.receiveAll()
      }
      #expect(answer.head.hasPrefix("HTTP/1.1 413 "), "\(answer.head)")
      #expect(try await phone.records().isEmpty)
    }
  }

  @Test(
    "Fault 10: the reason names a number that does not fit",
    arguments: ["1180591620717411303424", "0.5"])
  func number(number: String) async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      let order = #"{"order":["018bcfe568000000-00000000000004d2",\#(number)]}"#
      let state = #"{"links":{"tags":{"o.0000000000000002":\#(order)}}}"#
      let record = #"{"name":"o.0000000000000001","type":"T","state":\#(state)}"#
      let answer = try await phone.post(HubClient.push, text: #"{"records":[\#(record)]}"#)
      #expect(answer.status == 400)
      #expect(try answer.error.reason.contains("whole number of 64 bits"))
    }
  }

  @Test("Fault 10: a large sign-in is not told to send fewer records")
  func largeSignIn() async throws {
    try await withHub { hub in
      let answer = try await hub.stranger.post(
        "/sync/1/devices", ["code": "2222-2222", "name": String(repeating: "x", count: 5000)])
      #expect(answer.status == 413)
      #expect(try answer.error.reason == "The body has more than 4096 bytes.")
    }
  }

  @Test("A compressed body")
  func compressed() async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      try await hub.expect(.badRequest, 415, by: phone) {
        try await $0.send(
          "POST", HubClient.push, body: Data([0x1F, 0x8B, 8, 0]),
          headers: ["Content-Encoding": "gzip"])
      }
    }
  }
}
