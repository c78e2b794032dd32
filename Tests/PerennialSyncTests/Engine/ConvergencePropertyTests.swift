import PerennialRecords
import PerennialSync
import RandomTesting
import SyncTesting
import Testing

@Suite("Engines that run at once", .timeLimit(.minutes(1)))
struct ConvergencePropertyTests {
  @Test("Two to eight devices agree after all faults have ended", arguments: TestSeeds.some(24))
  func converge(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let hub = ConcurrentHub()
    let transports = (0..<(2 + random.index(7))).map {
      FlakyTransport(hub, seed: seed &+ UInt64($0))
    }
    let devices = transports.enumerated().map {
      MemoryDevice($0.offset, transport: $0.element, clock: FastClock())
    }
    for transport in transports { transport.fail(percent: 20) }
    for device in devices where random.happens(70) { await device.engine.start() }
    await withTaskGroup(of: Void.self) { group in
      for (index, device) in devices.enumerated() {
        let user = User(device: device, transport: transports[index], seed: random.next())
        group.addTask { await user.work() }
      }
    }
    for transport in transports {
      transport.fail(percent: 0)
      transport.cut(false)
    }
    for device in devices {
      await device.engine.resume()
      await device.engine.start()
    }
    let isEqual = await eventually {
      let token = await hub.token
      let isExchanged = devices.allSatisfy { $0.token == token && $0.unsentCount == 0 }
      // A device can have sent a change since the position was read.
      let later = await hub.token
      return isExchanged && later == token
    }
    #expect(isEqual, "seed \(seed): not all is exchanged")
    let expected = devices[0].notes
    for device in devices.dropFirst() {
      #expect(device.notes == expected, "seed \(seed): devices differ")
    }
    let alive = await hub.records.values.filter { $0.state.deletion?.isDeleted != true }
    #expect(Set(expected.keys) == Set(alive.map(\.name)), "seed \(seed): the hub differs")
    for device in devices { await device.engine.stop() }
  }

  /// A user of a device with a bad network.
  private struct User {
    let device: MemoryDevice
    let transport: FlakyTransport
    var random: SeededGenerator

    init(device: MemoryDevice, transport: FlakyTransport, seed: UInt64) {
      (self.device, self.transport) = (device, transport)
      random = SeededGenerator(seed: seed)
    }

    func work() async {
      var random = random
      for _ in 0..<30 {
        let names = device.notes.keys.sorted()
        switch random.index(12) {
        case 0...3: device.insert(title: Int64(random.index(1000)), key: Int64(random.index(40)))
        case 4...7:
          guard let name = random.element(of: names) else { continue }
          let field = random.happens(50) ? "title" : "rank"
          device.write(.integer(Int64(random.index(1000))), to: field, of: name)
        case 8: if let name = random.element(of: names) { device.delete(name) }
        case 9: transport.cut(random.happens(50))
        case 10:
          await device.engine.stop()
          await device.engine.start()
        default:
          if random.happens(50) {
            await device.engine.pause()
          } else {
            await device.engine.resume()
          }
        }
        try? await Task.sleep(for: .microseconds(random.index(3000)))
      }
    }
  }
}
