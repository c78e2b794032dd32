import Foundation
import PerennialHub
import PerennialRecords
import Programs
import Testing

@Suite("perennial hub", .timeLimit(.minutes(2)))
struct CommandTests {
  private struct Output {
    let status: Int32
    let text: String
    let errors: String
  }

  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func hub(_ arguments: String...) throws -> Output { try hub(arguments) }

  private func hub(_ arguments: [String]) throws -> Output {
    let process = Process()
    process.executableURL = HubProcess.program
    process.arguments = ["hub"] + arguments
    process.currentDirectoryURL = folder.url
    let (output, errors) = (folder.file("out"), folder.file("err"))
    for file in [output, errors] { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    process.standardInput = FileHandle.nullDevice
    try process.start()
    process.waitUntilExit()
    return Output(
      status: process.terminationStatus,
      text: try String(contentsOf: output, encoding: .utf8),
      errors: try String(contentsOf: errors, encoding: .utf8))
  }

  private func json(_ output: Output) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(output.text.utf8), options: .fragmentsAllowed)
  }

  @Test(
    "An operator's day with a PostgreSQL server", .enabled(if: PostgreSQLServer.canBeHad))
  func serverDay() async throws {
    let address = try PostgreSQLServer.shared().database()
    let place = ["--file", address]
    #expect(try hub(["account", "add", "ann"] + place).text == "Added the account ann.\n")
    #expect(try hub(["account", "add", "ann"] + place).status == 73)
    let missing = try hub("serve", address)
    #expect(missing.status == 64 && missing.errors.contains("needs --assets"))
    let assets = ["--assets", folder.file("assets").path]
    let process = try HubProcess(serving: address, assets)
    let code = try hub(["pair", "ann"] + place).text
      .trimmingCharacters(in: .whitespacesAndNewlines)
    let stranger = HubClient(port: process.port, token: nil)
    let reply = try await stranger.post("/sync/1/devices", ["code": code, "name": "Phone"])
      .json(SignedIn.self)
    let phone = HubClient(port: process.port, token: reply.token)
    _ = try await phone.push([Sample.object(1)])
    let stats = try #require(try json(hub(["stats", "--json"] + place)) as? [String: Any])
    #expect(stats["records"] as? Int == 1 && stats["devices"] as? Int == 1)
    let copy = try hub("backup", address, "copy")
    #expect(copy.status == 64 && copy.errors.contains("pg_dump"))
    #expect(try hub(["check"] + place).text.hasPrefix("The hub is sound: 1 account, 1 zone, 1 rec"))
    #expect(try hub(["check", "--read-files"] + place).status == 64)
    #expect(try hub(["compact"] + place).status == 64)
    #expect(try hub(["compact", "--json"] + place + assets).status == 0)
    let renumbering = try hub(["incarnation", "--yes"] + place)
    #expect(renumbering.status == 74 && renumbering.errors.contains("End them first"))
    let position = try await phone.pull().json(PullReply.self).token
    #expect(process.terminate() == 0)
    #expect(try hub(["incarnation", "--yes"] + place).status == 0)
    let again = try HubProcess(serving: address, assets)
    let known = HubClient(port: again.port, token: reply.token)
    #expect(try await known.pull(after: position).status == 409)
    #expect(try hub(["revoke", reply.device] + place).status == 0)
    #expect(try await known.pull().status == 401)
    #expect(again.terminate() == 0)
    #expect(try hub(["account", "remove", "ann", "--yes"] + place).status == 64)
    #expect(try hub(["account", "remove", "ann", "--yes"] + place + assets).status == 0)
    #expect(try hub(["account", "list"] + place).text == "The hub has no accounts.\n")
    let empty = ["--file", try PostgreSQLServer.shared().database()]
    #expect(try hub(["check"] + empty).status == 65)
    let absent = try hub("account", "list", "--file", "postgresql://hub@/none?host=/nowhere")
    #expect(absent.status == 74 && absent.errors.contains("cannot be used"))
  }

  @Test("An operator's day: accounts, a device, a backup, a restoration")
  func day() async throws {
    #expect(try hub("account", "add", "ann").text == "Added the account ann.\n")
    #expect(try hub("account", "add", "ann").status == 73)
    #expect(try hub("account", "add", "a b").status == 64)
    _ = try hub("account", "add", "bob", "--limit", "5000")
    let process = try HubProcess(serving: folder.file("hub.sqlite"))
    let code = try hub("pair", "ann").text.trimmingCharacters(in: .whitespacesAndNewlines)
    let stranger = HubClient(port: process.port, token: nil)
    let reply = try await stranger.post("/sync/1/devices", ["code": code, "name": "Phone"])
      .json(SignedIn.self)
    let phone = HubClient(port: process.port, token: reply.token)
    _ = try await phone.push([Sample.object(1)])

    #expect(try hub("devices", "ann").text.contains("\(reply.device)  admin  last seen "))
    let devices = try #require(try json(hub("devices", "ann", "--json")) as? [[String: Any]])
    #expect(devices.map { $0["name"] as? String } == ["Phone"])
    let stats = try #require(try json(hub("stats", "--json")) as? [String: Any])
    #expect(stats["records"] as? Int == 1 && stats["accounts"] as? Int == 2)
    let accounts = try #require(try json(hub("account", "list", "--json")) as? [[String: Any]])
    #expect(accounts.map { $0["account"] as? String } == ["ann", "bob"])

    #expect(try hub("backup", "hub.sqlite", "copy").status == 0)
    #expect(try hub("backup", "hub.sqlite", "copy").status == 73)
    #expect(try hub("restore", "copy", "hub.sqlite", "--yes").status == 74)
    _ = try await phone.push([Sample.object(2)])
    let position = try await phone.pull().json(PullReply.self).token
    _ = try await phone.push([Sample.deletion(of: Sample.object(2), at: 1_700_000_000_001)])
    let compaction = try hub("compact", "--retention", "0").text
    #expect(compaction.hasPrefix("Forgot 1 deletion.\n") && compaction.contains("A hub runs"))
    #expect(try await phone.pull(after: position).status == 410)

    let load = ["load", "--port", "\(process.port)", "--devices", "4", "--duration", "1", "--json"]
    let report = try #require(try json(hub(load)) as? [String: Any])
    #expect(report["devices"] as? Int == 4 && report["failures"] as? Int == 0)
    #expect(try hub("load", "--address", "10.0.0.1").errors.contains("another machine"))
    #expect(try hub("load", "--devices", "0").status == 64)
    #expect(
      try hub("check").text == "The hub is sound: 2 accounts, 1 zone, 1 record, 0 assets\n")
    #expect(try hub("incarnation", "--yes").status == 74)
    #expect(try hub("account", "limit", "ann", "300").text == "The limit of ann is 300 bytes.\n")
    #expect(
      try await phone.push([Sample.object(3, title: String(repeating: "x", count: 300))]).status
        == 507)
    #expect(try hub("account", "limit", "ann", "0").status == 64)
    #expect(try hub("account", "limit", "eve", "300").status == 66)
    #expect(try hub("account", "limit", "ann", "1000000", "--json").status == 0)

    #expect(try hub("role", reply.device, "read").text.hasSuffix("has the role “read”.\n"))
    #expect(try await phone.push([Sample.object(3)]).status == 403)
    #expect(try hub("role", reply.device, "owner").status == 64)
    #expect(try hub("role", "0000000000000000", "read").status == 66)

    #expect(try hub("revoke", reply.device).status == 0)
    #expect(try hub("revoke", reply.device).status == 66)
    #expect(try await phone.pull().status == 401)
    #expect(process.terminate() == 0)

    #expect(try !hub("compact").text.contains("A hub runs"))
    #expect(try hub("restore", "copy", "hub.sqlite").status == 2)
    #expect(try hub("restore", "copy", "hub.sqlite", "--yes").status == 0)
    let again = try HubProcess(serving: folder.file("hub.sqlite"))
    // The backup has the device.
    let restored = HubClient(port: again.port, token: reply.token)
    #expect(try await restored.pull(after: position).status == 409)
    #expect(try await restored.records() == [Sample.object(1)])
    #expect(try hub("account", "remove", "ann").status == 2)
    #expect(try hub("account", "remove", "ann", "--yes").status == 0)
    #expect(try await restored.pull().status == 401)
    #expect(again.terminate() == 0)
  }

  @Test("With --json, every command prints one JSON value for other programs")
  func output() async throws {
    func members(_ arguments: String...) throws -> Set<String> {
      let output = try hub(arguments + ["--json"])
      #expect(output.status == 0 && output.errors.isEmpty, "\(arguments): \(output.errors)")
      let value = try json(output)
      let object = value as? [String: Any] ?? (value as? [[String: Any]])?.first
      return Set(try #require(object, "\(arguments): \(output.text)").keys)
    }
    let account: Set<String> = ["account", "created", "bytes", "limit"]
    #expect(try members("account", "add", "ann") == account)
    #expect(try members("account", "list") == account)
    #expect(try members("account", "limit", "ann", "5000") == account)
    #expect(try members("pair", "ann", "--role", "read") == ["account", "code", "role", "expires"])
    let now = StampClock.systemMilliseconds
    let storage = try SQLiteHubStorage(
      at: folder.file("hub.sqlite"), serving: false, time: now)
    let administration = HubAdministration(storage)
    let (code, _) = try await administration.pair(
      administration.account(named: "ann"), at: now)
    let device = Device(id: "d1", name: "Phone", created: now, lastSeen: now, expires: now + 9999)
    _ = try await storage.redeem(
      code.digest, for: device, token: DeviceToken.random().digest, at: now)
    try await storage.close()
    #expect(
      try members("devices", "ann")
        == ["device", "name", "role", "created", "lastSeen", "expires"])
    #expect(
      try members("stats") == [
        "accounts", "assetBytes", "assets", "bytes", "devices", "records", "zones",
      ])
    #expect(try members("role", "d1", "write") == ["account", "device", "role"])
    #expect(try members("revoke", "d1") == ["account", "device"])
    let report: Set<String> = [
      "accounts", "assets", "bytes", "counts", "extraFiles", "problems", "records", "zones",
    ]
    #expect(try members("check") == report)
    #expect(
      try members("compact") == ["forgotten", "assetBytes", "bytesBefore", "bytes", "hubRuns"])
    #expect(try members("incarnation", "--yes") == ["incarnation"])
    #expect(try members("backup", "hub.sqlite", "copy") == ["path"])
    #expect(try members("restore", "copy", "hub.sqlite", "--yes") == ["path", "replaced"])
    #expect(try members("account", "remove", "ann", "--yes") == account)
  }

  @Test("Mistakes have a status, and a message with a way out")
  func mistakes() throws {
    for arguments in [
      ["pair", "ann"], ["devices", "ann"], ["stats"], ["account", "list"], ["check"], ["compact"],
    ] {
      let output = try hub(arguments[0], arguments.dropFirst().first ?? "--json")
      #expect(output.status == 66 || output.status == 64, "\(arguments): \(output.errors)")
    }
    _ = try hub("account", "add", "ann")
    let unknown = try hub("pair", "bob")
    #expect(unknown.status == 66 && unknown.errors.contains("“bob”"))
    let open = try hub("serve", "hub.sqlite", "--host", "0.0.0.0")
    #expect(open.status == 64)
    #expect(open.errors.contains("--tls-certificate") && open.errors.contains("--behind-proxy"))
    #expect(try hub("serve", "hub.sqlite", "--tls-key", "key.pem").status == 64)
    #expect(try hub("serve").status == 64)
    #expect(try hub("serve", "--config", "none.json").status == 66)
    try Data(#"{"port": 99999}"#.utf8).write(to: folder.file("hub.json"))
    let wrong = try hub("serve", "hub.sqlite", "--config", "hub.json")
    #expect(wrong.status == 64 && wrong.errors.contains("hub.json: “port” is “99999”"))
    let shown = try hub("serve", "hub.sqlite", "--port", "0", "--print-configuration")
    #expect(shown.status == 0 && shown.text.contains(/port +0 +--port/))
    #expect(try hub("serve", "hub.sqlite", "--allowed-host", "a b").status == 64)
  }

  @Test(
    "Every command has a help text",
    arguments: [
      "serve", "account add", "account list", "account limit", "account remove", "pair", "devices",
      "role", "revoke", "audit",
      "backup", "restore", "incarnation", "check", "move", "compact", "stats", "load",
    ])
  func help(command: String) throws {
    let process = Process()
    process.executableURL = HubProcess.program
    process.arguments = ["hub"] + command.split(separator: " ").map(String.init) + ["--help"]
    let output = Pipe.isolated()
    process.standardOutput = output
    try process.start()
    let text = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(text.contains("EXAMPLES") && text.contains("USAGE: perennial hub \(command)"))
  }
}
