import Foundation
import PerennialHub
import PerennialRecords
import PerennialSync
import SyncTesting
import Testing

@Suite("Devices of an account that moves to another hub", .timeLimit(.minutes(1)))
struct MovedAccountTests {
  @Test(
    "Devices sync before, during and after the move, sign in no second time and read nothing twice")
  func moving() async throws {
    try await withHub { first in
      try await withHub { second in
        let proxy = FaultyProxy()
        let port = try await proxy.start(before: first.port)
        for hub in [first, second] {
          try await hub.stop()
          try await hub.start(allowing: ["127.0.0.1:\(port)"])
        }
        let fast = FastClock(factor: 500)
        var devices: [MemoryDevice] = []
        for number in 1...2 {
          let device = try await first.device(number, through: port, clock: fast).device
          devices.append(device)
          await device.engine.start()
        }
        devices[0].insert(title: 1)
        try await expectEqual(devices)
        let incarnation = try #require(devices[0].token).incarnation

        let writing = Task { [devices] in
          for index in 0..<60 {
            devices[index % 2].insert(title: Int64(index))
            try? await Task.sleep(for: .milliseconds(3))
          }
        }
        var settings = HubMove.Settings()
        settings.rows = 3
        let move = try await HubMove(from: first.side, to: second.side, settings: settings)
        #expect(try await move.move("ann").outcome == .moved)
        await writing.value
        // The address of the hub leads to the other one.
        #expect(
          await eventually {
            devices.contains { device in
              if case .hub(let error) = device.engine.status.lastError {
                return error.code == .accountMoved
              }
              return false
            }
          })
        proxy.redirect(to: await second.port)
        proxy.cutAll()
        devices[1].insert(title: 99)
        try await expectEqual(devices)
        for device in devices {
          #expect(device.notes.count == 62)
          #expect(device.token?.incarnation == incarnation)
          #expect(device.engine.status.pause == nil)
          await device.engine.stop()
        }
        try await proxy.stop()
      }
    }
  }
}
