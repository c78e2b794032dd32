import Foundation
import PerennialHub
import PerennialHubPostgreSQL
import PerennialRecords
import PerennialSync
import SyncTesting
import Synchronization
import Testing

/// `make cluster-test` runs it. `CLUSTER_KILLS` is the number of primaries that are killed.
@Suite("A cluster whose servers, hubs and connections fail", .serialized)
struct ClusterTests {
  private static let kills =
    ProcessInfo.processInfo.environment["CLUSTER_KILLS"].flatMap { Int($0) }
  /// The factor of the times between writes: the devices hold all records in memory, so a long run has about as many of
  /// them as one with ten kills.
  private static let pace = max(1, (kills ?? 0) / 10)
  /// The longest time from the promotion until all devices have sent their changes.
  private static let longest = Duration.seconds(30)

  /// A device with a store in memory, which syncs through the load balancer.
  private static func device(
    _ number: Int, code: PerennialHub.PairingCode, port: Int, in folder: ScratchFolder
  ) async throws -> MemoryDevice {
    let url = try #require(URL(string: "http://127.0.0.1:\(port)"))
    let hub = try SyncHub(
      url: url, credentials: FileCredentialStore(in: folder.file("device\(number)")))
    _ = try await hub.account.signIn(code: code.text, deviceName: "Device \(number)")
    return MemoryDevice(number, transport: try HTTPTransport(hub, zone: "iCloud.devices"))
  }

  /// Clients that push records, and note those that were acknowledged.
  private final class Load: Sendable {
    let acknowledged = Acknowledged()
    private let state = Mutex((isOver: false, last: ContinuousClock.now, count: 0, failures: 0))

    /// The time of the last acknowledgement.
    var last: ContinuousClock.Instant { state.withLock { $0.last } }
    var counts: (pushes: Int, failures: Int) {
      state.withLock { ($0.count, $0.failures) }
    }
    func end() { state.withLock { $0.isOver = true } }

    /// The number of objects that devices have inserted.
    var inserted: Int { insertions.withLock { $0.count } }
    private let insertions = Mutex((count: 0, isPaused: false))

    /// Lets the apps on devices insert nothing for a time.
    func pause(_ isPaused: Bool) { insertions.withLock { $0.isPaused = isPaused } }

    func insert(_ insertion: () -> Void) {
      insertions.withLock { state in
        if state.isPaused { return }
        insertion()
        state.count += 1
      }
    }

    func push(as client: HubClient, writer: Int64) async {
      var key = writer << 40
      while !state.withLock({ $0.isOver }) {
        let records = (1...5).map { Sample.object(key + $0) }
        // A push without an answer is sent again, as devices do.
        let status = (try? await client.push(records))?.status
        if status == 200 {
          acknowledged.add(records)
          state.withLock { ($0.last, $0.count) = (.now, $0.count + 1) }
          key += 5
          try? await Task.sleep(for: .milliseconds(10) * ClusterTests.pace)
        } else {
          state.withLock { $0.failures += 1 }
          try? await Task.sleep(for: .milliseconds(200))
        }
      }
    }
  }

  @Test(
    "Primaries, a hub and the load balancer are killed under load: nothing acknowledged is lost",
    .enabled(if: kills != nil))
  func failover() async throws {
    let kills = try #require(Self.kills)
    let cluster = try HubCluster()
    let folder = try ScratchFolder()
    do {
      try await cluster.start()
      try await run(kills, on: cluster, in: folder)
    } catch {
      await cluster.end()
      throw error
    }
    await cluster.end()
  }

  private func run(_ kills: Int, on cluster: HubCluster, in folder: ScratchFolder) async throws {
    // The operator's commands and the devices of one account.
    let storage = try await PostgreSQLHubStorage(
      at: await cluster.address, connections: 1, time: StampClock.systemMilliseconds)
    let now = StampClock.systemMilliseconds
    let administration = HubAdministration(storage)
    let account = try await administration.addAccount(named: "ann", limit: 1 << 40, at: now)
    var devices: [MemoryDevice] = []
    for number in 1...4 {
      let code = try await administration.pair(account, at: now).code
      devices.append(
        try await Self.device(number, code: code, port: cluster.port, in: folder))
    }
    let token = DeviceToken.random()
    let code = try await administration.pair(account, at: now).code
    _ = try await storage.redeem(
      code.digest, for: Device(id: "p", name: "P", created: now, lastSeen: now, expires: nil),
      token: token.digest, at: now)
    try await storage.close()

    let client = HubClient(port: cluster.port, token: token.text)
    let load = Load()
    let pushing = (0..<3).map { writer in
      Task { await load.push(as: client, writer: Int64(writer) + 1) }
    }
    for device in devices { await device.engine.start() }
    let writing = devices.enumerated().map { number, device in
      Task {
        while !Task.isCancelled {
          load.insert { device.insert(title: Int64(number)) }
          try? await Task.sleep(for: .milliseconds(50) * Self.pace)
        }
      }
    }
    var times: [Duration] = []
    for kill in 1...kills {
      try await Task.sleep(for: .milliseconds(Int.random(in: 800..<1600)))
      let start = ContinuousClock.now
      try await cluster.failOver()
      let promoted = ContinuousClock.now
      load.pause(true)
      let isEmpty = await eventually(within: Self.longest * 2) {
        devices.allSatisfy { $0.unsentCount == 0 } && load.last > promoted
      }
      let time = ContinuousClock.now - promoted
      times.append(time)
      #expect(isEmpty && time <= Self.longest, "kill \(kill)")
      load.pause(false)
      try await cluster.rebuildStandby()
      print(
        "primary \(kill) killed: promoted after \((promoted - start).tenths) s, "
          + "queues empty \(time.tenths) s after that, "
          + "standby again \((ContinuousClock.now - promoted).tenths) s after it")
      if kill == 1 { try await breakHub(of: cluster, load, devices) }
      if kill == 2 { try await breakBalancer(of: cluster, load) }
    }
    for task in writing { task.cancel() }
    for task in writing { await task.value }
    load.end()
    for task in pushing { await task.value }
    try await check(client, load, devices, inserted: load.inserted)
    let worst = times.max() ?? .zero
    let sorted = times.sorted()
    print(
      "\(kills) primaries killed: \(load.acknowledged.all.count) acknowledged records of clients and "
        + "\(load.inserted) of devices, none lost, none twice. Queues were empty "
        + "\(sorted[sorted.count / 2].tenths) s after the promotion at the median, \(worst.tenths) s at most. "
        + "\(load.counts.pushes) pushes succeeded, \(load.counts.failures) attempts failed.")
    for device in devices { await device.engine.stop() }
  }

