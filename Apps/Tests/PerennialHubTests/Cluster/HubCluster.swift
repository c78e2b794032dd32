import Foundation
import PerennialHubPostgreSQL
import PerennialRecords

/// Two PostgreSQL servers with synchronous replication, two hubs, and a load balancer, on the loopback interface.
actor HubCluster {
  private let folder: ScratchFolder
  private var primary: ReplicatedServer
  private var standby: ReplicatedServer
  private var hubs: [HubProcess?] = [nil, nil]
  private var balancer: OwnedProcess?
  private let hubPorts: [Int]
  /// The port of the load balancer.
  nonisolated let port: Int

  /// The hubs, servers and load balancer use free ports below a temporary folder.
  init() throws {
    folder = try ScratchFolder()
    let ports = try OwnedProcess.freePorts(5)
    (port, hubPorts) = (ports[0], Array(ports[1...2]))
    // The user of the servers enters the folder, too.
    try FileManager.default.setAttributes(
      [.posixPermissions: NSNumber(value: 0o755)], ofItemAtPath: folder.url.path)
    let servers = folder.file("servers")
    try FileManager.default.createDirectory(at: servers, withIntermediateDirectories: true)
    primary = try ReplicatedServer("one", port: ports[3], in: servers)
    standby = try ReplicatedServer("two", port: ports[4], in: servers)
  }

  /// The address of the database: libpq looks for the server that writes.
  var address: String {
    "postgresql://hub@127.0.0.1:\(primary.port),127.0.0.1:\(standby.port)/postgres"
      + "?target_session_attrs=read-write"
  }

  /// The address of the standby alone.
  var standbyAddress: String { "postgresql://hub@127.0.0.1:\(standby.port)/postgres" }

  func start() async throws {
    try await primary.create()
    try await primary.start()
    try await standby.copy(primary)
    try await standby.start()
    try await primary.setSynchronous(true)
    try await primary.waitForStandby()
    for number in hubs.indices { try startHub(number) }
    try startBalancer()
    for _ in 0..<200 where await readiness() != [200, 200, 200] {
      try await Task.sleep(for: .milliseconds(100))
    }
  }

  func end() async {
    balancer?.kill()
    for hub in hubs { hub?.kill() }
    await standby.end()
    await primary.end()
  }

  // MARK: Hubs

  private func startHub(_ number: Int) throws {
    hubs[number] = try HubProcess(
      serving: address,
      [
        "--port", "\(hubPorts[number])", "--assets", folder.file("assets").path,
        "--allowed-host", "127.0.0.1:\(port)",
      ])
  }

  /// Ends a hub without a warning.
  func killHub(_ number: Int) {
    hubs[number]?.kill()
    hubs[number] = nil
  }

  /// Starts a hub again that was killed, as a service does.
  func restartHub(_ number: Int) throws { try startHub(number) }

  // MARK: Load balancer

  private static var configuration: URL {
    URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../../Deploy/haproxy.cfg").standardizedFileURL
  }

  private func startBalancer() throws {
    balancer = try OwnedProcess(
      ["haproxy", "-db", "-f", Self.configuration.path], log: folder.file("haproxy.log"),
      environment: [
        "HUB_BIND": "127.0.0.1:\(port)", "HUB_HOST": "127.0.0.1:\(port)",
        "HUB_1": "127.0.0.1:\(hubPorts[0])", "HUB_2": "127.0.0.1:\(hubPorts[1])",
      ])
  }

  /// Breaks all connections of clients, and starts the load balancer again.
  func restartBalancer() throws {
    balancer?.kill()
    try startBalancer()
  }

  // MARK: Servers

  /// Ends the primary without a warning, and makes the standby the primary.
  func failOver() async throws {
    await primary.kill()
    swap(&primary, &standby)
    try await primary.promote()
  }

  /// Makes the former primary the standby, and lets commits wait for it again.
  func rebuildStandby() async throws {
    try await standby.rewind(to: primary)
    try await standby.start()
    try await primary.setSynchronous(true)
    try await primary.waitForStandby()
  }

  /// Ends the standby without a warning. Commits wait for it.
  func killStandby() async { await standby.kill() }

  func restartStandby() async throws {
    try await standby.start()
    try await primary.waitForStandby()
  }

  /// The states of the load balancer and of the hubs, by `GET /ready`.
  func readiness() async -> [Int] {
    var states: [Int] = []
    for port in [port] + hubPorts {
      let answer = try? await HubClient(port: port, token: nil).get("/ready")
      states.append(answer?.status ?? 0)
    }
    return states
  }
}
