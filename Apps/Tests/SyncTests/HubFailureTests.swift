import Foundation
import PerennialRecords
import PerennialSync
import SwiftData
import SyncTesting
import Testing

@Suite("Containers and hubs that refuse or end", .serialized, .timeLimit(.minutes(3)))
struct HubFailureTests {
  private let zone = "iCloud.\(UUID().uuidString)"

  @Test("A large upload and a first import continue where the hub has ended")
  func resumption() async throws {
    try await withHub { hub in
      let phone = try await hub.install("phone", zone: zone)
      await phone.sync.pause()
      let text = String(repeating: "a", count: 400)
      try phone.save { context in
        for number in 0..<6000 { context.insert(Note("Note \(number)", text: text)) }
      }
      #expect(await eventually { phone.sync.status.pendingUploads == 6000 })
      await phone.sync.resume()
      #expect(await eventually { phone.sync.status.pendingUploads < 6000 })
      try await hub.stop()
      let pending = phone.sync.status.pendingUploads
      #expect(pending > 0 && pending < 6000)
      try await hub.start()
      #expect(await eventually(within: .seconds(60)) { phone.sync.status.isUpToDate })
      #expect(try await phone.sync.account.usage().records == 6000)

      let tablet = try await hub.install("tablet", zone: zone)
      #expect(await eventually { tablet.sync.status.receivedRecords > 0 })
      try await hub.stop()
      let received = tablet.sync.status.receivedRecords
      #expect(received < 6000 && !tablet.sync.status.isInitialImportDone)
      try await hub.start()
      #expect(await eventually(within: .seconds(60)) { tablet.sync.status.isInitialImportDone })
      // Pages that had arrived before the end of the hub were not requested again.
      #expect(tablet.sync.status.receivedRecords == 6000)
      #expect(try tablet.context.fetchCount(FetchDescriptor<Note>()) == 6000)
    }
  }

  @Test("An object that is too large for the hub stays on the device, and its reason is shown")
  func tooLarge() async throws {
    try await withHub { hub in
      let (phone, tablet) = (
        try await hub.install("phone", zone: zone), try await hub.install("tablet", zone: zone)
      )
      try phone.save { context in
        context.insert(Note("Large", text: String(repeating: "x", count: 2 << 20)))
        context.insert(Note("Small"))
      }
      await #expect(throws: SyncError.refused(1)) { try await phone.sync.synchronize() }
      #expect(try await tablet.shows(["Small"]))
      let large = try #require(try phone.notes().first)
      let identifier = large.persistentModelID
      #expect(phone.sync.status.refusedRecords == 1)
      #expect(try await phone.sync.unsyncedObjects() == [identifier])
      #expect(try await phone.sync.unsyncedReason(for: identifier) == .refused(.tooLarge))
      try phone.save { context in
        try context.fetch(FetchDescriptor<Note>()).first { $0.title == "Large" }?.text = "short"
      }
      #expect(try await tablet.shows(["Large", "Small"]))
      #expect(await eventually { phone.sync.status.refusedRecords == 0 })
      #expect(try await phone.sync.unsyncedReason(for: identifier) == nil)
    }
  }

  @Test("A full account gets deletions that were made with new objects, and later the rest")
  func fullAccount() async throws {
    try await withHub { hub in
      let (phone, tablet) = (
        try await hub.install("phone", zone: zone), try await hub.install("tablet", zone: zone)
      )
      try phone.save { context in
        for number in 0..<20 { context.insert(Note("Note \(number)")) }
      }
      try await phone.sync.synchronize()
      #expect(await eventually { tablet.sync.status.receivedRecords >= 20 })
      try await hub.limitAccount(to: try await phone.sync.account.usage().bytes)
      await phone.sync.pause()
      try phone.save { context in
        for number in 0..<1000 { context.insert(Note("Later \(number)")) }
        for note in try context.fetch(FetchDescriptor<Note>()) where note.title.hasPrefix("Note") {
          context.delete(note)
        }
      }
      await phone.sync.resume()
      #expect(try await tablet.shows([]))
      #expect(await eventually { phone.sync.status.pendingUploads == 1000 })
      #expect(
        await eventually {
          guard case .hub(let error)? = phone.sync.status.lastError else { return false }
          return error.code == .quotaExceeded
        })
      try await hub.limitAccount(to: 1 << 30)
      try await phone.sync.synchronize()
      try await tablet.sync.synchronize()
      #expect(try tablet.context.fetchCount(FetchDescriptor<Note>()) == 1000)
    }
  }

  @Test("A token that has expired pauses the device, and a new sign-in continues")
  func expiredToken() async throws {
    try await withHub { hub in
      try await hub.stop()
      try await hub.start(tokenLifetime: 2000)
      let phone = try await hub.install("phone", zone: zone)
      try phone.save { $0.insert(Note("Milk")) }
      try await phone.sync.synchronize()
      try await Task.sleep(for: .seconds(2))
      try phone.save { $0.insert(Note("Nails")) }
      #expect(await eventually { phone.sync.status.pause == .unauthorized })
      let nails = try #require(try phone.notes().last).persistentModelID
      #expect(try await phone.sync.unsyncedReason(for: nails) == .paused(.unauthorized))
      try await hub.stop()
      try await hub.start()
      try await phone.sync.signIn(code: hub.pairingCode(), deviceName: "phone")
      try await phone.sync.synchronize()
      #expect(try await phone.sync.account.usage().records == 2)
    }
  }

  @Test("A hub of another protocol version pauses the device with the way out")
  func upgrade() async throws {
    let server = try await LaterHub.start()
    let device = try AppDevice(
      "phone", in: server.folder, hub: server.url, zone: zone)
    #expect(await eventually { device.sync.status.pause == .signedOut })
    try FileCredentialStore(in: device.folder).store(
      HubCredentials(token: "t", device: "d", account: "ann"), for: server.url)
    try device.save { $0.insert(Note("Milk")) }
    await device.sync.retry()
    #expect(await eventually { device.sync.status.pause == .upgradeRequired })
    guard case .hub(let error)? = device.sync.status.lastError else {
      Issue.record("no error")
      return
    }
    #expect(error.reason.contains("Update the app"))
    #expect(try device.notes().count == 1)
    try await server.stop()
  }
}