  /// Ends one hub. The other one goes on.
  private func breakHub(of cluster: HubCluster, _ load: Load, _ devices: [MemoryDevice])
    async throws
  {
    await cluster.killHub(0)
    let killed = ContinuousClock.now
    #expect(await eventually(within: .seconds(10)) { load.last > killed + .milliseconds(500) })
    print("hub killed: next push acknowledged \((load.last - killed).tenths) s after it")
    try await cluster.restartHub(0)
    let isReady = await eventually(within: .seconds(20)) {
      await cluster.readiness() == [200, 200, 200]
    }
    #expect(isReady)
  }

  private func breakBalancer(of cluster: HubCluster, _ load: Load) async throws {
    try await cluster.restartBalancer()
    let broken = ContinuousClock.now
    #expect(await eventually(within: .seconds(20)) { load.last > broken })
    print("connections broken: next push acknowledged \((load.last - broken).tenths) s after it")
  }

  /// Expects that all devices show the same, and that the hub has each record once.
  private func check(
    _ client: HubClient, _ load: Load, _ devices: [MemoryDevice], inserted: Int
  ) async throws {
    let isEqual = await eventually(within: .seconds(40)) {
      devices.allSatisfy { $0.unsentCount == 0 && $0.notes == devices[0].notes }
        && devices[0].notes.count == inserted
    }
    #expect(isEqual)
    let synced = try await client.records(of: "iCloud.devices").map(\.name)
    #expect(Set(synced) == Set(devices[0].notes.keys))
    #expect(synced.count == inserted)
    let pushed = try await client.records().map(\.name)
    #expect(pushed.count == Set(pushed).count)
    let lost = load.acknowledged.all.subtracting(pushed)
    #expect(lost == [])
    // A push can have been stored whose acknowledgement was lost, and that the end of the test kept from being sent again.
    #expect(pushed.count - load.acknowledged.all.count <= 3 * 5)
  }

  @Test(
    "A standby is not ready, and commits that wait for a lost standby do not keep a hub waiting",
    .enabled(if: kills != nil))
  func lostStandby() async throws {
    let cluster = try HubCluster()
    do {
      try await cluster.start()
      let storage = try await PostgreSQLHubStorage(
        at: await cluster.address, connections: 2, answersWithin: .seconds(2),
        time: StampClock.systemMilliseconds)
      let account = try await HubAdministration(storage).addAccount(
        named: "ann", at: StampClock.systemMilliseconds)
      await cluster.killStandby()
      let error = await #expect(throws: HubError.self) {
        _ = try await storage.limit(account.id, to: 5)
      }
      #expect(error?.code == .tryAgainLater)
      // Reads go on.
      #expect(try await storage.account(named: "ann")?.id == account.id)
      try await storage.check()
      try await cluster.restartStandby()
      // The row is free as soon as the standby has the commit that was not acknowledged.
      let isFree = await eventually(within: .seconds(20)) {
        (try? await storage.limit(account.id, to: 6)) == true
      }
      #expect(isFree)
      #expect(try await storage.account(named: "ann")?.limit == 6)
      try await storage.close()

      let standby = await cluster.standbyAddress
      for address in [standby, standby + "?target_session_attrs=any"] {
        await #expect(throws: (any Error).self, "\(address)") {
          let storage = try await PostgreSQLHubStorage(
            at: address, time: StampClock.systemMilliseconds)
          do { try await storage.check() } catch {
            #expect((error as? HubError)?.code == .tryAgainLater)
            try await storage.close()
            throw error
          }
        }
      }
    } catch {
      await cluster.end()
      throw error
    }
    await cluster.end()
  }
}

extension Duration {
  /// The seconds, with one digit after the point.
  fileprivate var tenths: String { "\(((self / .milliseconds(100)).rounded()) / 10)" }
}
