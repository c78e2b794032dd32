import Foundation
import NIOCore
import PerennialRecords
import PerennialSync
import SwiftData
import SyncTesting
import Testing

@Suite("Photos of containers", .serialized, .timeLimit(.minutes(3)))
struct ContainerAssetTests {
  private let zone = "iCloud.\(UUID().uuidString)"

  /// Returns bytes that differ for each number.
  private static func photo(_ number: Int, _ count: Int = 5_000_000) -> Data {
    let block = Data((0..<1009).map { UInt8(truncatingIfNeeded: $0 &* (2 &* number &+ 3)) })
    var data = Data(capacity: count + block.count)
    while data.count < count { data.append(block) }
    return data.prefix(count)
  }

  private func devices(_ hub: RunningHub) async throws -> (phone: AppDevice, tablet: AppDevice) {
    (try await hub.install("phone", zone: zone), try await hub.install("tablet", zone: zone))
  }

  // MARK: Exchange

  @Test("A photo of 5 MB arrives, also after edits and a deletion, and equal bytes are sent once")
  func photos() async throws {
    try await withHub { hub in
      let (phone, tablet) = try await devices(hub)
      try phone.save { $0.insert(Note("Sea", photo: Self.photo(1))) }
      #expect(try await tablet.shows([Self.photo(1)]))
      #expect(await eventually { phone.sync.status.isUpToDate && tablet.sync.status.isUpToDate })
      let bytes = try await phone.sync.account.usage().bytes
      #expect((5_000_000..<5_010_000).contains(bytes))

      try tablet.save { context in
        context.insert(Note("Copy", photo: Self.photo(1)))
        try context.fetch(FetchDescriptor<Note>()).first { $0.title == "Sea" }?.text = "blue"
      }
      #expect(try await phone.shows([Self.photo(1), Self.photo(1)]))
      #expect(try await phone.sync.account.usage().bytes < bytes + 5_000)

      try phone.edit("Sea") { $0.photo = Self.photo(2, 100) }
      #expect(try await tablet.shows([Self.photo(1), Self.photo(2, 100)]))
      try tablet.edit("Copy") { $0.photo = nil }
      #expect(try await phone.shows([nil, Self.photo(2, 100)]))
      try phone.save { context in
        for note in try context.fetch(FetchDescriptor<Note>()) { context.delete(note) }
      }
      #expect(try await tablet.shows([Data?]()))
      for device in [phone, tablet] {
        #expect(await eventually { device.sync.status.isUpToDate })
        #expect(!FileManager.default.fileExists(atPath: device.assetFolder.path))
      }
    }
  }

  @Test("A photo that is edited or deleted while it is sent does not hold anything up")
  func changesInFlight() async throws {
    try await withHub { hub in
      let (phone, tablet) = try await devices(hub)
      for (number, isDeleted) in [false, true, false].enumerated() {
        let title = "Note \(number)"
        try phone.save { $0.insert(Note(title, photo: Self.photo(3 * number))) }
        _ = await eventually(within: .seconds(2)) { phone.sync.status.pendingAssets > 0 }
        if isDeleted {
          try phone.save { context in
            let notes = try context.fetch(FetchDescriptor<Note>())
            for note in notes where note.title == title { context.delete(note) }
          }
        } else {
          try phone.edit(title) { $0.photo = Self.photo(3 * number + 1) }
        }
      }
      #expect(try await tablet.shows([Self.photo(1), Self.photo(7)]))
      #expect(await eventually { phone.sync.status.isUpToDate })
    }
  }

  @Test("200 objects with 100 KiB each")
  func many() async throws {
    try await withHub { hub in
      let (phone, tablet) = try await devices(hub)
      await phone.sync.pause()
      try phone.save { context in
        for number in 0..<200 {
          context.insert(Note("\(1000 + number)", photo: Self.photo(number, 100 << 10 + number)))
        }
      }
      await phone.sync.resume()
      let expected = (0..<200).map { Self.photo($0, 100 << 10 + $0) }
      #expect(await eventually(within: .seconds(60)) { phone.sync.status.isUpToDate })
      try await tablet.sync.synchronize()
      #expect(try await tablet.shows(expected))
    }
  }

  // MARK: Faults

  @Test("Transfers that are cut again and again continue where they were")
  func interruptions() async throws {
    try await withHub { hub in
      let proxy = FaultyProxy()
      let port = try await proxy.start(before: hub.port)
      try await hub.stop()
      try await hub.start(allowing: ["127.0.0.1:\(port)"])
      let address = try #require(URL(string: "http://127.0.0.1:\(port)"))
      let devices = try ["phone", "tablet"].map {
        try AppDevice($0, in: hub.file("apps"), hub: address, zone: zone)
      }
      for device in devices {
        try await device.sync.signIn(code: hub.pairingCode(), deviceName: "device")
        try await device.sync.synchronize()
      }
      // About 200 parts of at most 64 KiB are transferred. None of them is cut once in 20,000 runs.
      proxy.set(FaultyProxy.Faults(delay: .milliseconds(1), cutPercent: 5))
      try devices[0].save { context in
        for number in 1...6 {
          context.insert(Note("\(number)", photo: Self.photo(number, 1 << 20)))
        }
      }
      for device in devices {
        for _ in 0..<200 {
          _ = try? await device.sync.synchronize()
          if device.sync.status.isUpToDate, try device.notes().count == 6 { break }
        }
      }
      print("\(proxy.cutCount) connections were cut")
      #expect(proxy.cutCount > 0)
      proxy.set(FaultyProxy.Faults())
      #expect(try await devices[1].shows((1...6).map { Self.photo($0, 1 << 20) }))
      try await proxy.stop()
    }
  }

