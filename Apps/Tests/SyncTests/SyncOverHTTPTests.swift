import Foundation
import NIOCore
import PerennialRecords
import PerennialSync
import SyncTesting
import Testing

@Suite("Devices and a hub over HTTP", .serialized, .timeLimit(.minutes(2)))
struct SyncOverHTTPTests {
  @Test("Devices agree after edits that they made at once")
  func converge() async throws {
    try await withHub { hub in
      var devices: [MemoryDevice] = []
      for number in 1...4 { devices.append(try await hub.device(number).device) }
      for device in devices { await device.engine.start() }
      await withTaskGroup(of: Void.self) { group in
        for (number, device) in devices.enumerated() {
          group.addTask {
            for index in 0..<25 {
              device.insert(title: Int64(index), key: Int64(number % 2 * 100 + index))
              for name in device.notes.keys.sorted().suffix(2) {
                device.write(.integer(Int64(number)), to: "rank", of: name)
              }
              try? await Task.sleep(for: .milliseconds(2))
            }
          }
        }
      }
      try await expectEqual(devices)
      #expect(devices[0].notes.count == 100)
      for device in devices { await device.engine.stop() }
    }
  }

  @Test("Devices agree although connections are slow, cut and refused")
  func faultyNetwork() async throws {
    try await withHub { hub in
      let proxy = FaultyProxy()
      let port = try await proxy.start(before: hub.port)
      try await hub.stop()
      try await hub.start(allowing: ["127.0.0.1:\(port)"])
      var devices: [MemoryDevice] = []
      for number in 1...3 {
        let device = try await hub.device(number, through: port, clock: FastClock(factor: 20))
        devices.append(device.device)
      }
      proxy.set(FaultyProxy.Faults(delay: .milliseconds(2), cutPercent: 20))
      for device in devices { await device.engine.start() }
      for index in 0..<40 {
        for device in devices { device.insert(title: Int64(index)) }
        if index == 15 { proxy.set(FaultyProxy.Faults(isDown: true)) }
        if index == 25 {
          proxy.set(FaultyProxy.Faults(delay: .milliseconds(2), cutPercent: 20))
        }
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(proxy.cutCount > 5)
      proxy.set(FaultyProxy.Faults())
      try await expectEqual(devices)
      #expect(devices[0].notes.count == 120)
      for device in devices { await device.engine.stop() }
      try await proxy.stop()
    }
  }

  // MARK: Hubs that end

  @Test("Devices continue when their hub is started again")
  func restart() async throws {
    try await withHub { hub in
      let fast = FastClock(factor: 20)
      let (one, two) = (
        try await hub.device(1, clock: fast).device, try await hub.device(2, clock: fast).device
      )
      for device in [one, two] { await device.engine.start() }
      one.insert(title: 1)
      try await expectEqual([one, two])
      try await hub.stop()
      two.insert(title: 2)
      #expect(await eventually { two.engine.status.lastError != nil })
      #expect(await eventually { two.engine.status.pendingUploads == 1 })
      try await hub.start()
      try await expectEqual([one, two])
      #expect(one.notes.count == 2)
      for device in [one, two] { await device.engine.stop() }
    }
  }

  @Test("A hub that was restored from an old backup gets back what it has lost")
  func restoredHub() async throws {
    try await withHub { hub in
      let fast = FastClock(factor: 20)
      let (one, two) = (
        try await hub.device(1, clock: fast).device, try await hub.device(2, clock: fast).device
      )
      for device in [one, two] { await device.engine.start() }
      let old = one.insert(title: 1)
      try await expectEqual([one, two])
      let backup = hub.file("backup.sqlite")
      try await hub.backUp(to: backup)
      let lost = one.insert(title: 2)
      one.write(.integer(3), of: old)
      try await expectEqual([one, two])
      try await hub.stop()
      try await hub.replaceDatabase(by: backup)
      try await hub.start()
      let new = two.insert(title: 4)
      let third = try await hub.device(3, clock: fast).device
      await third.engine.start()
      try await expectEqual([one, two, third])
      #expect(Set(third.notes.keys) == [old, lost, new])
      #expect(third.notes[old] == ["title": .integer(3)])
      for device in [one, two, third] { await device.engine.stop() }
    }
  }
}
