import Foundation
import PerennialPresets
import PerennialRecords
import PerennialSync
import SwiftData
import SyncTesting
import Testing

@Suite("Containers and a hub", .serialized, .timeLimit(.minutes(2)))
struct ContainerSyncTests {
  private let zone = "iCloud.\(UUID().uuidString)"

  @Test("A device that has signed in with a code shows what another one has saved")
  func signIn() async throws {
    try await withHub { hub in
      let address = try await hub.address
      let phone = try AppDevice("phone", in: hub.file("apps"), hub: address, zone: zone)
      try phone.save { $0.insert(Note("Milk")) }
      #expect(await eventually { phone.sync.status.pause == .signedOut })
      try await phone.sync.signIn(code: hub.pairingCode(), deviceName: "Ann's phone")
      try await phone.sync.synchronize()
      let tablet = try AppDevice("tablet", in: hub.file("apps"), hub: address, zone: zone)
      let code = try await phone.sync.account.makePairingCode()
      try await tablet.sync.signIn(code: code.text, deviceName: "Ann's tablet")
      #expect(try await tablet.shows(["Milk"]))

      let seen = tablet.context
      let milk = try #require(try seen.fetch(FetchDescriptor<Note>()).first)
      try phone.save { context in
        try context.fetch(FetchDescriptor<Note>()).first?.text = "two litres"
        context.insert(Note("Nails"))
      }
      #expect(await eventually { milk.text == "two litres" })
      #expect(try await tablet.shows(["Milk", "Nails"]))
      try tablet.save { context in
        for note in try context.fetch(FetchDescriptor<Note>()) where note.title == "Nails" {
          context.delete(note)
        }
      }
      #expect(try await phone.shows(["Milk"]))
      #expect(try await phone.sync.unsyncedObjects().isEmpty)
    }
  }

