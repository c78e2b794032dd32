import Observation
import PerennialRecords
import PerennialSync
import SyncTesting
import Synchronization
import Testing

@Suite("The status of an engine")
struct SyncStatusTests {
  private let hub = ConcurrentHub()

  @Test("Shows the progress of the initial import, and remembers its end")
  func initialImport() async throws {
    let author = MemoryDevice(1, transport: FlakyTransport(hub))
    for index in 0..<50 { author.insert(title: Int64(index)) }
    await author.engine.start()
    try await author.engine.synchronize()
    await author.engine.stop()

    let device = MemoryDevice(2, transport: FlakyTransport(hub))
    let updates = device.engine.status.updates
    let seen = Task {
      var seen: [SyncProgress] = []
      for await progress in updates {
        seen.append(progress)
        if progress.isUpToDate { break }
      }
      return seen
    }
    device.slowStore(0.002)
    await device.engine.start()
    try await device.engine.synchronize()
    let progress = await seen.value
    #expect(progress.first == SyncProgress())
    let importing = progress.filter { !$0.isInitialImportDone }.map(\.receivedRecords)
    #expect(importing == importing.sorted())
    #expect(Set(importing).count > 3)
    #expect(progress.last?.receivedRecords == 50)
    await device.engine.stop()

    let relaunched = device.relaunched(transport: FlakyTransport(hub))
    await relaunched.pause()
    await relaunched.start()
    #expect(relaunched.status.isInitialImportDone)
    await relaunched.stop()
  }

  @Test("Counts the changes that the hub has not acknowledged")
  func pendingUploads() async throws {
    let transport = FlakyTransport(hub)
    let device = MemoryDevice(1, transport: transport, clock: ManualClock())
    await device.engine.start()
    try await device.engine.synchronize()
    transport.cut(true)
    let names = (0..<5).map { device.insert(title: Int64($0)) }
    #expect(await eventually { device.engine.status.pendingUploads == 5 })
    device.write(.integer(9), of: names[0])
    device.delete(names[1])
    #expect(await eventually { device.engine.status.pendingUploads == 5 })
    #expect(try await device.engine.reason(for: names[0]) == .pending)
    transport.cut(false)
    try await device.engine.synchronize()
    #expect(device.engine.status.pendingUploads == 0)
    #expect(device.engine.status.lastContact != nil)
    await device.engine.stop()
  }

  @Test("Exchanges all changes although a request fails that was sent before")
  func failureOfEarlierRequest() async throws {
    let transport = FlakyTransport(hub)
    let device = MemoryDevice(1, transport: transport, clock: ManualClock())
    await device.engine.start()
    try await device.engine.synchronize()
    transport.delayLoss(by: .milliseconds(300))
    transport.cut(true)
    let name = device.insert(title: 1)
    #expect(await eventually { device.engine.status.isExchanging })
    transport.cut(false)
    try await device.engine.synchronize()
    #expect(await hub.records[name] != nil)
    #expect(device.engine.status.isUpToDate)
    await device.engine.stop()
  }

  @Test("A refused record is counted, and has a reason until it is changed")
  func refusedRecord() async throws {
    let device = MemoryDevice(1, transport: FlakyTransport(hub))
    await device.engine.start()
    try await device.engine.synchronize()
    await device.engine.pause()
    let large = device.insertTag(title: 1)
    let small = device.insert(title: 2)
    device.write(.text(String(repeating: "x", count: HubLimits.recordBytes + 1)), of: large)
    await device.engine.resume()
    await #expect(throws: SyncError.refused(1)) { try await device.engine.synchronize() }
    #expect(device.engine.status.refusedRecords == 1)
    #expect(device.engine.status.pendingUploads == 0)
    #expect(!device.engine.status.isUpToDate)
    #expect(try await device.engine.reason(for: large) == .refused(.tooLarge))
    #expect(try await device.engine.reason(for: small) == nil)
    device.write(.reference(large), to: "tag", of: small)
    #expect(
      await eventually {
        (try? await device.engine.reason(for: small)) == .waitingForReference(large)
      })
    device.write(.text("short"), of: large)
    try await device.engine.synchronize()
    #expect(await eventually { device.engine.status.isUpToDate })
    #expect(try await device.engine.reason(for: large) == nil)
    #expect(try await device.engine.reason(for: small) == nil)
    #expect(await hub.records[small]?.state.edits["tag"]?.value == .reference(large))
    #expect(try await device.engine.reason(for: .object(key: 99)) == .unknownRecord)
    await device.engine.stop()
  }

  @Test("A view is notified of the properties that it reads, and reads the new value")
  func observation() async throws {
    let device = MemoryDevice(1, transport: FlakyTransport(hub))
    let status = device.engine.status
    let pauses = Mutex<[PauseReason?]>([])
    let imports = Mutex(0)
    withObservationTracking {
      _ = status.pause
    } onChange: {
      pauses.withLock { $0.append(status.pause) }
    }
    withObservationTracking {
      _ = status.refusedRecords
    } onChange: {
      imports.withLock { $0 += 1 }
    }
    await device.engine.start()
    await device.engine.pause()
    #expect(pauses.withLock { $0 } == [.userPaused])
    #expect(imports.withLock { $0 } == 0)
    await device.engine.stop()
  }

  @Test("Can be read on any thread while it changes")
  func anyThread() async throws {
    let device = MemoryDevice(1, transport: FlakyTransport(hub))
    let status = device.engine.status
    await device.engine.start()
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<2000 where status.progress.pendingUploads > 200 { return false }
          return true
        }
      }
      for index in 0..<200 { device.insert(title: Int64(index)) }
      for await isValid in group { #expect(isValid) }
    }
    try await device.engine.synchronize()
    await device.engine.stop()
  }
}
