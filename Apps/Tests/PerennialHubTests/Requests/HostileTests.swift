import Foundation
import PerennialHub
import PerennialRecords
import Testing

@Suite("Hostile requests", .timeLimit(.minutes(2)))
struct HostileTests {
  static let push = "/sync/1/zones/\(HubClient.zone)/push"
  static let pull = "/sync/1/zones/\(HubClient.zone)/pull"

  /// Checks that a request is refused, and that the hub has afterwards what it had before.
  private func expect(
    _ code: HubError.Code, _ status: Int, of hub: TestHub, by client: HubClient,
    _ send: (HubClient) async throws -> HubClient.Answer,
    location: SourceLocation = #_sourceLocation
  ) async throws {
    let (ann, bob) = (try await hub.signIn(), try await hub.signIn("bob"))
    let before = (try await ann.records(), try await bob.records())
    let answer = try await send(client)
    #expect(answer.status == status, "\(answer.text)", sourceLocation: location)
    let error = try answer.error
    #expect(error.code == code, "\(error)", sourceLocation: location)
    #expect(!error.reason.isEmpty && error.hubTime != nil, sourceLocation: location)
    #expect(answer.headers["x-request-id"] != nil, sourceLocation: location)
    let after = (try await ann.records(), try await bob.records())
    #expect(after.0 == before.0 && after.1 == before.1, sourceLocation: location)
  }

  // MARK: Tokens

  @Test("Missing, forged, expired and revoked tokens get nothing")
  func tokens() async throws {
    let day: Int64 = 24 * 3600 * 1000
    try await withHub(configuring: { $0.tokenLifetime = 10 * day }) { hub in
      let phone = try await hub.signIn()
      _ = try await phone.push([Sample.object(1)])
      let requests: [(String, String)] = [
        ("POST", Self.pull), ("POST", Self.push),
        ("GET", "/sync/1/zones/\(HubClient.zone)/changes"), ("POST", "/sync/1/pairings"),
        ("GET", "/sync/1/devices"), ("DELETE", "/sync/1/devices/current"),
        ("GET", "/sync/1/account"), ("DELETE", "/sync/1/account"),
        ("PUT", "/sync/1/zones/Z/assets/" + String(repeating: "0", count: 64)),
        ("GET", "/sync/1/zones/Z/assets/" + String(repeating: "0", count: 64)),
      ]
      let forged = HubClient(port: hub.port, token: DeviceToken.random().text)
      for (method, path) in requests {
        for client in [hub.stranger, forged] {
          try await expect(.unauthorized, 401, of: hub, by: client) {
            try await $0.send(method, path, body: method == "GET" ? nil : Data("{}".utf8))
          }
        }
      }
      let revoked = try await hub.signIn()
      #expect(try await revoked.send("DELETE", "/sync/1/devices/current").status == 204)
      try await expect(.unauthorized, 401, of: hub, by: revoked) { try await $0.pull() }
      hub.clock.advance(by: 11 * day)
      try await expect(.unauthorized, 401, of: hub, by: phone) { try await $0.pull() }
    }
  }

  @Test("A token of one account reads and writes the zones of that account only")
  func otherAccount() async throws {
    try await withHub { hub in
      let (ann, bob) = (try await hub.signIn(), try await hub.signIn("bob"))
      _ = try await ann.push([Sample.object(1)])
      #expect(try await bob.records().isEmpty)
      let annsDevice = try #require(try await devices(of: ann).first)
      try await expect(.badRequest, 404, of: hub, by: bob) {
        try await $0.send("DELETE", "/sync/1/devices/\(annsDevice)")
      }
      #expect(try await bob.send("DELETE", "/sync/1/account").status == 204)
      #expect(try await bob.pull().status == 401)
      #expect(try await ann.records() == [Sample.object(1)])
    }
  }

  private func devices(of client: HubClient) async throws -> [String] {
    struct Reply: Decodable {
      struct Item: Decodable { let device: String }
      let devices: [Item]
    }
    return try await client.get("/sync/1/devices").json(Reply.self).devices.map(\.device)
  }

