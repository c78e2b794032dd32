import Foundation
import PerennialRecords
import PerennialSync
import SwiftData
import SyncTesting
import Testing

@Suite("Sealed values, between devices and a hub", .serialized, .timeLimit(.minutes(2)))
struct SealedSyncTests {
  private let zone = "iCloud.\(UUID().uuidString)"

  @Test("Two devices read what neither the files nor the log of their hub contain")
  func roundTrip() async throws {
    let log = HubLog()
    let hub = try RunningHub()
    try await hub.start(log: log)
    let (phone, phrase) = try await hub.phoneWithKey(zone: zone)
    let tablet = try await hub.journal("tablet", zone: zone)
    try await tablet.sealing.unlock(with: phrase)
    let scan = Data("scanned-in-the-attic".utf8) + Data(repeating: 7, count: 40_000)
    try phone.save { context in
      let page = JournalPage("Monday", text: "met Zebulon in secret", mood: 771_177_717)
      page.scan = scan
      context.insert(page)
    }
    try phone.save { context in
      try context.fetch(FetchDescriptor<JournalTopic>()).forEach {
        if $0.name == "Work" { $0.remark = "looking for another one" }
      }
    }
    #expect(try await tablet.shows(["Monday: met Zebulon in secret 771177717"]))
    #expect(try tablet.pages().first?.scan == scan)
    #expect(await eventually { (try? tablet.remark(of: "Work")) == "looking for another one" })
    try tablet.edit("Monday") { $0.text = "met Zebulon twice" }
    #expect(try await phone.shows(["Monday: met Zebulon twice 771177717"]))
    try await phone.sync.synchronize()
    #expect(phone.sync.status.pendingUploads == 0)

    let sent = hub.contents() + log.contents
    #expect(log.contents.count > 100)
    for visible in ["Monday", "Journeys and excursions", "JournalPage"] {
      #expect(sent.range(of: Data(visible.utf8)) != nil, "\(visible) is not sealed.")
    }
    let hidden = [
      "Zebulon", "looking for another", "scanned-in-the-attic", "771177717",
      Data("scanned-in-the-attic".utf8).base64EncodedString().dropLast(4).description,
      phrase.text, String(phrase.text.prefix(11)),
    ]
    for text in hidden { #expect(sent.range(of: Data(text.utf8)) == nil, "\(text) is visible") }
    try await hub.stop()
    // The log of the database is in its file now.
    for text in hidden { #expect(hub.contents().range(of: Data(text.utf8)) == nil) }
  }

  @Test("Keys are in a file that only the user can read, and not in the store or its backup")
  func secrets() async throws {
    try await withHub { hub in
      let (phone, _) = try await hub.phoneWithKey(zone: zone)
      let secrets = try phone.secrets()
      #expect(secrets.count == 2)
      #expect(secrets.allSatisfy { $0.mode == 0o600 })
      let ring = try #require(secrets.first { $0.contents.range(of: Data("secret".utf8)) != nil })
      let json = try #require(
        try JSONSerialization.jsonObject(with: ring.contents) as? [String: Any])
      let entry = try #require((json["entries"] as? [[String: Any]])?.first)
      let secret = try #require(entry["secret"] as? String)
      let backup = hub.file("backup")
      _ = try phone.container.backUp(to: backup)
      for folder in [phone.folder, backup] {
        let contents = RunningHub.contents(of: folder, except: "HubCredentials")
        #expect(contents.count > 1000)
        #expect(contents.range(of: Data(secret.utf8)) == nil)
      }
      try await phone.sync.signOut()
      #expect(try phone.secrets().isEmpty)
    }
  }

  // MARK: Without a key

  @Test(
    "A device without the key keeps sealed values, sends other edits, and shows all when the key comes"
  )
  func withoutKey() async throws {
    try await withHub { hub in
      let (phone, phrase) = try await hub.phoneWithKey(zone: zone)
      try phone.save { $0.insert(JournalPage("Monday", text: "secret", mood: 5)) }
      try await phone.sync.synchronize()
      let tablet = try await hub.journal("tablet", zone: zone)
      #expect(try await tablet.sealing.state == .locked)
      #expect(try tablet.lines() == ["Monday:  -"])
      #expect(tablet.sync.status.sealedRecords == 1)
      #expect(try await tablet.reason(for: "Monday") == .sealed(.noKey))

      // An open attribute of the page, and a page of the tablet.
      try tablet.edit("Monday") { $0.title = "Tuesday" }
      try tablet.save { $0.insert(JournalPage("Friday", text: "from the tablet")) }
      try await tablet.sync.synchronize()
      #expect(try await phone.shows(["Friday:  -", "Tuesday: secret 5"]))
      #expect(try await tablet.reason(for: "Friday") == .sealed(.noKey))
      #expect(tablet.sync.status.pendingUploads == 1)

      try await tablet.sealing.unlock(with: phrase)
      #expect(try tablet.lines() == ["Friday: from the tablet -", "Tuesday: secret 5"])
      #expect(try await phone.shows(["Friday: from the tablet -", "Tuesday: secret 5"]))
      #expect(tablet.sync.status.sealedRecords == 0)
      #expect(try await tablet.reason(for: "Friday") == nil)
      #expect(try await tablet.sealing.state == .ready)
    }
  }

  @Test("Attributes that were sent unsealed are sealed by the first key")
  func firstKey() async throws {
    try await withHub { hub in
      let phone = try await hub.journal("phone", zone: zone)
      #expect(try await phone.sealing.state == .noKey)
      try phone.save { $0.insert(JournalPage("Monday", text: "secret")) }
      try await phone.sync.synchronize()
      let other = try await hub.operatorOf(zone: zone)
      let page = try #require(try await other.records(ofType: "JournalPage").first)
      #expect(page.state.edits.keys.sorted() == ["title"], "Nothing is sent before there is a key.")
      // An earlier version of the app does not seal.
      try await other.write(.text("by an earlier app"), to: "text", of: page)
      let phrase = RecoveryPhrase()
      try await phone.sealing.createKey(recoveredBy: phrase)
      #expect(try await phone.shows(["Monday: by an earlier app -"]))
      #expect(
        try await eventually {
          let page = try await other.records(ofType: "JournalPage").first
          return page?.sealed("text") != nil && page?.sealed("mood") != nil
        })
      await #expect(throws: SealedDataError.keyExists) {
        try await phone.sealing.createKey(recoveredBy: RecoveryPhrase())
      }
    }
  }

  @Test(
    "Of two offline edits of a sealed attribute the later one stays, as a conflict with readable values"
  )
  func merging() async throws {
    try await withHub { hub in
      let (phone, phrase) = try await hub.phoneWithKey(zone: zone)
      let tablet = try await hub.journal("tablet", zone: zone)
      try await tablet.sealing.unlock(with: phrase)
      try phone.save { $0.insert(JournalPage("Monday", text: "first", mood: 1)) }
      #expect(try await tablet.shows(["Monday: first 1"]))
      for device in [phone, tablet] { await device.sync.pause() }
      try phone.edit("Monday") { $0.text = "phone" }
      try await Task.sleep(for: .milliseconds(5))
      try tablet.edit("Monday") { $0.text = "tablet" }
      try phone.edit("Monday") { $0.mood = 2 }
      await phone.sync.resume()
      try await phone.sync.synchronize()
      await tablet.sync.resume()
      #expect(try await phone.shows(["Monday: tablet 2"]))
      #expect(try await tablet.shows(["Monday: tablet 2"]))
      let conflict = try #require(try await tablet.sync.conflicts().first)
      guard case .edits("text", let base, let mine, let theirs) = conflict.kind else {
        return #expect(Bool(false), "\(conflict)")
      }
      #expect(
        [base, mine.value, theirs.value] == [.text("first"), .text("tablet"), .text("phone")])
      try await tablet.sync.resolve(conflict, keeping: .theirs)
      #expect(try await phone.shows(["Monday: phone 2"]))
    }
  }

  @Test("Objects with one unique value are merged on a device that cannot read what they contain")
  func mergedObjects() async throws {
    try await withHub { hub in
      let (phone, phrase) = try await hub.phoneWithKey(zone: zone)
      let tablet = try await hub.journal("tablet", zone: zone)
      for device in [phone, tablet] { await device.sync.pause() }
      try tablet.save { $0.insert(JournalContact(7, name: "tablet's")) }
      try await Task.sleep(for: .milliseconds(5))
      try phone.save { $0.insert(JournalContact(7, name: "phone's")) }
      for device in [tablet, phone, tablet, phone] {
        await device.sync.resume()
        try await device.sync.synchronize()
      }
      #expect(try tablet.contacts().count == 1)
      #expect(try phone.contacts() == ["7 phone's "])
      // The record rule sends all values of the object again, also the one that the tablet cannot read.
      try tablet.save { context in
        try context.fetch(FetchDescriptor<JournalContact>()).first?.colour = "green"
      }
      try await tablet.sync.synchronize()
      #expect(await eventually { (try? phone.contacts()) == ["7 phone's green"] })
      try await tablet.sealing.unlock(with: phrase)
      #expect(await eventually { (try? tablet.contacts()) == ["7 phone's green"] })
      #expect(tablet.sync.status.sealedRecords == 0)
      // The tablet's name had to wait for the key, and has met the phone's. Both can be read now.
      let conflicts = try await tablet.sync.conflicts()
      #expect(!conflicts.isEmpty)
      for conflict in conflicts {
        guard case .edits("name", _, let mine, let theirs) = conflict.kind else {
          return #expect(Bool(false), "\(conflict)")
        }
        #expect([mine.value, theirs.value] == [.text("tablet's"), .text("phone's")])
      }
    }
  }

  // MARK: Bad values

  private static let attacks = ["record", "field", "account", "bytes", "form", "key"]

  @Test(
    "A value from another record, field or account, or one that was changed, is kept and not shown",
    arguments: attacks)
  func forged(kind: String) async throws {
    try await withHub { hub in
      let (phone, _) = try await hub.phoneWithKey(zone: zone)
      try phone.save { context in
        context.insert(JournalPage("Monday", text: "first", mood: 1))
        context.insert(JournalPage("Tuesday", text: "second", mood: 2))
      }
      try await phone.sync.synchronize()
      let other = try await hub.operatorOf(zone: zone)
      let pages = try await other.records(ofType: "JournalPage").sorted { left, _ in
        left.state.edits["title"]?.value == .text("Monday")
      }
      let (monday, tuesday) = (pages[0], pages[1])
      let own = try #require(monday.sealed("text"))
      var forged = own
      let expected: SealedValueError
      switch kind {
      case "record":
        forged = try #require(tuesday.sealed("text"))
        expected = .notAuthentic
      case "field":
        forged = try #require(monday.sealed("mood"))
        expected = .notAuthentic
      case "account":
        let (ben, _) = try await hub.phoneWithKey(account: "ben", zone: zone)
        try ben.save { $0.insert(JournalPage("Monday", text: "Ben's")) }
        try await ben.sync.synchronize()
        let records = try await hub.operatorOf("ben", zone: zone).records(ofType: "JournalPage")
        forged = try #require(records.first?.sealed("text"))
        let key = forged.dropFirst().prefix(12).map {
          String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
        }.joined()
        expected = .unknownKey("\(key.prefix(8))-\(key.dropFirst(8))")
      case "bytes":
        forged[forged.count - 1] ^= 1
        expected = .notAuthentic
      case "form":
        forged[0] = 9
        expected = .unknownForm(9)
      default:
        forged[12] ^= 1
        let key = forged.dropFirst().prefix(12).map {
          String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
        }.joined()
        expected = .unknownKey("\(key.prefix(8))-\(key.dropFirst(8))")
      }
      try await other.write(.sealed(forged), to: "text", of: monday)
      try await other.write(.text("Wednesday"), to: "title", of: monday)
      #expect(try await phone.shows(["Tuesday: second 2", "Wednesday: first 1"]))
      #expect(await eventually { phone.sync.status.sealedRecords == 1 })
      #expect(try await phone.reason(for: "Wednesday") == .sealed(expected))
      // A later edit replaces the value.
      try await Task.sleep(for: .milliseconds(1))
      try phone.edit("Wednesday") { $0.text = "third" }
      try await phone.sync.synchronize()
      #expect(await eventually { phone.sync.status.sealedRecords == 0 })
      let sealed = try await other.records(ofType: "JournalPage").first { $0.name == monday.name }
      #expect(sealed?.sealed("text") != nil && sealed?.sealed("text") != forged)
    }
  }
}