  @Test("The former value of a lost asset stays, until a device with the bytes offers it")
  func lostAsset() async throws {
    try await withHub { hub in
      let (phone, tablet) = try await devices(hub)
      try phone.save { $0.insert(Note("Sea", photo: Self.photo(1, 100_000))) }
      #expect(try await tablet.shows([Self.photo(1, 100_000)]))
      let copy = hub.file("backup.sqlite")
      await tablet.sync.pause()
      try phone.edit("Sea") { $0.photo = Self.photo(2) }
      try await phone.sync.synchronize()
      try await hub.backUp(to: copy)
      for file in hub.assetFiles { try FileManager.default.removeItem(at: file) }
      await tablet.sync.resume()
      try tablet.save { $0.insert(Note("Tree")) }
      #expect(await eventually { tablet.sync.status.missingAssets == 1 })
      #expect(try await tablet.shows([Self.photo(1, 100_000), nil]))
      let sea = try #require(try tablet.notes().first).persistentModelID
      #expect(await eventually { tablet.sync.status.isUpToDate })
      #expect(try await tablet.sync.unsyncedReason(for: sea) == .missingAsset)

      // The operator restores a backup without its assets.
      try await hub.stop()
      try await hub.replaceDatabase(by: copy)
      try await hub.start()
      try await phone.sync.synchronize()
      #expect(hub.assetFiles.count == 1)
      await tablet.sync.pause()
      await tablet.sync.resume()
      #expect(try await tablet.shows([Self.photo(2), nil]))
      #expect(await eventually { tablet.sync.status.missingAssets == 0 })
      #expect(try await tablet.sync.unsyncedReason(for: sea) == nil)
      #expect(try await phone.shows([Self.photo(2), nil]))
    }
  }

  @Test("An asset with other bytes on the hub is not shown, and hinders nothing else")
  func damagedAsset() async throws {
    try await withHub { hub in
      let (phone, tablet) = try await devices(hub)
      await tablet.sync.pause()
      try phone.save { $0.insert(Note("Sea", photo: Self.photo(1, 200_000))) }
      try await phone.sync.synchronize()
      for file in hub.assetFiles { try Self.photo(2, 200_000).write(to: file) }
      try phone.save { $0.insert(Note("Tree", photo: Self.photo(3, 200_000))) }
      try await phone.sync.synchronize()
      await tablet.sync.resume()
      #expect(try await tablet.shows([nil, Self.photo(3, 200_000)]))
      #expect(await eventually { tablet.sync.status.missingAssets == 1 })
    }
  }

  @Test("A value that is too large for this hub stays on its device, and others are sent")
  func tooLargeForHub() async throws {
    try await withHub { hub in
      try await hub.stop()
      try await hub.start(assetBytes: 1 << 20)
      let (phone, tablet) = try await devices(hub)
      try phone.save { context in
        context.insert(Note("Film", photo: Self.photo(1)))
        context.insert(Note("Photo", photo: Self.photo(2, 1 << 20)))
      }
      #expect(try await tablet.shows([Self.photo(2, 1 << 20)]))
      #expect(await eventually { phone.sync.status.refusedRecords == 1 })
      let film = try #require(try phone.notes().first).persistentModelID
      #expect(try await phone.sync.unsyncedReason(for: film) == .refused(.tooLarge))
    }
  }

  #if os(Linux) || os(macOS)
  @Test("A process that is killed while it sends photos loses none, and sends each once")
  func kills() async throws {
    try await withHub { hub in
      let tablet = try await hub.install("tablet", zone: zone)
      try await signIn(hub)
      let (folder, address, zone) = (
        hub.file("apps").path, try await hub.address.absoluteString, zone
      )
      for round in 1...6 {
        let delay = UInt32(round * 60_000)
        await #expect(processExitsWith: .signal(SIGKILL), "\(delay) µs") {
          [
            folder = folder as String, address = address as String, zone = zone as String,
            round = round as Int, delay = delay as UInt32
          ] in
          let phone = try AppDevice(
            "phone", in: URL(fileURLWithPath: folder),
            hub: try #require(URL(string: address)), zone: zone)
          try phone.save { $0.insert(Note("\(round)", photo: Self.photo(round, 2_000_000))) }
          usleep(delay)
          kill(getpid(), SIGKILL)
        }
      }
      let phone = try AppDevice(
        "phone", in: hub.file("apps"), hub: try #require(URL(string: address)), zone: zone)
      #expect(await eventually(within: .seconds(30)) { phone.sync.status.isUpToDate })
      #expect(try await tablet.shows((1...6).map { Self.photo($0, 2_000_000) }))
      #expect(hub.assetFiles.count == 6)
      #expect(await eventually { phone.sync.status.isUpToDate })
      #expect(!FileManager.default.fileExists(atPath: phone.assetFolder.path))
    }
  }

  /// Signs the phone in, whose app ends then.
  private func signIn(_ hub: RunningHub) async throws {
    let phone = try await hub.install("phone", zone: zone)
    try await phone.sync.synchronize()
  }
  #endif
}

extension Note {
  convenience init(_ title: String, photo: Data) {
    self.init(title)
    self.photo = photo
  }
}

extension AppDevice {
  fileprivate var assetFolder: URL { folder.appendingPathComponent("notebook.store-assets") }

  fileprivate func edit(_ title: String, _ body: (Note) -> Void) throws {
    try save { context in
      for note in try context.fetch(FetchDescriptor<Note>()) where note.title == title {
        body(note)
      }
    }
  }

  /// Waits until the notes have these photos, in the order of their titles.
  fileprivate func shows(_ photos: [Data?]) async throws -> Bool {
    try await eventually(within: .seconds(30)) { try notes().map(\.photo) == photos }
  }
}
