import Foundation
import PerennialRecords
import PerennialSync
import SyncTesting
import Testing

@Suite("Sign-in on a hub", .serialized, .timeLimit(.minutes(2)))
struct SignInTests {
  private func newHub(_ running: RunningHub, _ number: Int) async throws -> SyncHub {
    let url = try #require(URL(string: "http://127.0.0.1:\(await running.port)"))
    return try SyncHub(
      url: url, credentials: FileCredentialStore(in: running.file("new\(number)")))
  }

  @Test("A device signs in with a code, and adds another device with a code of its own")
  func pairing() async throws {
    try await withHub { running in
      let phone = try await newHub(running, 1).account
      #expect(try phone.credentials == nil)
      await #expect(throws: HTTPTransportError.signedOut) { try await phone.devices() }
      let code = try await running.pairingCode()
      try await phone.signIn(code: code, deviceName: "Ann's phone")
      #expect(try phone.credentials?.account == "ann")

      let tablet = try await newHub(running, 2).account
      let used = await #expect(throws: HubError.self) {
        try await tablet.signIn(code: code, deviceName: "Ann's tablet")
      }
      #expect(used?.code == .unauthorized)
      let pairing = try await phone.makePairingCode()
      #expect(pairing.expires.timeIntervalSinceNow > 500)
      try await tablet.signIn(code: pairing.text, deviceName: "Ann's tablet")
      let devices = try await tablet.devices().sorted { $0.name < $1.name }
      #expect(devices.map(\.name) == ["Ann's phone", "Ann's tablet"])
      #expect(devices.map(\.isCurrent) == [false, true])
      #expect(try await phone.usage().account == "ann")

      try await tablet.revoke(devices[0])
      let revoked = await #expect(throws: HubError.self) { try await phone.devices() }
      #expect(revoked?.code == .unauthorized)
      try await tablet.signOut()
      #expect(try tablet.credentials == nil)
      try await tablet.signOut()
    }
  }

  @Test("A device whose token is revoked is paused with the reason, until it signs in again")
  func revoked() async throws {
    try await withHub { running in
      let (one, hub) = try await running.device(1)
      let (two, _) = try await running.device(2)
      for device in [one, two] { await device.engine.start() }
      try await one.engine.synchronize()
      let devices = try await hub.account.devices()
      let other = try #require(devices.first { !$0.isCurrent })
      try await hub.account.revoke(other)
      two.insert(title: 1)
      #expect(await eventually { two.engine.status.pause == .unauthorized })
      #expect(await eventually { two.engine.status.pendingUploads == 1 })
      guard case .hub(let error)? = two.engine.status.lastError else {
        Issue.record("\(String(describing: two.engine.status.lastError))")
        return
      }
      #expect(error.code == .unauthorized)

      let code = try await hub.account.makePairingCode()
      let url = hub.url
      let again = try SyncHub(
        url: url, credentials: FileCredentialStore(in: running.file("device2")))
      try await again.account.signIn(code: code.text, deviceName: "Device 2")
      await two.engine.retry()
      try await two.engine.synchronize()
      #expect(await eventually { one.notes.count == 1 })
      for device in [one, two] { await device.engine.stop() }
    }
  }

  @Test("A device that may only read receives, keeps its changes, and sends them with another role")
  func readOnly() async throws {
    try await withHub { running in
      let (one, _) = try await running.device(1)
      let (two, hub) = try await running.device(2, role: .read)
      one.insert(title: 1)
      two.insert(title: 2)
      for device in [one, two] { await device.engine.start() }
      try await one.engine.synchronize()
      let error = await #expect(throws: SyncError.self) { try await two.engine.synchronize() }
      guard case .hub(let refusal)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(refusal.code == .forbidden && two.engine.status.readOnly == refusal)
      #expect(await eventually { two.notes.count == 2 })
      #expect(one.notes.count == 1)
      await #expect(throws: HubError.self) { try await hub.account.makePairingCode() }
      let device = try #require(try await hub.account.devices().first { $0.isCurrent })
      #expect(device.role == .read)

      try await running.change(device.id, to: .write)
      await two.engine.retry()
      try await two.engine.synchronize()
      #expect(await eventually { one.notes.count == 2 })
      for device in [one, two] { await device.engine.stop() }
      try await hub.account.revoke(device)
      #expect(try hub.account.credentials == nil)
    }
  }

  @Test("A device without credentials is paused as signed out")
  func signedOut() async throws {
    try await withHub { running in
      let (device, hub) = try await running.device(1)
      await device.engine.start()
      try await device.engine.synchronize()
      try await hub.account.signOut()
      device.insert(title: 1)
      #expect(await eventually { device.engine.status.pause != nil })
      await device.engine.retry()
      #expect(await eventually { device.engine.status.pause == .signedOut })
      #expect(device.notes.count == 1)
      await device.engine.stop()
    }
  }

  @Test("Signing out without a network keeps the credentials, unless the app forgets them")
  func signOutOffline() async throws {
    let running = try RunningHub()
    try await running.start()
    let (_, hub) = try await running.device(1)
    try await running.stop()
    await #expect(throws: HTTPTransportError.self) { try await hub.account.signOut() }
    #expect(try hub.account.credentials != nil)
    try await hub.account.signOut(evenIfUnreachable: true)
    #expect(try hub.account.credentials == nil)
  }

  @Test("A deleted account has no data and no devices. The data of the devices stays")
  func deletion() async throws {
    try await withHub { running in
      let (device, hub) = try await running.device(1)
      let (other, otherHub) = try await running.device(2)
      device.insert(title: 1)
      await device.engine.start()
      try await device.engine.synchronize()
      #expect(try await hub.account.usage().records == 1)
      try await hub.account.deleteAccount()
      #expect(try hub.account.credentials == nil)
      await other.engine.start()
      #expect(await eventually { other.engine.status.pause == .unauthorized })
      let error = await #expect(throws: HubError.self) {
        try await otherHub.account.usage()
      }
      #expect(error?.code == .unauthorized)
      #expect(device.notes.count == 1)
      for device in [device, other] { await device.engine.stop() }
    }
  }
}
