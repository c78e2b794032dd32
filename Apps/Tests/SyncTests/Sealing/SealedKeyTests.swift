import Foundation
import PerennialRecords
import PerennialSync
import SwiftData
import SyncTesting
import Testing

@Suite("Keys of sealed values", .serialized, .timeLimit(.minutes(2)))
struct SealedKeyTests {
  private let zone = "iCloud.\(UUID().uuidString)"

  @Test(
    "A wrong phrase opens nothing, and the right one recovers an account that has lost all devices")
  func recovery() async throws {
    try await withHub { hub in
      let phrase: RecoveryPhrase
      do {
        let (phone, made) = try await hub.phoneWithKey(zone: zone)
        try phone.save { $0.insert(JournalPage("Monday", text: "secret")) }
        try await phone.sync.synchronize()
        phrase = made
        try FileManager.default.removeItem(at: phone.folder)
      }
      let replacement = try await hub.journal("new", zone: zone)
      await #expect(throws: SealedDataError.wrongPhrase) {
        try await replacement.sealing.unlock(with: RecoveryPhrase())
      }
      #expect(try replacement.lines() == ["Monday:  -"])
      try await replacement.sealing.unlock(with: RecoveryPhrase(phrase.text.lowercased()))
      #expect(try replacement.lines() == ["Monday: secret -"])
    }
  }

  @Test("A device gets the key from another one, after the user has typed its code there")
  func grant() async throws {
    try await withHub { hub in
      let (phone, _) = try await hub.phoneWithKey(zone: zone)
      try phone.save { $0.insert(JournalPage("Monday", text: "secret")) }
      let tablet = try await hub.journal("tablet", zone: zone)
      await #expect(throws: SealedDataError.locked) {
        try await tablet.sealing.grantKey(to: DeviceCode("000G4-0R40M-30E20-9696X"))
      }
      let code = try await tablet.sealing.requestKey(deviceName: "Ann's tablet")
      await #expect(throws: SealedDataError.unknownCode) {
        try await phone.sealing.grantKey(to: DeviceCode("000G4-0R40M-30E20-9696X"))
      }
      #expect(try tablet.lines() == ["Monday:  -"])
      let device = try await phone.sealing.grantKey(to: DeviceCode(code.text))
      #expect(device.name == "Ann's tablet")
      #expect(try await tablet.shows(["Monday: secret -"]))
      try await tablet.sync.synchronize()
      let devices = try await phone.sealing.devices()
      #expect(devices.map(\.hasKey) == [true, true])
      #expect(devices.first { $0.id == device.id }?.isCurrent == false)
    }
  }

  @Test("A hub that puts its own device in the place of a requesting one gets no key")
  func forgedDevice() async throws {
    try await withHub { hub in
      let (phone, _) = try await hub.phoneWithKey(zone: zone)
      let tablet = try await hub.journal("tablet", zone: zone)
      let code = try await tablet.sealing.requestKey(deviceName: "tablet")
      let other = try await hub.operatorOf(zone: zone)
      let keys = try #require(try await other.records(ofType: "sealing.keys").first)
      let field = try #require(
        keys.state.edits.keys.first { field in
          guard field.hasPrefix("device."), case .blob(let data)? = keys.state.edits[field]?.value
          else { return false }
          return data.range(of: Data("codeProof".utf8)) != nil
        })
      guard case .blob(let entry)? = keys.state.edits[field]?.value else { return }
      var json = try #require(try JSONSerialization.jsonObject(with: entry) as? [String: Any])
      json["publicKey"] = Data(repeating: 9, count: 32).base64EncodedString()
      try await other.write(
        .blob(JSONSerialization.data(withJSONObject: json)), to: field, of: keys)
      await #expect(throws: SealedDataError.unknownCode) {
        try await phone.sealing.grantKey(to: code)
      }
    }
  }

  @Test("A rotation seals all values again, with another phrase, and without the excluded device")
  func rotation() async throws {
    try await withHub { hub in
      let (phone, phrase) = try await hub.phoneWithKey(zone: zone)
      let tablet = try await hub.journal("tablet", zone: zone)
      let stolen = try await hub.journal("stolen", zone: zone)
      for device in [tablet, stolen] { try await device.sealing.unlock(with: phrase) }
      try phone.save { $0.insert(JournalPage("Monday", text: "first", mood: 1)) }
      for device in [tablet, stolen] { #expect(try await device.shows(["Monday: first 1"])) }
      let other = try await hub.operatorOf(zone: zone)
      let former = try #require(try await other.records(ofType: "JournalPage").first)

      // The tablet edits without a connection, with the former key.
      await tablet.sync.pause()
      try tablet.edit("Monday") { $0.text = "offline" }
      let devices = try await stolen.sealing.devices().filter(\.isCurrent)
      let later = RecoveryPhrase()
      try await phone.sealing.rotateKey(recoveredBy: later, excluding: devices)
      let page = try #require(try await other.records(ofType: "JournalPage").first)
      let (new, old) = (try #require(page.sealed("text")), try #require(former.sealed("text")))
      #expect(new.dropFirst().prefix(4) == Data([0, 0, 0, 2]))
      #expect(old.dropFirst().prefix(4) == Data([0, 0, 0, 1]))
      #expect(page.state.edits["text"]?.stamp == former.state.edits["text"]?.stamp)

      await tablet.sync.resume()
      #expect(try await phone.shows(["Monday: offline 1"]))
      try tablet.edit("Monday") { $0.mood = 7 }
      #expect(try await phone.shows(["Monday: offline 7"]))
      #expect(
        try await eventually {
          let page = try await other.records(ofType: "JournalPage").first
          return ["text", "mood", "scan"].allSatisfy {
            page?.sealed($0)?.dropFirst().prefix(4) == Data([0, 0, 0, 2])
          }
        }, "The values that the tablet has sealed with the former key are sealed again.")

      // The stolen device keeps what it has, and gets nothing else.
      try await stolen.sync.synchronize()
      #expect(try stolen.lines() == ["Monday: first 1"])
      guard case .sealed(.unknownKey) = try await stolen.reason(for: "Monday") else {
        return #expect(Bool(false))
      }
      await #expect(throws: SealedDataError.wrongPhrase) {
        try await stolen.sealing.unlock(with: phrase)
      }
      let replacement = try await hub.journal("new", zone: zone)
      try await replacement.sealing.unlock(with: later)
      #expect(try replacement.lines() == ["Monday: offline 7"])
    }
  }

  @Test("A copy of the keys opens the account with its own phrase, and only this account")
  func copy() async throws {
    try await withHub { hub in
      let (phone, _) = try await hub.phoneWithKey(zone: zone)
      try phone.save { $0.insert(JournalPage("Monday", text: "secret")) }
      try await phone.sync.synchronize()
      let phrase = RecoveryPhrase()
      let copy = try await phone.sealing.exportKeys(protectedBy: phrase)
      let tablet = try await hub.journal("tablet", zone: zone)
      await #expect(throws: SealedDataError.locked) {
        try await tablet.sealing.exportKeys(protectedBy: phrase)
      }
      await #expect(throws: SealedDataError.wrongPhrase) {
        try await tablet.sealing.importKeys(copy, protectedBy: RecoveryPhrase())
      }
      await #expect(throws: SealedDataError.self) {
        try await tablet.sealing.importKeys(Data("{}".utf8), protectedBy: phrase)
      }
      let ben = try await hub.journal("ben", account: "ben", zone: zone)
      await #expect(throws: SealedDataError.self) {
        try await ben.sealing.importKeys(copy, protectedBy: phrase)
      }
      try await tablet.sealing.importKeys(copy, protectedBy: phrase)
      #expect(try tablet.lines() == ["Monday: secret -"])
    }
  }

  @Test(
    "A device that signs in again keeps its values, and seals with the account's key after the phrase"
  )
  func again() async throws {
    try await withHub { hub in
      let (phone, phrase) = try await hub.phoneWithKey(zone: zone)
      try phone.save { $0.insert(JournalPage("Monday", text: "secret")) }
      try await phone.sync.synchronize()
      try await phone.sync.signOut()
      try await phone.sync.signIn(code: hub.pairingCode(), deviceName: "again")
      try await phone.sync.synchronize()
      #expect(try await phone.sealing.state == .locked)
      #expect(try phone.lines() == ["Monday: secret -"])
      try phone.edit("Monday") { $0.text = "later" }
      try await phone.sync.synchronize()
      #expect(phone.sync.status.pendingUploads == 1)
      try await phone.sealing.unlock(with: phrase)
      #expect(await eventually { phone.sync.status.pendingUploads == 0 })
      let tablet = try await hub.journal("tablet", zone: zone)
      try await tablet.sealing.unlock(with: phrase)
      #expect(try tablet.lines() == ["Monday: later -"])
    }
  }
}
