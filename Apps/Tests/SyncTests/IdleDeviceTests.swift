import Foundation
import PerennialRecords
import PerennialSync
import SyncTesting
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

#if os(Linux) || os(macOS)
/// Each test has a process of its own, so that the time of other tests is not counted. The hub runs in it too.
@Suite("The processor time of idle devices", .serialized, .timeLimit(.minutes(2)))
struct IdleDeviceTests {
  @Test("While the hub ends one wait after the other")
  func waits() async {
    await #expect(processExitsWith: .success) {
      let hub = try RunningHub()
      try await hub.start(longPoll: .seconds(2))
      let devices = try await IdleDeviceTests.devices(of: hub)
      try await IdleDeviceTests.expectIdle()
      try await IdleDeviceTests.end(devices, hub)
    }
  }

  @Test("After the hub has ended idle connections")
  func idleConnections() async {
    await #expect(processExitsWith: .success) {
      let hub = try RunningHub()
      try await hub.start(idle: .seconds(1))
      let devices = try await IdleDeviceTests.devices(of: hub)
      try await Task.sleep(for: .seconds(2))
      try await IdleDeviceTests.expectIdle()
      try await IdleDeviceTests.end(devices, hub)
    }
  }

  @Test("After a restart of the hub, from which they recover")
  func restart() async {
    await #expect(processExitsWith: .success) {
      let hub = try RunningHub()
      try await hub.start(longPoll: .seconds(2))
      let devices = try await IdleDeviceTests.devices(of: hub)
      try await hub.stop()
      try await Task.sleep(for: .seconds(1))
      try await hub.start(longPoll: .seconds(2))
      let name = devices[0].insert(title: 1)
      #expect(await eventually(within: .seconds(30)) { devices[1].notes[name] != nil })
      try await IdleDeviceTests.expectIdle()
      try await IdleDeviceTests.end(devices, hub)
    }
  }

  // MARK: Steps

  /// Returns two devices that have exchanged a note in both directions, and wait for changes.
  private static func devices(of hub: RunningHub) async throws -> [MemoryDevice] {
    let devices = [try await hub.device(1).device, try await hub.device(2).device]
    for device in devices { await device.engine.start() }
    let name = devices[0].insert(title: 0)
    #expect(await eventually { devices[1].notes[name] != nil })
    devices[1].write(.integer(1), of: name)
    #expect(await eventually { devices[0].notes[name]?["title"] == .integer(1) })
    return devices
  }

  /// Counts the processor time of five seconds: less than a twentieth.
  private static func expectIdle() async throws {
    try await Task.sleep(for: .milliseconds(500))
    let (start, processor) = (ContinuousClock.now, clock())
    try await Task.sleep(for: .seconds(5))
    let seconds = Double(clock() - processor) / Double(CLOCKS_PER_SEC)
    let share = seconds / (start.duration(to: .now) / .seconds(1))
    #expect(share < 0.05)
  }

  private static func end(_ devices: [MemoryDevice], _ hub: RunningHub) async throws {
    for device in devices { await device.engine.stop() }
    try await hub.stop()
  }
}
#endif
