import PerennialRecords
import PerennialSync
import SyncTesting
import Synchronization
import Testing

@Suite("Start, pause and stop of an engine", .timeLimit(.minutes(1)))
struct EngineLifecycleTests {
  private let hub = ConcurrentHub()

  /// The state of an engine when it is stopped.
  enum Moment: CaseIterable {
    case starting, pulling, merging, pushing, waiting, listening, pausedByUser
  }

  @Test("stop() ends all requests, transactions and pauses", arguments: Moment.allCases)
  func stops(at moment: Moment) async throws {
    let transport = FlakyTransport(hub)
    let clock = ManualClock()
    let device = MemoryDevice(1, transport: transport, clock: clock)
    if moment == .pulling { transport.hang(true) }
    if moment == .waiting { transport.cut(true) }
    if moment == .merging { device.slowStore(0.05) }
    if moment == .starting {
      async let started: Void = device.engine.start()
      await device.engine.stop()
      await started
    } else {
      await device.engine.start()
    }
    switch moment {
    case .starting, .merging: break
    case .pulling: #expect(await eventually { transport.counts.pulls == 1 })
    case .pushing:
      try await device.engine.synchronize()
      transport.hang(true)
      device.insert(title: 1)
      #expect(await eventually { transport.counts.pushes == 1 })
    case .waiting: _ = try #require(await clock.nextSleep())
    case .listening: #expect(await eventually { await hub.listenerCount == 1 })
    case .pausedByUser: await device.engine.pause()
    }
    await device.engine.stop()
    let (counts, transactions) = (transport.counts, device.transactionCount)
    #expect(clock.sleepers.isEmpty)
    #expect(await eventually { await hub.listenerCount == 0 })
    device.insert(title: 2)
    clock.advance(by: .seconds(86_400))
    try await Task.sleep(for: .milliseconds(20))
    if moment != .starting {
      #expect(transport.counts == counts)
      #expect(device.transactionCount == transactions)
      #expect(!device.engine.status.progress.isRunning)
    }
    await #expect(throws: SyncError.stopped) { try await device.engine.synchronize() }

    transport.hang(false)
    transport.cut(false)
    device.slowStore(0)
    await device.engine.resume()
    await device.engine.start()
    try await device.engine.synchronize()
    #expect(await hub.records.count == device.notes.count)
    await device.engine.stop()
  }

  @Test("A stop during synchronize() makes it throw")
  func stopsWaiters() async throws {
    let transport = FlakyTransport(hub)
    let device = MemoryDevice(1, transport: transport)
    transport.hang(true)
    await device.engine.start()
    let waiter = Task { try await device.engine.synchronize() }
    #expect(await eventually { transport.counts.pulls == 1 })
    try await Task.sleep(for: .milliseconds(5))
    await device.engine.stop()
    await #expect(throws: SyncError.stopped) { try await waiter.value }
  }

  @Test("A cancelled synchronize() throws, and the engine continues")
  func cancelled() async throws {
    let transport = FlakyTransport(hub)
    let device = MemoryDevice(1, transport: transport)
    await device.engine.start()
    try await device.engine.synchronize()
    transport.hang(true)
    let waiter = Task { try await device.engine.synchronize() }
    #expect(await eventually { transport.counts.pulls == 2 })
    waiter.cancel()
    await #expect(throws: CancellationError.self) { try await waiter.value }
    #expect(device.engine.status.progress.isRunning)
    await device.engine.stop()
  }

  @Test("An offline switch keeps changes on the device, and shows their number")
  func offlineSwitch() async throws {
    let transport = FlakyTransport(hub)
    let device = MemoryDevice(1, transport: transport)
    await device.engine.start()
    try await device.engine.synchronize()
    await device.engine.pause()
    #expect(device.engine.status.pause == .userPaused)
    let counts = transport.counts
    for index in 0..<3 { device.insert(title: Int64(index)) }
    #expect(await eventually { device.engine.status.pendingUploads == 3 })
    #expect(transport.counts == counts)
    await device.engine.resume()
    #expect(await eventually { device.engine.status.isUpToDate })
    #expect(await hub.records.count == 3)
    await device.engine.stop()
  }

  @Test("resume(), retry() and start() of a running engine change nothing")
  func repeated() async throws {
    let transport = FlakyTransport(hub)
    let device = MemoryDevice(1, transport: transport)
    await device.engine.start()
    try await device.engine.synchronize()
    #expect(await eventually { await hub.listenerCount == 1 })
    let counts = transport.counts
    await device.engine.resume()
    await device.engine.retry()
    await device.engine.start()
    #expect(transport.counts == counts)
    await device.engine.stop()
    await device.engine.stop()
  }

  @Test("Reasons to pause are independent of each other")
  func reasons() async throws {
    let device = MemoryDevice(1, transport: FlakyTransport(hub))
    await device.engine.start()
    await device.engine.pause(for: .syncedElsewhere)
    await device.engine.pause()
    #expect(device.engine.status.pause == .syncedElsewhere)
    await device.engine.endPause(for: .syncedElsewhere)
    #expect(device.engine.status.pause == .userPaused)
    await device.engine.resume()
    try await device.engine.synchronize()
    await device.engine.stop()
  }

  // MARK: Networks

  private final class Network: NetworkMonitor {
    private let continuation = Mutex<AsyncStream<NetworkConditions>.Continuation?>(nil)

    var conditions: AsyncStream<NetworkConditions> {
      let (stream, continuation) = AsyncStream.makeStream(of: NetworkConditions.self)
      self.continuation.withLock { $0 = continuation }
      return stream
    }

    func change(to conditions: NetworkConditions) {
      continuation.withLock { _ = $0?.yield(conditions) }
    }
  }

  @Test("Without a network no request is sent. When it returns, all is exchanged at once")
  func noNetwork() async throws {
    let (transport, network, clock) = (FlakyTransport(hub), Network(), ManualClock())
    let device = MemoryDevice(1, transport: transport, monitor: network, clock: clock)
    await device.engine.start()
    try await device.engine.synchronize()
    network.change(to: NetworkConditions(isReachable: false))
    #expect(await eventually { device.engine.status.pause == .noNetwork })
    let counts = transport.counts
    device.insert(title: 1)
    #expect(await eventually { device.engine.status.pendingUploads == 1 })
    #expect(transport.counts == counts)
    await #expect(throws: SyncError.paused(.noNetwork)) { try await device.engine.synchronize() }
    network.change(to: NetworkConditions())
    #expect(await eventually { device.engine.status.isUpToDate })
    #expect(await eventually { await hub.listenerCount == 1 })
    #expect(await hub.records.count == 1)
    await device.engine.stop()
  }

  @Test("A metered network is used only if the app allows it")
  func metered() async throws {
    let (transport, network) = (FlakyTransport(hub), Network())
    let device = MemoryDevice(1, transport: transport, monitor: network)
    await device.engine.start()
    try await device.engine.synchronize()
    network.change(to: NetworkConditions(isMetered: true))
    device.insert(title: 1)
    #expect(await eventually { await hub.records.count == 1 })
    await device.engine.setAllowsMeteredNetworks(false)
    #expect(device.engine.status.pause == .metered)
    device.insert(title: 2)
    #expect(await eventually { device.engine.status.pendingUploads == 1 })
    #expect(await hub.records.count == 1)
    network.change(to: NetworkConditions())
    #expect(await eventually { await hub.records.count == 2 })
    await device.engine.stop()
  }
}
