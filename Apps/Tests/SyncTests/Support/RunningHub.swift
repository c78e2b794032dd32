import Foundation
import HardenedHTTP
import Logging
import PerennialHub
import PerennialRecords
import PerennialSync
import SyncTesting

/// A hub on the loopback interface, which can end and begin again on the same port.
actor RunningHub {
  private let folder: URL
  private var storage: SQLiteHubStorage?
  private var task: Task<Void, Never>?
  private(set) var port = 0

  struct DidNotStart: Error {}

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("perennial-sync-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  nonisolated func file(_ name: String) -> URL { folder.appendingPathComponent(name) }

  private var database: URL { file("hub.sqlite") }

  // MARK: Operation

  /// Starts the hub.
  ///
  /// - Parameters:
  ///   - lifetime: The lifetime of all tokens, in milliseconds; nil if they do not expire.
  ///   - hosts: More names under which the hub answers.
  ///   - assetBytes: The greatest number of bytes of an asset.
  ///   - idle: The time after which the hub ends a connection without requests; nil for the usual one.
  ///   - longPoll: The time after which a request for changes is answered without one.
  ///   - log: The log; nil for none.
  func start(
    tokenLifetime lifetime: Int64? = nil, allowing hosts: [String] = [],
    assetBytes: Int = HubLimits.assetBytes, idle: Duration? = nil,
    longPoll: Duration = .seconds(20), log: HubLog? = nil
  ) async throws {
    let storage = try SQLiteHubStorage(
      at: database, serving: true, time: StampClock.systemMilliseconds)
    self.storage = storage
    // Systems give the ports of this range to no connection. While a hub has ended, none takes its port.
    // A process that another test starts can hold the port of a hub that has ended until it ends itself.
    let deadline = ContinuousClock.now + .seconds(60)
    while true {
      let candidate = port == 0 ? Int.random(in: 20_000..<32_000) : port
      do {
        port = try await serve(
          storage, at: candidate, lifetime, hosts, assetBytes, idle, longPoll, log)
        return
      } catch HubServerError.portInUse where ContinuousClock.now < deadline {
        try await Task.sleep(for: .milliseconds(100))
      }
    }
  }

  /// Serves at a port. Returns the port when the hub accepts connections.
  private func serve(
    _ storage: SQLiteHubStorage, at port: Int, _ lifetime: Int64?, _ hosts: [String],
    _ assetBytes: Int, _ idle: Duration?, _ longPoll: Duration, _ log: HubLog?
  ) async throws -> Int {
    var options = HubOptions()
    options.port = port
    options.stopsOnSignals = false
    options.longPoll = longPoll
    options.tokenLifetime = lifetime
    options.allowedHosts = hosts
    options.assetBytes = Int64(assetBytes)
    if let idle { options.limits.timeouts.idle = idle }
    var logger = Logger(label: "hub")
    logger.logLevel = .critical
    if let log { logger = log.logger }
    let server = try HubServer(
      storage, assets: AssetFolder(besideDatabaseAt: database), options: options, logger: logger)
    let (ports, started) = AsyncThrowingStream.makeStream(of: Int.self)
    task = Task {
      do {
        try await server.run { started.yield($0) }
        started.finish()
      } catch {
        started.finish(throwing: error)
      }
    }
    guard let port = try await ports.first(where: { _ in true }) else { throw DidNotStart() }
    return port
  }

  func stop() async throws {
    task?.cancel()
    await task?.value
    try await storage?.close()
    (task, storage) = (nil, nil)
  }

  /// The contents of all files of the hub: its database, the log of that, and assets.
  nonisolated func contents() -> Data { Self.contents(of: folder, except: "apps") }

  /// Returns the contents of all files of a folder and its folders, except one of these.
  static func contents(of folder: URL, except excluded: String) -> Data {
    var contents = Data()
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    while let file = files?.nextObject() as? URL {
      if file.pathComponents.contains(excluded) { continue }
      contents += FileManager.default.contents(atPath: file.path) ?? Data()
    }
    return contents
  }

  /// The database and the assets, as accounts move from and to them.
  var side: HubMove.Side {
    get throws {
      guard let storage else { throw DidNotStart() }
      return HubMove.Side(storage, assets: AssetFolder(besideDatabaseAt: database))
    }
  }

  func backUp(to copy: URL) async throws { try await storage?.backUp(to: copy) }

  /// Replaces the database of a hub that has ended.
  func replaceDatabase(by copy: URL) throws {
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: database.path + suffix)
    }
    try FileManager.default.copyItem(at: copy, to: database)
  }

  // MARK: Accounts

  /// Sets the number of bytes that an account can use.
  func limitAccount(_ name: String = "ann", to bytes: Int64) async throws {
    guard let storage, let account = try await storage.account(named: name) else {
      throw DidNotStart()
    }
    _ = try await storage.limit(account.id, to: bytes)
  }

  /// Gives a device another role.
  func change(_ device: String, to role: HubRole) async throws {
    guard let storage else { throw DidNotStart() }
    _ = try await HubAdministration(storage).change(
      device, to: role, at: StampClock.systemMilliseconds)
  }

  // MARK: Devices

  /// Makes a pairing code of an account, which is added if it does not exist.
  func pairingCode(
    for name: String = "ann", role: HubRole = .admin
  ) async throws -> String {
    guard let storage else { throw DidNotStart() }
    let (administration, now) = (HubAdministration(storage), StampClock.systemMilliseconds)
    let known = try await storage.account(named: name)
    let account: Account
    if let known {
      account = known
    } else {
      account = try await administration.addAccount(named: name, at: now)
    }
    return try await administration.pair(account, as: role, at: now).code.text
  }

  /// Returns a device that is signed in.
  ///
  /// - Parameter proxyPort: The port to connect to; nil for that of the hub.
  func device(
    _ number: Int, account: String = "ann", through proxyPort: Int? = nil,
    role: HubRole = .admin, clock: any Clock<Duration> = ContinuousClock()
  ) async throws -> (device: MemoryDevice, hub: SyncHub) {
    guard let url = URL(string: "http://127.0.0.1:\(proxyPort ?? port)"),
      let direct = URL(string: "http://127.0.0.1:\(port)")
    else { throw DidNotStart() }
    let store = FileCredentialStore(in: file("device\(number)"))
    let signIn = try SyncHub(url: direct, credentials: store)
    let credentials = try await signIn.account.signIn(
      code: pairingCode(for: account, role: role), deviceName: "Device \(number)")
    try store.store(credentials, for: url)
    let hub = try SyncHub(url: url, credentials: store)
    let transport = try HTTPTransport(hub, zone: "iCloud.example")
    return (MemoryDevice(number, transport: transport, clock: clock), hub)
  }
}

/// Starts a hub, hands it to `body`, and ends it.
func withHub(
  isolation: isolated (any Actor)? = #isolation, _ body: (RunningHub) async throws -> Void
) async throws {
  let hub = try RunningHub()
  try await hub.start()
  do { try await body(hub) } catch {
    try? await hub.stop()
    throw error
  }
  try await hub.stop()
}
