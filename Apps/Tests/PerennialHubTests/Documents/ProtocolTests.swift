import Foundation
import HTTPTypes
import Hummingbird
import Logging
import PerennialRecords
import Testing

@testable import HardenedHTTP
@testable import PerennialHub

@Suite("Documentation/Protocol.md", .timeLimit(.minutes(1)))
struct ProtocolTests {
  @Test("The hub answers the documented requests as documented")
  func examples() async throws {
    let examples = try ProtocolExample.all()
    #expect(try examples.count * 2 == ProtocolPage.blocks(of: "http").count)
    #expect(examples.count >= 29)
    try await withHub { hub in
      let administration = HubAdministration(hub.storage)
      let ann = try await administration.addAccount(named: "ann", at: hub.clock.now)
      var comparison = ProtocolComparison()
      comparison.substitutes["7F3K-9QXM"] =
        try await administration.pair(ann, at: hub.clock.now).code.text
      let zone = try await hub.storage.zone(ZoneKey(account: ann.id, name: "Z"))
      comparison.substitutes["1795437450000-0-0"] = "\(zone.incarnation)-0-0"
      for example in examples {
        if example.request.headers["Accept"] == "text/event-stream" {
          try await replayEvents(of: example, on: hub, comparison)
        } else {
          try await replay(example, on: hub, &comparison)
        }
      }
    }
  }

  private func replay(
    _ example: ProtocolExample, on hub: TestHub, _ comparison: inout ProtocolComparison
  ) async throws {
    let start = example.request.start.split(separator: " ")
    try #require(start.count == 3, "line \(example.line)")
    let body = comparison.substituting(example.request.body)
    let answer = try await hub.stranger.send(
      String(start[0]), comparison.substituting(String(start[1])),
      body: body.isEmpty ? nil : Data(body.utf8),
      headers: example.request.headers.mapValues { comparison.substituting($0) })
    let status = example.answer.start.split(separator: " ").dropFirst().first ?? ""
    #expect("\(answer.status)" == String(status), "line \(example.line): \(answer.text)")
    for (name, value) in example.answer.headers {
      #expect(answer.headers[name.lowercased()] == value, "line \(example.line): \(name)")
    }
    let documented = Data(example.answer.body.utf8)
    guard let wanted = try? JSONSerialization.jsonObject(with: documented) else {
      #expect(answer.text == example.answer.body, "line \(example.line)")
      return
    }
    let real = try JSONSerialization.jsonObject(with: answer.body)
    let difference = comparison.difference(wanted, real)
    #expect(difference == nil, "line \(example.line): \(difference ?? "")")
  }

  private func replayEvents(
    of example: ProtocolExample, on hub: TestHub, _ comparison: ProtocolComparison
  ) async throws {
    let start = example.request.start.split(separator: " ")
    try #require(start.count == 3, "line \(example.line)")
    let token = example.request.headers["Authorization"]?.split(separator: " ").last ?? ""
    let client = HubClient(port: hub.port, token: comparison.substituting(String(token)))
    let documented = comparison.substituting(example.answer.body).split(separator: "\n")
    try await withEventLines(of: client, comparison.substituting(String(start[1]))) { lines in
      var real = lines.makeAsyncIterator()
      for line in documented {
        #expect(await real.next() == String(line), "line \(example.line)")
      }
    }
  }

  @Test("The documented records are records, and have all members that there are")
  func records() throws {
    let blocks = try ProtocolPage.blocks(of: "json")
    #expect(blocks.count == 3)
    #expect(blocks.contains { $0.lines.contains { $0.contains("\"contested\": ") } })
    for block in blocks {
      let body = Data(block.lines.joined(separator: "\n").utf8)
      let record = try JSONDecoder().decode(Record.self, from: body)
      let copy = try JSONSerialization.jsonObject(with: RecordCoding.body(of: record))
      var comparison = ProtocolComparison(times: [], names: [])
      let difference = comparison.difference(try JSONSerialization.jsonObject(with: body), copy)
      #expect(difference == nil, "line \(block.line): \(difference ?? "")")
    }
    let state = try #require(blocks.last).lines.joined(separator: "\n")
    for member in [
      "edition", "fields", "links", "counters", "life", "reset", "resets", "copies", "redirect",
      "later",
    ] {
      #expect(state.contains("\"\(member)\": "), "\(member)")
    }
  }

