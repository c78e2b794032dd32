import PerennialRecords
import PerennialSync
import SyncTesting
import Testing

@Suite("An engine and a hub")
struct SyncEngineTests {
  private let hub = ConcurrentHub()

  @Test("Sends what was saved before its start")
  func sendsBacklog() async throws {
    let device = MemoryDevice(1, transport: FlakyTransport(hub))
    let name = device.insert(title: 7)
    await device.engine.start()
    try await device.engine.synchronize()
    #expect(await hub.records[name]?.state.edits["title"]?.value == .integer(7))
    #expect(device.unsentCount == 0)
    await device.engine.stop()
  }

  @Test("Receives what other devices have saved, and is notified of later changes")
  func receives() async throws {
    let devices = (1...2).map { MemoryDevice($0, transport: FlakyTransport(hub)) }
    let first = devices[0].insert(title: 1)
    for device in devices { await device.engine.start() }
    for device in devices { try await device.engine.synchronize() }
    try await devices[1].engine.synchronize()
    #expect(devices[1].notes[first] == ["title": .integer(1)])
    devices[0].write(.integer(2), of: first)
    #expect(await eventually { devices[1].notes[first] == ["title": .integer(2)] })
    devices[1].delete(first)
    #expect(await eventually { devices[0].notes.isEmpty })
    for device in devices { await device.engine.stop() }
  }

  @Test("40/11: While the app saves, pages are small, and large again a second after")
  func smallPages() async throws {
    let transport = FlakyTransport(hub)
    let (device, other) = (
      MemoryDevice(1, transport: transport), MemoryDevice(2, transport: FlakyTransport(hub))
    )
    for device in [device, other] { await device.engine.start() }
    for device in [device, other] { try await device.engine.synchronize() }
    #expect(transport.counts.pulls > 0 && transport.lastLimit == nil)
    _ = device.insert(title: 1)
    #expect(await eventually { transport.lastLimit == 100 })
    try await Task.sleep(for: .seconds(2))
    _ = other.insert(title: 2)
    #expect(await eventually { device.notes.count == 2 })
    #expect(transport.lastLimit == nil)
    for device in [device, other] { await device.engine.stop() }
  }

  @Test("Sends nothing while nothing happens, and listens again when the hub's answer says so")
  func idle() async throws {
    let transport = FlakyTransport(hub)
    let clock = ManualClock()
    let device = MemoryDevice(1, transport: transport, clock: clock)
    await device.engine.start()
    try await device.engine.synchronize()
    #expect(await eventually { await hub.listenerCount == 1 })
    let (counts, transactions) = (transport.counts, device.transactionCount)
    for _ in 0..<10 {
      clock.advance(by: .seconds(3600))
      try await Task.sleep(for: .milliseconds(2))
    }
    #expect(transport.counts == counts)
    #expect(device.transactionCount == transactions)
    for round in 1...5 {
      clock.advance(by: .seconds(55))
      await hub.endListening()
      #expect(await eventually { transport.counts.listens == counts.listens + round })
      #expect(await eventually { await hub.listenerCount == 1 })
    }
    #expect(transport.counts.pulls == counts.pulls)
    #expect(transport.counts.pushes == counts.pushes)
    #expect(clock.sleepers.isEmpty)
    await device.engine.stop()
  }

  @Test("A hub that ends listening at once is asked at longer and longer intervals")
  func brokenListening() async throws {
    let transport = FlakyTransport(hub)
    let clock = ManualClock()
    let device = MemoryDevice(1, transport: transport, clock: clock)
    await device.engine.start()
    try await device.engine.synchronize()
    #expect(await eventually { await hub.listenerCount == 1 })
    var pauses: [Duration] = []
    for _ in 0..<12 {
      await hub.endListening()
      let pause = try #require(await clock.nextSleep())
      pauses.append(pause)
      clock.advance(by: pause)
      #expect(await eventually { await hub.listenerCount == 1 })
    }
    for (index, pause) in pauses.enumerated() {
      let longest = Duration.milliseconds(min(300_000, 1000 << index))
      #expect(pause >= longest / 2 && pause <= longest, "pause \(index)")
    }
    await device.engine.stop()
  }

  @Test("Many changes in succession are sent in few requests")
  func coalesced() async throws {
    let transport = FlakyTransport(hub)
    let device = MemoryDevice(1, transport: transport)
    await device.engine.start()
    try await device.engine.synchronize()
    let before = transport.counts.pushes
    device.slowStore(0.02)
    for index in 0..<500 { device.insert(title: Int64(index)) }
    device.slowStore(0)
    try await device.engine.synchronize()
    #expect(await hub.records.count == 500)
    #expect(transport.counts.pushes - before < 20)
    await device.engine.stop()
  }

  @Test("Two objects with the same name become two")
  func collision() async throws {
    let devices = (1...2).map { MemoryDevice($0, transport: FlakyTransport(hub)) }
    for (index, device) in devices.enumerated() { device.insert(title: Int64(index), key: 5) }
    for device in devices { await device.engine.start() }
    for device in devices { try await device.engine.synchronize() }
    try await devices[0].engine.synchronize()
    for device in devices {
      let titles = Set(device.notes.values.compactMap { $0["title"] })
      #expect(titles == [.integer(0), .integer(1)])
    }
    for device in devices { await device.engine.stop() }
  }
}
