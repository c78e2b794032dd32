import Foundation
import Logging
import PerennialHub
import PerennialRecords

/// A hub on a free port of the loopback interface, with an account `ann`.
struct TestHub: Sendable {
  let storage: any HubStorage
  let assets: AssetFolder
  let port: Int
  let clock: TestClock
  let log: RecordedLog
  /// The path that signs one browser in to the admin pages; nil without them.
  let adminAddress: String?

  /// Returns a client of a new device of an account, which is added if it does not exist.
  func signIn(
    _ account: String = "ann", as name: String = "Phone", role: HubRole = .admin
  ) async throws -> HubClient {
    let administration = HubAdministration(storage)
    let known = try await storage.account(named: account)
    let owner: Account
    if let known {
      owner = known
    } else {
      owner = try await administration.addAccount(named: account, at: clock.now)
    }
    let (code, _) = try await administration.pair(owner, as: role, at: clock.now)
    let open = HubClient(port: port, token: nil)
    let answer = try await open.post("/sync/1/devices", ["code": code.text, "name": name])
    let reply = try answer.json(SignedIn.self)
    return HubClient(port: port, token: reply.token)
  }

  /// A client without a token.
  var stranger: HubClient { HubClient(port: port, token: nil) }
}

/// The answer to a sign-in.
struct SignedIn: Codable {
  let token: String
  let device: String
  let account: String
  let hubTime: Int64
}

/// Starts a hub on a file, hands it to `body`, and ends it.
///
/// - Parameter file: The database; a new one if none is given.
func withHub(
  at file: URL? = nil, clock: TestClock = TestClock(),
  configuring configure: (inout HubOptions) -> Void = { _ in },
  _ body: @escaping @Sendable (TestHub) async throws -> Void
) async throws {
  let folder = try ScratchFolder()
  let url = file ?? folder.file("hub.sqlite")
  let storage = try SQLiteHubStorage(at: url, serving: true, time: clock.now)
  try await withHub(
    on: storage, assets: AssetFolder(besideDatabaseAt: url), clock: clock, configuring: configure,
    body)
  withExtendedLifetime(folder) {}
}

/// Starts a hub on a database, hands it to `body`, and ends it and the database.
func withHub(
  on storage: any HubStorage, assets: AssetFolder, clock: TestClock = TestClock(),
  configuring configure: (inout HubOptions) -> Void = { _ in },
  _ body: @escaping @Sendable (TestHub) async throws -> Void
) async throws {
  let log = RecordedLog()
  var options = HubOptions()
  options.port = 0
  options.stopsOnSignals = false
  options.heartbeat = .milliseconds(200)
  options.longPoll = .seconds(5)
  configure(&options)
  let server = try HubServer(
    storage, assets: assets, options: options, logger: log.logger
  ) { clock.now }
  let (ports, port) = AsyncStream.makeStream(of: Int.self)
  do {
    try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      group.addTask {
        defer { port.finish() }
        do {
          try await server.run { port.yield($0) }
        } catch is CancellationError {
          // The test is over.
        }
      }
      guard let number = await ports.first(where: { _ in true }) else {
        try await group.waitForAll()
        throw HubDidNotStart()
      }
      try await body(
        TestHub(
          storage: storage, assets: assets, port: number, clock: clock, log: log,
          adminAddress: server.adminAddress))
    }
  } catch {
    try? await storage.close()
    throw error
  }
  try await storage.close()
}

/// The hub ended before it told its port.
struct HubDidNotStart: Error {}
