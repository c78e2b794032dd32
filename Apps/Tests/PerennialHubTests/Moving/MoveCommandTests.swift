import Foundation
import PerennialHub
import PerennialRecords
import Programs
import RandomTesting
import Testing

@Suite("perennial hub move", .timeLimit(.minutes(1)))
struct MoveCommandTests {
  /// Two databases, of which the first has the accounts `ann` and `bob`.
  struct Databases: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let isServer: Bool

    static let all = [
      Databases(testDescription: "to a file", isServer: false),
      Databases(testDescription: "to a PostgreSQL server", isServer: true),
    ].filter { !$0.isServer || PostgreSQLServer.canBeHad }
  }

  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private struct Output {
    let status: Int32
    let text: String
    let errors: String
  }

  private func start(_ arguments: [String]) throws -> Process {
    let process = Process()
    process.executableURL = HubProcess.program
    process.arguments = ["hub", "move"] + arguments
    process.currentDirectoryURL = folder.url
    let id = UUID().uuidString
    let (output, errors) = (folder.file("\(id).out"), folder.file("\(id).err"))
    for file in [output, errors] { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    process.standardInput = FileHandle.nullDevice
    process.environment = ProcessInfo.processInfo.environment.merging(["ID": id]) { $1 }
    try process.start()
    return process
  }

  private func move(_ arguments: String...) throws -> Output {
    let process = try start(arguments)
    process.waitUntilExit()
    let id = process.environment?["ID"] ?? ""
    return Output(
      status: process.terminationStatus,
      text: try String(contentsOf: folder.file("\(id).out"), encoding: .utf8),
      errors: try String(contentsOf: folder.file("\(id).err"), encoding: .utf8))
  }

  /// Makes the first database, and returns the tokens of the devices of its accounts.
  private func fill() async throws -> [String] {
    let storage = try SQLiteHubStorage(
      at: folder.file("hub.sqlite"), serving: true, time: StampClock.systemMilliseconds)
    let tokens = [try await storage.signIn("ann"), try await storage.signIn("bob")]
    try await storage.close()
    return tokens
  }

  @Test(
    "Killed again and again while devices write, it loses nothing that was acknowledged",
    arguments: Databases.all)
  func kills(databases: Databases) async throws {
    let tokens = try await fill()
    let target =
      databases.isServer
      ? try PostgreSQLServer.shared().database() : folder.file("other.sqlite").path
    let assets = ["--to-assets", folder.file("other-assets").path]
    let from = try HubProcess(serving: folder.file("hub.sqlite"))
    let to = try HubProcess(serving: target, ["--assets", folder.file("other-assets").path])
    let clients = tokens.map { HubClient(port: from.port, token: $0) }
    let bytes = Data("hello world".utf8)
    let digest = "b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9"
    let path = "/sync/1/zones/\(HubClient.zone)/assets/\(digest)"
    #expect(try await clients[0].send("PUT", path, body: bytes).status == 201)
    let acknowledged = [Acknowledged(), Acknowledged()]
    let writers = [0, 1].map { number in
      Task { () -> Int in
        for key in 0..<10_000 {
          let records = (0..<20).map { Sample.object(Int64(key * 20 + $0 + 1)) }
          let answer = try await clients[number].push(records)
          switch (answer.status, try? answer.error.code) {
          case (200, _): acknowledged[number].add(records)
          case (503, .tryAgainLater): try await Task.sleep(for: .milliseconds(20))
          case (503, .accountMoved):
            return Int(answer.headers["retry-after"] ?? "") ?? 0
          default: throw HubClient.UnexpectedAnswer(status: answer.status, text: answer.text)
          }
        }
        return 0
      }
    }
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<6 {
      let process = try start(["hub.sqlite", target] + assets)
      try await Task.sleep(for: .milliseconds(Int.random(in: 30..<220, using: &generator)))
      #if canImport(Glibc)
      kill(process.processIdentifier, SIGKILL)
      #else
      process.terminate()
      #endif
      process.waitUntilExit()
    }
    let last = try start(["hub.sqlite", target, "--json"] + assets)
    last.waitUntilExit()
    #expect(last.terminationStatus == 0)
    for (number, writer) in writers.enumerated() {
      #expect(try await writer.value == 300)
      // The token is valid at the other hub, and reads all records.
      let moved = HubClient(port: to.port, token: tokens[number])
      let names = Set(try await moved.records().map(\.name))
      #expect(acknowledged[number].all.isSubset(of: names))
      #expect(!acknowledged[number].all.isEmpty)
      #expect(try await moved.push([Sample.object(1 << 50)]).status == 200)
      #expect(try await clients[number].pull().status == 503)
    }
    #expect(
      try await HubClient(port: to.port, token: tokens[0]).get(path).body == bytes)
    let code = try await HubClient(port: from.port, token: tokens[0])
      .get("/sync/1/zones/Z/changes").error.code
    #expect(code == .accountMoved)
    #expect(from.terminate() == 0 && to.terminate() == 0)
  }

  @Test("A request that waits for changes ends with the move")
  func waiting() async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      let other = try ScratchFolder()
      let target = try SQLiteHubStorage(
        at: other.file("hub.sqlite"), serving: true, time: hub.clock.now)
      guard let source = hub.storage as? any MovableStorage else { return }
      let waiting = Task {
        try await phone.get("/sync/1/zones/\(HubClient.zone)/changes").error.code
      }
      _ = try await HubMove(
        from: HubMove.Side(source, assets: hub.assets),
        to: HubMove.Side(target, assets: AssetFolder(at: other.file("assets")))
      ).move("ann")
      #expect(try await waiting.value == .accountMoved)
      try await target.close()
    }
  }

  @Test("An operator's day: a dry run, a move of one account, the others, one back, an undo")
  func day() async throws {
    _ = try await fill()
    let plan = try move("hub.sqlite", "new.sqlite", "--dry-run")
    #expect(plan.status == 0)
    #expect(
      plan.text == """
        Would move ann: 0 records, 0 assets, 1 device.
        Would move bob: 0 records, 0 assets, 1 device.

        """)
    let one = try move("hub.sqlite", "new.sqlite", "--account", "ann")
    #expect(one.text.hasPrefix("Moved ann: 0 records, 0 assets, 1 device. It took no writes for "))
    let again = try move("hub.sqlite", "new.sqlite", "--account", "ann", "--json")
    let reports = try JSONDecoder().decode([MoveReport].self, from: Data(again.text.utf8))
    #expect(reports.map(\.outcome) == [.alreadyMoved])
    #expect(try move("hub.sqlite", "new.sqlite", "--account", "ann", "--abandon").status == 70)
    #expect(try move("hub.sqlite", "new.sqlite").text.contains("Moved bob"))
    #expect(try move("new.sqlite", "hub.sqlite", "--account", "ann").status == 0)
    // The account of the first file is the one that is served again.
    let abandoned = try move("hub.sqlite", "new.sqlite", "--account", "ann", "--abandon")
    #expect(abandoned.text.hasPrefix("ann stays where it is"))

    #expect(try move("hub.sqlite", "new.sqlite", "--account", "eve").status == 66)
    #expect(try move("none.sqlite", "new.sqlite").status == 66)
    let same = try move("hub.sqlite", "new.sqlite", "--to-assets", "hub.sqlite-assets")
    #expect(same.status == 64 && same.errors.contains("folder of its own"))
    #expect(try move("hub.sqlite", "new.sqlite", "--dry-run", "--abandon").status == 64)
  }
}
