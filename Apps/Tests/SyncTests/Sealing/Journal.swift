import Foundation
import PerennialPresets
import PerennialRecords
import PerennialSync
import SwiftData
import SyncTesting

// An app with a journal, parts of which the hub must not read.

@Model final class JournalPage {
  var title = ""
  @Attribute(.allowsCloudEncryption) var text = ""
  @Attribute(.allowsCloudEncryption) var mood: Int?
  @Attribute(.allowsCloudEncryption) var scan: Data?

  init(_ title: String, text: String = "", mood: Int? = nil) {
    (self.title, self.text, self.mood) = (title, text, mood)
  }
}

@Model final class JournalTopic {
  var name = ""
  @Attribute(.allowsCloudEncryption) var remark = ""

  init(_ name: String, remark: String = "") { (self.name, self.remark) = (name, remark) }
}

@Model final class JournalContact {
  #Merge<JournalContact>(.byRecord)
  @Attribute(.unique) var number = 0
  @Attribute(.allowsCloudEncryption) var name = ""
  var colour = ""

  init(_ number: Int, name: String) { (self.number, self.name) = (number, name) }
}

/// A device with the journal.
final class JournalDevice: Sendable {
  let container: ModelContainer
  let sync: StoreSync
  let sealing: SealedData
  let folder: URL

  struct NotSealed: Error {}

  static let catalog = PresetCatalog("journal", version: 1) {
    Presets(id: \JournalTopic.name) {
      [JournalTopic("Travel", remark: "Journeys and excursions"), JournalTopic("Work")]
    }
  }

  init(_ name: String, in folder: URL, hub: URL, zone: String) throws {
    self.folder = folder.appendingPathComponent(name, isDirectory: true)
    try FileManager.default.createDirectory(at: self.folder, withIntermediateDirectories: true)
    var sealing = Sealing.markedAttributes
    sealing.recoveryCost = .light
    try SyncHub.register(
      SyncHub(url: hub, credentials: FileCredentialStore(in: self.folder)), for: zone,
      sealing: sealing)
    container = try ModelContainer(
      for: Schema([JournalPage.self, JournalTopic.self, JournalContact.self]),
      configurations: [
        ModelConfiguration(
          url: self.folder.appendingPathComponent("journal.store"),
          cloudKitDatabase: .private(zone))
      ], presets: [Self.catalog])
    guard let sync = container.sync, let seals = sync.sealing else { throw NotSealed() }
    (self.sync, self.sealing) = (sync, seals)
  }

  func save(_ body: (ModelContext) throws -> Void) throws {
    let context = ModelContext(container)
    try body(context)
    try context.save()
  }

  func pages() throws -> [JournalPage] {
    try ModelContext(container).fetch(
      FetchDescriptor<JournalPage>(sortBy: [SortDescriptor(\.title)]))
  }

  /// The pages as lines: the title, the text and the mood.
  func lines() throws -> [String] {
    try pages().map { "\($0.title): \($0.text) \($0.mood.map(String.init) ?? "-")" }
  }

  func shows(_ lines: [String]) async throws -> Bool {
    try await eventually { try self.lines() == lines }
  }

  func contacts() throws -> [String] {
    try ModelContext(container).fetch(
      FetchDescriptor<JournalContact>(sortBy: [SortDescriptor(\.number)])
    ).map { "\($0.number) \($0.name) \($0.colour)" }
  }

  /// Changes the page with a title.
  func edit(_ title: String, _ body: (JournalPage) -> Void) throws {
    try save { context in
      for page in try context.fetch(
        FetchDescriptor<JournalPage>(predicate: #Predicate { $0.title == title }))
      { body(page) }
    }
  }

  func remark(of topic: String) throws -> String? {
    try ModelContext(container).fetch(
      FetchDescriptor<JournalTopic>(predicate: #Predicate { $0.name == topic })
    ).first?.remark
  }

  /// The reason why a page is not the same here and on the hub.
  func reason(for title: String) async throws -> UnsyncedReason? {
    guard let page = try pages().first(where: { $0.title == title }) else { return .unknownRecord }
    return try await sync.unsyncedReason(for: page.persistentModelID)
  }

  /// The secrets of the device: the names and modes of the files, and their contents.
  func secrets() throws -> [(mode: Int, contents: Data)] {
    let folder = folder.appendingPathComponent("HubCredentials", isDirectory: true)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).map { name in
      let path = folder.appendingPathComponent(name).path
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
      return (
        (mode as? NSNumber)?.intValue ?? 0, FileManager.default.contents(atPath: path) ?? .init()
      )
    }
  }
}

extension RunningHub {
  /// Installs the journal on a device, and signs it in.
  func journal(
    _ name: String, account: String = "ann", zone: String
  ) async throws -> JournalDevice {
    let device = try JournalDevice(name, in: file("apps"), hub: address, zone: zone)
    try await device.sync.signIn(code: pairingCode(for: account), deviceName: name)
    try await device.sync.synchronize()
    return device
  }

  /// The phone of an account with a key, and the phrase.
  func phoneWithKey(
    account: String = "ann", zone: String
  ) async throws -> (phone: JournalDevice, phrase: RecoveryPhrase) {
    let phone = try await journal("phone-\(account)", account: account, zone: zone)
    let phrase = RecoveryPhrase()
    try await phone.sealing.createKey(recoveredBy: phrase)
    return (phone, phrase)
  }

  /// All that an operator has: the records of an account, which can be changed.
  func operatorOf(_ account: String = "ann", zone: String) async throws -> HTTPTransport {
    let hub = try SyncHub(
      url: address, credentials: FileCredentialStore(in: file("operator-\(UUID().uuidString)")))
    try await hub.account.signIn(code: pairingCode(for: account), deviceName: "operator")
    return try HTTPTransport(hub, zone: zone)
  }
}

extension HTTPTransport {
  /// Returns the records of the zone with a type.
  func records(ofType type: String) async throws -> [Record] {
    try await pull(PullRequest(token: nil)).records.filter { $0.type == type }
  }

  /// Writes a value into a field, later than all that the hub has.
  func write(_ value: RecordValue, to field: String, of record: Record) async throws {
    let device = DeviceIdentifier.random()
    var part = Record(record.name, type: record.type, created: record.created)
    part.state.write(
      value, to: field,
      at: Stamp(
        time: HybridTime(milliseconds: StampClock.systemMilliseconds + 1000), device: device))
    _ = try await push(PushRequest(token: nil, records: [part]))
  }
}

extension Record {
  /// The sealed bytes of a field.
  func sealed(_ field: String) -> Data? { state.edits[field]?.value.sealed }
}
