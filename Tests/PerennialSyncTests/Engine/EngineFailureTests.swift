import PerennialRecords
import PerennialSync
import SyncTesting
import Synchronization
import Testing

@Suite("An engine after a failure")
struct EngineFailureTests {
  private let hub = ConcurrentHub()

  // MARK: Pauses

  @Test("Tries again after one second, and then at longer and longer intervals")
  func backOff() async throws {
    let transport = FlakyTransport(hub)
    let clock = ManualClock()
    let device = MemoryDevice(1, transport: transport, clock: clock)
    transport.cut(true)
    await device.engine.start()
    for attempt in 0..<12 {
      let pause = try #require(await clock.nextSleep())
      let longest = Duration.milliseconds(min(300_000, 1000 << attempt))
      #expect(pause >= longest / 2 && pause <= longest, "attempt \(attempt)")
      #expect(transport.counts.pulls == attempt + 1)
      clock.advance(by: pause)
      #expect(await eventually { transport.counts.pulls == attempt + 2 })
    }
    _ = try #require(await clock.nextSleep())
    transport.cut(false)
    clock.advance(by: .seconds(300))
    #expect(await eventually { device.engine.status.isUpToDate })
    await device.engine.stop()
  }

  @Test("A hub that names a time is not asked before, not even by synchronize()")
  func retryAfter() async throws {
    let transport = FlakyTransport(hub)
    let clock = ManualClock()
    let device = MemoryDevice(1, transport: transport, clock: clock)
    let busy = HubError(.tryAgainLater, "The hub restarts.", retryAfter: 90)
    transport.refuse(with: busy)
    await device.engine.start()
    #expect(try #require(await clock.nextSleep()) == .seconds(90))
    await #expect(throws: SyncError.hub(busy)) { try await device.engine.synchronize() }
    #expect(transport.counts.pulls == 1)
    transport.refuse(with: nil)
    clock.advance(by: .seconds(90))
    #expect(await eventually { device.engine.status.isUpToDate })
    await device.engine.stop()
  }

  @Test("synchronize() does not wait for the end of a pause, and throws the failure")
  func synchronizeNow() async throws {
    let transport = FlakyTransport(hub)
    let device = MemoryDevice(1, transport: transport, clock: ManualClock())
    transport.cut(true)
    await device.engine.start()
    await #expect(throws: SyncError.self) { try await device.engine.synchronize() }
    transport.cut(false)
    try await device.engine.synchronize()
    #expect(await eventually { device.engine.status.isUpToDate })
    await device.engine.stop()
  }

  @Test("A store that fails is tried again, and the status has the error")
  func failingStore() async throws {
    struct Full: Error {}
    let clock = ManualClock()
    let device = MemoryDevice(1, transport: FlakyTransport(hub), clock: clock)
    device.failStore(Full())
    await device.engine.start()
    _ = try #require(await clock.nextSleep())
    #expect(device.engine.status.lastError == .store("Full()"))
    device.failStore(nil)
    clock.advance(by: .seconds(1))
    #expect(await eventually { device.engine.status.isUpToDate })
    #expect(device.engine.status.lastError == nil)
    await device.engine.stop()
  }

  @Test("A listener whose connection was lost listens again when another request succeeds")
  func listensAgain() async throws {
    let transport = FlakyTransport(hub)
    let clock = ManualClock()
    let device = MemoryDevice(1, transport: transport, clock: clock)
    await device.engine.start()
    try await device.engine.synchronize()
    #expect(await eventually { await hub.listenerCount == 1 })
    transport.cut(true)
    await hub.endListening()
    for _ in 0..<6 {
      let pause = try #require(await clock.nextSleep())
      clock.advance(by: pause)
      try await Task.sleep(for: .milliseconds(5))
    }
    transport.cut(false)
    device.insert(title: 1)
    #expect(await eventually { await hub.listenerCount == 1 })
    #expect(await eventually { device.engine.status.isUpToDate })
    await device.engine.stop()
  }

  // MARK: Refusals

  @Test(
    "After a refusal the engine is paused with the reason, and sends nothing until retry()",
    arguments: [
      (HubError.Code.unauthorized, PauseReason.unauthorized),
      (.upgradeRequired, .upgradeRequired), (.badRequest, .badRequest),
    ])
  func refusals(code: HubError.Code, pause: PauseReason) async throws {
    let transport = FlakyTransport(hub)
    let clock = ManualClock()
    let device = MemoryDevice(1, transport: transport, clock: clock)
    await device.engine.start()
    try await device.engine.synchronize()
    let refusal = HubError(code, "Not like this.")
    transport.refuse(with: refusal)
    await #expect(throws: SyncError.hub(refusal)) { try await device.engine.synchronize() }
    #expect(device.engine.status.pause == pause)
    #expect(device.engine.status.lastError == .hub(refusal))
    let counts = transport.counts
    let name = device.insert(title: 1)
    clock.advance(by: .seconds(86_400))
    #expect(await eventually { device.engine.status.pendingUploads == 1 })
    #expect(transport.counts == counts)
    #expect(try await device.engine.reason(for: name) == .paused(pause))
    await #expect(throws: SyncError.paused(pause)) { try await device.engine.synchronize() }
    transport.refuse(with: nil)
    await device.engine.retry()
    try await device.engine.synchronize()
    #expect(await eventually { device.engine.status.isUpToDate })
    #expect(try await device.engine.reason(for: name) == nil)
    await device.engine.stop()
  }