  @Test("Every route is documented, and every documented request has a route")
  func routes() throws {
    let folder = try ScratchFolder()
    let url = folder.file("hub.sqlite")
    let hub = Hub(
      storage: try SQLiteHubStorage(at: url, serving: true, time: 1_000_000),
      assets: AssetFolder(besideDatabaseAt: url), options: HubOptions(), clock: { 0 },
      logger: Logger(label: "test"))
    let routes = try HubRouter(hub: hub, hardened: HardenedServer(ServerLimits())).router().routes
      .map { route in
        "\(route.method) \(route.path)".replacing("{zone}", with: "ZONE")
          .replacing("{device}", with: "DEVICE").replacing("{checksum}", with: "SHA256")
      }
    let documented = try ProtocolPage.firstCells().map { $0.replacing("`", with: "") }
      .filter { $0.firstMatch(of: /^[A-Z]+ \//) != nil && !$0.contains(" and ") }
    let (devices, clients) = (
      routes.filter { !$0.contains("/1/{container}/") && !$0.contains(" /database/") },
      routes.filter { $0.contains("/1/{container}/") || $0.contains(" /database/") }
    )
    #expect(documented.sorted() == devices.sorted())
    let webServices = try ProtocolPage.text(of: "WebServices.md")
    for route in clients {
      let text = route.replacing("{container}", with: "CONTAINER")
        .replacing("{environment}", with: "ENVIRONMENT").replacing("{database}", with: "DATABASE")
      #expect(webServices.contains(text.split(separator: " ")[1]), "\(text)")
    }
  }

  @Test("Every error code, reason of a refusal and metric is documented")
  func completeness() async throws {
    let cells = try ProtocolPage.firstCells()
    let codes: [HubError.Code] = [
      .tokenExpired, .hubRestored, .clockAhead, .tooLarge, .badRequest, .unauthorized, .forbidden,
      .quotaExceeded, .tryAgainLater, .accountMoved, .upgradeRequired, .internalError,
    ]
    let reasons: [PushReply.Reason] = [
      .nameTaken, .referenceRefused, .typeDiffers, .invalidName, .tooLarge, .assetMissing,
    ]
    for word in codes.map(\.rawValue) + reasons.map(\.rawValue) {
      #expect(cells.contains("`\(word)`"), "\(word)")
    }
    let text = try ProtocolPage.text()
    for code in codes {
      #expect(text.contains("| `\(code.rawValue)` | \(code.status.code) |"), "\(code)")
    }
    try await withHub { hub in
      _ = try await hub.stranger.get("/health")
      let metrics = try await hub.stranger.get("/metrics").text
      let names = metrics.matches(of: #/# TYPE (perennial_[a-z_]+) /#).map { "`\($0.1)`" }
      #expect(names.sorted() == cells.filter { $0.hasPrefix("`perennial_hub_") }.sorted())
    }
  }

  @Test("The documented limits are those of the hub")
  func limits() throws {
    let text = try ProtocolPage.text()
    let (options, timeouts) = (HubOptions(), HTTPTimeouts())
    #expect(HubLimits.recordBytes == 1 << 20 && text.contains("| a record's JSON form | 1 MiB |"))
    #expect(HubLimits.requestBytes == 2 << 20 && text.contains("| a request's body | 2 MiB |"))
    #expect(SignInRequest.largest == 4096 && text.contains("| the body of a sign-in | 4 KiB |"))
    #expect(HubLimits.records == 2000 && text.contains("| 2,000; a page ends after"))
    #expect(PageLimit().bytes == 1 << 20 && text.contains("record that exceeds 1 MiB |"))
    #expect(JSONCheck.depth == 32 && text.contains("| depth of JSON | 32 |"))
    #expect(options.assetBytes == 64 << 20 && text.contains("| an asset | 64 MiB |"))
    #expect(Account.standardLimit == 1 << 30 && text.contains("| an account | 1 GiB, unless"))
    #expect(StampClock.tolerance == 300_000 && text.contains("hub's clock | 5 minutes |"))
    #expect(options.limits.headSize == 32 << 10 && options.limits.headerFields == 100)
    #expect(timeouts.head == .seconds(10) && text.contains("32 KiB, 100 fields, within 10 seconds"))
    #expect(timeouts.body == .seconds(10) && timeouts.minimumBodyRate == 1024)
    #expect(timeouts.write == .seconds(30) && timeouts.idle == .seconds(60))
    #expect(options.longPoll == .seconds(55) && text.contains("After 55 seconds without a change"))
    #expect(options.heartbeat == .seconds(20) && text.contains("follows every 20\nseconds"))
    #expect(options.retention == 180 * 24 * 3_600_000 && text.contains("for 180 days"))
    #expect(
      options.assetRetention == 7 * 24 * 3_600_000 && text.contains("for at least seven days"))
    #expect(PairingCode.lifetime == 600_000 && text.contains("once, for ten minutes"))
  }
}