  @Test("Wrong codes are limited, and so is the right one until the minute is over")
  func codes() async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      struct Code: Decodable { let code: String }
      let code = try await phone.send("POST", "/sync/1/pairings").json(Code.self).code
      var statuses: [Int] = []
      for _ in 0..<12 {
        let wrong = ["code": PairingCode.random().text, "name": "x"]
        statuses.append(try await hub.stranger.post("/sync/1/devices", wrong).status)
      }
      #expect(statuses == Array(repeating: 401, count: 10) + [429, 429])
      let right = ["code": code, "name": "x"]
      let refused = try await hub.stranger.post("/sync/1/devices", right)
      #expect(refused.status == 429)
      #expect(try refused.error.code == .tryAgainLater)
      #expect(Int(refused.headers["retry-after"] ?? "") ?? 0 > 0)
      #expect(try await phone.pull().status == 200)
      hub.clock.advance(by: 61_000)
      #expect(try await hub.stranger.post("/sync/1/devices", right).status == 201)
    }
  }

  @Test("Wrong tokens are limited, and right ones are not")
  func tokenAttempts() async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      var statuses: Set<Int> = []
      for _ in 0..<64 {
        let forged = HubClient(port: hub.port, token: DeviceToken.random().text)
        statuses.insert(try await forged.pull().status)
      }
      #expect(statuses == [401, 429])
      #expect(try await phone.pull().status == 200)
    }
  }

  @Test("A code has expired after ten minutes")
  func lateCode() async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      struct Code: Decodable { let code: String }
      let code = try await phone.send("POST", "/sync/1/pairings").json(Code.self).code
      hub.clock.advance(by: 10 * 60 * 1000)
      try await expect(.unauthorized, 401, of: hub, by: hub.stranger) {
        try await $0.post("/sync/1/devices", ["code": code, "name": "x"])
      }
    }
  }

  @Test(
    "Names of devices have 1 to 100 characters",
    arguments: ["", "  ", "a\u{0}b", "a\nb", String(repeating: "x", count: 101)])
  func deviceNames(name: String) async throws {
    try await withHub { hub in
      try await expect(.badRequest, 400, of: hub, by: hub.stranger) {
        try await $0.post("/sync/1/devices", ["code": "2222-2222", "name": name])
      }
    }
  }

  // MARK: Bodies

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
      try await expect(.badRequest, 400, of: hub, by: phone) {
        try await $0.post(Self.push, text: text)
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
        try await expect(.badRequest, 400, of: hub, by: phone) {
          try await $0.send("POST", Self.push, body: body)
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
        try await expect(
          isLong ? .tooLarge : .badRequest, isLong ? 413 : 400, of: hub, by: phone
        ) {
          try await $0.post(Self.push, text: text)
        }
      }
    }
  }

  @Test("Requests with too many bytes or records")
  func large() async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      let text = "{\"records\":[],\"x\":\"" + String(repeating: "x", count: 2 << 20) + "\"}"
      try await expect(.tooLarge, 413, of: hub, by: phone) {
        try await $0.post(Self.push, text: text)
      }
      try await expect(.tooLarge, 413, of: hub, by: phone) {
        try await $0.push((1...2001).map { Sample.object($0) })
      }
    }
  }

  @Test("A large body that does not tell its length, and a large sign-in")
  func largeWithoutLength() async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      try await expect(.tooLarge, 413, of: hub, by: hub.stranger) {
        try await $0.post(
          "/sync/1/devices", ["code": "2222-2222", "name": String(repeating: "x", count: 5000)])
      }
      let answer = try await withRawConnection(to: hub.port) { connection in
        let head = """
          POST \(Self.push) HTTP/1.1\r\nHost: 127.0.0.1:\(hub.port)\r\nConnection: close\r
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

  @Test("A compressed body")
  func compressed() async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      try await expect(.badRequest, 415, of: hub, by: phone) {
        try await $0.send(
          "POST", Self.push, body: Data([0x1F, 0x8B, 8, 0]), headers: ["Content-Encoding": "gzip"])
      }
    }
  }

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
        #expect(try await phone.post(Self.push, text: "{\"records\":[\(record)]}").status == 200)
      }
      let text = try await phone.pull().text
      #expect(text.contains("\"d\":[3,{\"x\":null}]"))
      for number in 1...3 { #expect(text.contains("\"e\(number)\":true")) }
    }
  }

  @Test("Unknown keys are ignored, and not stored")
  func unknownKeys() async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      let data = try JSONEncoder().encode(Sample.object(1))
      let text = String(decoding: data, as: UTF8.self).dropLast() + ",\"evil\":[1,{\"a\":2}]}"
      #expect(
        try await phone.post(Self.push, text: "{\"x\":1,\"records\":[\(text)]}").status == 200)
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
      let answer = try await phone.post(Self.push, text: "{\"records\":[\(record)]}")
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
        try await expect(.badRequest, 400, of: hub, by: phone) {
          try await $0.post(Self.push, text: "{\"records\":[\(record)]}")
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
      try await expect(.badRequest, 400, of: hub, by: phone) {
        try await $0.post(Self.push, text: #"{"records":[\#(record)]}"#)
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
      #expect(try await phone.post(Self.push, text: #"{"records":[\#(record)]}"#).status == 200)
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
      try await expect(.clockAhead, 422, of: hub, by: phone) { try await $0.push([ahead]) }
      var counted = Sample.object(1)
      let stamp = Stamp(time: HybridTime(milliseconds: hub.clock.now + year), device: .none)
      counted.state.count("a", CounterTotals.Total(stamp: stamp, amount: 1), by: .none)
      try await expect(.clockAhead, 422, of: hub, by: phone) { try await $0.push([counted]) }
      let tolerated = Sample.object(1, at: hub.clock.now + 4 * 60 * 1000)
      #expect(try await phone.push([tolerated]).status == 200)
    }
  }

  // MARK: Paths

  @Test("Zones with names that zones cannot have")
  func zones() async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      let names = [
        ".hidden", "a%20b", "a%2Fb", "%2e%2e",
        "ä".addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "",
        String(repeating: "a", count: 129), "a%00b",
      ]
      for name in names {
        try await expect(.badRequest, 400, of: hub, by: phone) { try await $0.pull(from: name) }
      }
      #expect(try await phone.pull(from: String(repeating: "a", count: 128)).status == 200)
    }
  }

  @Test("Versions, operations and methods that the hub does not have")
  func paths() async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      for path in ["/sync/2", "/sync/0/zones/Z/pull", "/sync/2/devices", "/sync/99/x/y"] {
        try await expect(.upgradeRequired, 426, of: hub, by: phone) {
          try await $0.post(path, text: "{}")
        }
      }
      for path in [
        "/sync/1", "/sync/1/zones", "/sync/1/zones/Z/query", "/sync/1/zones/Z", "/sync/x", "/",
        "/sync/1/zones/Z/pull/more", "/database/1/x",
      ] {
        try await expect(.badRequest, 404, of: hub, by: phone) {
          try await $0.post(path, text: "{}")
        }
      }
      try await expect(.badRequest, 404, of: hub, by: phone) { try await $0.get(Self.push) }
    }
  }

  @Test("Requests for a foreign host, or by a page of another origin")
  func foreignPages() async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      let path = "/sync/1/account"
      let host = try await phone.send("GET", path, headers: ["Host": "evil.example"])
      #expect(host.status == 421 && !host.text.contains("ann"))
      let page = try await phone.send("GET", path, headers: ["Origin": "https://evil.example"])
      #expect(page.status == 403 && !page.text.contains("ann"))
    }
  }

  // MARK: Positions

  @Test("Positions that the hub has not given out")
  func positions() async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      _ = try await phone.push([Sample.object(1)])
      let head = try await phone.pull().json(PullReply.self).token
      for token in [
        SyncToken(incarnation: head.incarnation, sequence: 2),
        SyncToken(incarnation: head.incarnation + 1, sequence: 1),
        SyncToken(incarnation: 1, sequence: .max, floor: .max),
      ] {
        try await expect(.hubRestored, 409, of: hub, by: phone) { try await $0.pull(after: token) }
        try await expect(.hubRestored, 409, of: hub, by: phone) {
          try await $0.push([Sample.object(2)], after: token)
        }
        try await expect(.hubRestored, 409, of: hub, by: phone) {
          try await $0.get("/sync/1/zones/\(HubClient.zone)/changes?after=\(token)")
        }
      }
      try await expect(.badRequest, 400, of: hub, by: phone) {
        try await $0.get("/sync/1/zones/\(HubClient.zone)/changes?after=x")
      }
    }
  }

  @Test("A position before a forgotten deletion")
  func expired() async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      let (first, second) = (Sample.object(1), Sample.object(2))
      _ = try await phone.push([first, second])
      let head = try await phone.pull().json(PullReply.self).token
      _ = try await phone.push([Sample.deletion(of: first, at: 1_700_000_000_001)])
      let now = hub.clock.now
      _ = try await HubAdministration(hub.storage).forgetDeletions(before: now + 1000)
      try await expect(.tokenExpired, 410, of: hub, by: phone) { try await $0.pull(after: head) }
      try await expect(.tokenExpired, 410, of: hub, by: phone) {
        try await $0.push([first], after: head)
      }
      #expect(try await phone.records() == [second])
    }
  }

  // MARK: Space

  @Test("A full account stores nothing but deletions, and others are not affected")
  func quota() async throws {
    try await withHub { hub in
      let records = (1...12).map { Sample.object($0) }
      let bob = try await hub.signIn("bob")
      _ = try await bob.push(records)
      let size = try #require(try await hub.storage.account(named: "bob")?.bytes)
      _ = try await HubAdministration(hub.storage)
        .addAccount(named: "ann", limit: size, at: hub.clock.now)
      let phone = try await hub.signIn()
      #expect(try await phone.push(records).status == 200)
      try await expect(.quotaExceeded, 507, of: hub, by: phone) {
        try await $0.push([Sample.object(13)])
      }
      #expect(try await bob.push([Sample.object(13)]).status == 200)
      // A deletion that brings data along is refused like any other data.
      let large = Sample.object(1, title: String(repeating: "x", count: 500))
      var state = large.state
      state.delete(at: Sample.stamp(1_700_000_000_001))
      let disguised = Record(large.name, type: large.type, created: large.created, state: state)
      try await expect(.quotaExceeded, 507, of: hub, by: phone) { try await $0.push([disguised]) }
      let deletion = Sample.deletion(of: records[0], at: 1_700_000_000_001)
      #expect(try await phone.push([deletion]).status == 200)
      let bytes = try #require(try await hub.storage.account(named: "ann")?.bytes)
      #expect(bytes > size && bytes <= size + size / 16)
    }
  }

  @Test("The log has identifiers and numbers, and no values, tokens or codes")
  func log() async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      _ = try await phone.push([Sample.object(1, title: "SECRET-VALUE")])
      _ = try await phone.post(Self.push, text: "{\"records\":[\"SECRET-VALUE\"]}")
      _ = try await phone.send(
        "POST", Self.pull, body: Data("{}".utf8), headers: ["X-Request-ID": "my-request"])
      let token = try #require(phone.token)
      let text = hub.log.text
      #expect(!text.contains("SECRET-VALUE") && !text.contains(token))
      let entry = try #require(
        hub.log.entries.first { $0.metadata["request"] == "my-request" })
      #expect(entry.metadata["account"] == "ann" && entry.metadata["records"] == "1")
      #expect(entry.metadata["status"] == "200")
    }
  }
}