  @Test("A device that may only read sends once, says so, and goes on receiving")
  func readOnly() async throws {
    let transports = (1...2).map { _ in FlakyTransport(hub) }
    let writer = MemoryDevice(1, transport: transports[0], clock: ManualClock())
    let reader = MemoryDevice(2, transport: transports[1], clock: ManualClock())
    for device in [writer, reader] {
      await device.engine.start()
      try await device.engine.synchronize()
    }
    let refusal = HubError(.forbidden, "The device has the role “read”.")
    transports[1].refusePushes(with: refusal)
    let name = reader.insert(title: 1)
    #expect(await eventually { reader.engine.status.readOnly == refusal })
    await #expect(throws: SyncError.hub(refusal)) { try await reader.engine.synchronize() }
    #expect(reader.engine.status.pause == nil && reader.engine.status.pendingUploads == 1)
    #expect(try await reader.engine.reason(for: name) == .readOnly)
    reader.insert(title: 2)
    writer.insert(title: 3)
    try await writer.engine.synchronize()
    #expect(await eventually { reader.notes.count == 3 })
    #expect(await eventually { reader.engine.status.pendingUploads == 2 })
    #expect(transports[1].counts.pushes == 1)
    #expect(!reader.engine.status.isUpToDate)

    transports[1].refusePushes(with: nil)
    await reader.engine.retry()
    try await reader.engine.synchronize()
    #expect(reader.engine.status.readOnly == nil)
    #expect(await eventually { writer.notes.count == 3 })
    for device in [writer, reader] { await device.engine.stop() }
  }

  @Test("A token that is revoked while the engine listens pauses it")
  func revokedWhileListening() async throws {
    let transport = FlakyTransport(hub)
    let device = MemoryDevice(1, transport: transport, clock: ManualClock())
    await device.engine.start()
    try await device.engine.synchronize()
    #expect(await eventually { await hub.listenerCount == 1 })
    transport.refuse(with: HubError(.unauthorized, "The token was revoked."))
    await hub.endListening()
    device.insert(title: 1)
    #expect(await eventually { device.engine.status.pause == .unauthorized })
    await device.engine.stop()
  }

  // MARK: Hubs that have changed

  @Test("After an expired position, deleted records are deleted here and edited ones are kept")
  func expired() async throws {
    let transports = (1...2).map { _ in FlakyTransport(hub) }
    let devices = transports.enumerated().map { MemoryDevice($0.offset, transport: $0.element) }
    let (kept, deleted) = (devices[0].insert(title: 1), devices[0].insert(title: 2))
    for device in devices { await device.engine.start() }
    for device in devices { try await device.engine.synchronize() }
    try await devices[1].engine.synchronize()
    await devices[1].engine.stop()
    devices[0].delete(deleted)
    try await devices[0].engine.synchronize()
    await hub.forgetDeletions()
    await devices[1].engine.start()
    try await devices[1].engine.synchronize()
    #expect(Set(devices[1].notes.keys) == [kept])
    for device in devices { await device.engine.stop() }
  }

  @Test("A hub that was restored from a backup gets back what it has lost")
  func restoredHub() async throws {
    let device = MemoryDevice(1, transport: FlakyTransport(hub))
    await device.engine.start()
    let first = device.insert(title: 1)
    try await device.engine.synchronize()
    let backup = await hub.database
    let second = device.insert(title: 2)
    try await device.engine.synchronize()
    await hub.restore(backup)
    #expect(await eventually { await hub.records.count == 2 })
    #expect(Set(device.notes.keys) == [first, second])
    await device.engine.stop()
  }

  /// The times of a clock that is right to ten seconds, from the beginning of a test.
  private func times(since start: Int64) -> ClosedRange<Int64> {
    start - 10_000...StampClock.systemMilliseconds + 10_000
  }

  @Test("A device whose clock is a day ahead has its clock corrected, and its edits are stored")
  func clockAhead() async throws {
    let day: Int64 = 86_400_000
    let start = StampClock.systemMilliseconds
    let device = MemoryDevice(
      1, transport: FlakyTransport(hub), milliseconds: { StampClock.systemMilliseconds + day })
    let name = device.insert(title: 1)
    await device.engine.start()
    try await device.engine.synchronize()
    #expect(abs(device.correction + day) < 10_000)
    let stamp = try #require(await hub.records[name]?.state.latestStamp)
    #expect(times(since: start).contains(stamp.time.milliseconds))
    await device.engine.stop()
  }

  @Test("Edits that were made while the clock was a year ahead are stored when it is right again")
  func clockWasAhead() async throws {
    let year: Int64 = 365 * 86_400_000
    let start = StampClock.systemMilliseconds
    let ahead = Mutex(year)
    let device = MemoryDevice(
      1, transport: FlakyTransport(hub),
      milliseconds: { StampClock.systemMilliseconds + ahead.withLock { $0 } })
    let (first, second) = (device.insert(title: 1), device.insert(title: 2))
    device.write(.integer(3), of: first)
    ahead.withLock { $0 = 0 }
    await device.engine.start()
    try await device.engine.synchronize()
    #expect(device.correction == 0)
    let records = await hub.records
    #expect(records[first]?.state.edits["title"]?.value == .integer(3))
    let created = try #require(records[first]?.created)
    #expect(try created < #require(records[second]?.created))
    for record in records.values {
      let stamp = try #require(record.state.latestStamp)
      #expect(times(since: start).contains(stamp.time.milliseconds))
    }
    device.write(.integer(4), of: first)
    try await device.engine.synchronize()
    #expect(await hub.records[first]?.state.edits["title"]?.value == .integer(4))
    await device.engine.stop()
  }
}