  @Test("41/28: A program can synchronise right after it has opened a signed-in store")
  func first() async throws {
    try await withHub { running in
      let address = try await running.address
      for number in 1...4 {
        let name = "device \(number)"
        let folder = running.file("apps").appendingPathComponent(name, isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let hub = try SyncHub(url: address, credentials: FileCredentialStore(in: folder))
        try await hub.account.signIn(code: running.pairingCode(), deviceName: name)
        let device = try AppDevice(name, in: running.file("apps"), hub: address, zone: zone)
        try device.save { $0.insert(Note("Note \(number)")) }
        try await device.sync.synchronize()
        #expect(try device.notes().count == number)
      }
    }
  }

  @Test("Two first launches without a network and with one catalog give one set")
  func firstLaunches() async throws {
    try await withHub { hub in
      let address = try await hub.address
      let devices = try ["phone", "tablet"].map { name in
        try AppDevice(
          name, in: hub.file("apps"), hub: address, zone: zone, catalog: Notebook.catalog)
      }
      for device in devices { #expect(try device.labels().count == 3) }
      try devices[1].save { context in
        for label in try context.fetch(FetchDescriptor<Label>()) where label.name == "work" {
          label.colour = "green"
        }
      }
      for device in devices {
        try await device.sync.signIn(code: hub.pairingCode(), deviceName: "device")
        try await device.sync.synchronize()
      }
      try await devices[0].sync.synchronize()
      for device in devices {
        #expect(try device.labels().map(\.colour) == ["grey", "blue", "green"])
      }
      #expect(try await devices[0].sync.account.usage().records == 3)
    }
  }

  // MARK: Accounts

  @Test("The data of two accounts are never mixed, until the app adopts them")
  func accounts() async throws {
    try await withHub { hub in
      let ann = try await hub.install("ann", zone: zone)
      let ben = try await hub.install("ben", account: "ben", zone: zone)
      try ann.save { $0.insert(Note("Ann's")) }
      try ben.save { $0.insert(Note("Ben's")) }
      try await ann.sync.synchronize()
      try await ben.sync.synchronize()

      try await ann.sync.signOut()
      #expect(ann.sync.status.pause == .signedOut)
      try ann.save { $0.insert(Note("Offline")) }
      try await ann.sync.signIn(code: hub.pairingCode(for: "ben"), deviceName: "shared")
      #expect(await eventually { ann.sync.status.pause == .otherAccount })
      try ann.save { $0.insert(Note("Other")) }
      await #expect(throws: SyncError.paused(.otherAccount)) { try await ann.sync.synchronize() }
      try await ben.sync.synchronize()
      #expect(try ben.notes().map(\.title) == ["Ben's"])
      #expect(try ann.notes().map(\.title) == ["Ann's", "Offline", "Other"])

      try await ann.sync.signIn(code: hub.pairingCode(for: "ann"), deviceName: "again")
      try await ann.sync.synchronize()
      #expect(try await ann.sync.account.usage().records == 3)
      try await ann.sync.signIn(code: hub.pairingCode(for: "ben"), deviceName: "shared")
      #expect(await eventually { ann.sync.status.pause == .otherAccount })
      try await ann.sync.replaceAccount()
      #expect(try await ben.shows(["Ann's", "Ben's", "Offline", "Other"]))
      #expect(try await ann.shows(["Ann's", "Ben's", "Offline", "Other"]))
    }
  }

  @Test("Signing out with removal leaves nothing on the device, and everything on the hub")
  func removal() async throws {
    try await withHub { hub in
      let phone = try await hub.install("phone", zone: zone)
      try phone.save { $0.insert(Note("Milk")) }
      try await phone.sync.synchronize()
      try await phone.sync.signOut(removingData: true)
      #expect(try phone.notes().isEmpty)
      try await phone.sync.signIn(code: hub.pairingCode(for: "ben"), deviceName: "Ben's")
      try await phone.sync.synchronize()
      #expect(try phone.notes().isEmpty)
      try await phone.sync.signOut(removingData: true)
      try await phone.sync.signIn(code: hub.pairingCode(for: "ann"), deviceName: "Ann's")
      #expect(try await phone.shows(["Milk"]))
    }
  }

  @Test("An erased store leaves its account, and its objects return when it rejoins")
  func erasure() async throws {
    try await withHub { hub in
      let (phone, tablet) = (
        try await hub.install("phone", zone: zone), try await hub.install("tablet", zone: zone)
      )
      try phone.save { $0.insert(Note("Milk")) }
      #expect(try await tablet.shows(["Milk"]))
      try phone.container.erase()
      #expect(await eventually { phone.sync.status.pause == .erased })
      try tablet.save { $0.insert(Note("Nails")) }
      try await tablet.sync.synchronize()
      #expect(try phone.notes().isEmpty)
      #expect(try tablet.notes().map(\.title) == ["Milk", "Nails"])
      try await phone.sync.rejoin()
      #expect(try await phone.shows(["Milk", "Nails"]))
    }
  }

  // MARK: Several containers

  @Test("A second container of the file syncs when the first one is released")
  func takeover() async throws {
    try await withHub { hub in
      let tablet = try await hub.install("tablet", zone: zone)
      var phone: AppDevice? = try await hub.install("phone", zone: zone)
      let second = try #require(try phone?.another())
      let sync = try #require(second.sync)
      #expect(await eventually { sync.status.pause == .syncedElsewhere })
      let context = ModelContext(second)
      context.insert(Note("Milk"))
      try context.save()
      // The first container sends what the second one has saved.
      #expect(try await tablet.shows(["Milk"]))
      #expect(sync.status.pause == .syncedElsewhere)
      phone = nil
      #expect(await eventually { sync.status.pause == nil })
      context.insert(Note("Nails"))
      try context.save()
      try await sync.synchronize()
      #expect(try await tablet.shows(["Milk", "Nails"]))
    }
  }

  @Test("A container that was opened before its hub was registered is not synced")
  func lateRegistration() throws {
    let container = try ModelContainer(
      for: Schema(Notebook.models),
      configurations: ModelConfiguration(
        isStoredInMemoryOnly: true, cloudKitDatabase: .private(zone)))
    #expect(container.sync == nil && container.syncs.isEmpty)
  }
}
