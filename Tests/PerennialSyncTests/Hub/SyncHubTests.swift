import Foundation
import PerennialSync
import StoreTesting
import SwiftData
import Testing

@Suite("The address and the credentials of a hub")
struct SyncHubTests {
  private static let credentials = HubCredentials(token: "secret", device: "d1", account: "ann")

  private func hub(_ text: String) throws -> SyncHub {
    try SyncHub(url: #require(URL(string: text)), credentials: MemoryCredentialStore())
  }

  @Test(
    "TLS is required, except on the same machine",
    arguments: [
      "http://hub.example.com", "http://192.168.1.5:8431", "http://127.0.0.1.example.com",
      "http://localhost.example.com", "http://127.1", "http://10.0.0.127",
    ])
  func needsTLS(text: String) throws {
    #expect(throws: SyncHubError.needsTLS(text)) { try hub(text) }
  }

  @Test(
    "Addresses of hubs are accepted",
    arguments: [
      "https://hub.example.com", "https://hub.example.com:8431/hub", "http://localhost:8431",
      "http://127.0.0.1:8431", "HTTPS://hub.example.com",
    ])
  func accepted(text: String) throws { _ = try hub(text) }

  @Test(
    "40/16: An address of IPv6 works, or is refused with the reason",
    arguments: ["http://[::1]:8431", "https://[2001:db8::1]"])
  func numericIPv6Address(text: String) throws {
    #if canImport(FoundationNetworking) && !os(Linux)
    #expect(throws: SyncHubError.numericIPv6Address(text)) { try hub(text) }
    #else
    _ = try hub(text)
    #endif
  }

  @Test(
    "Other addresses are refused",
    arguments: [
      "ftp://hub.example.com", "hub.example.com", "https://ann:secret@hub.example.com",
      "https://hub.example.com?a=b", "https://hub.example.com#a", "file:///tmp/hub",
    ])
  func refused(text: String) throws {
    #expect(throws: SyncHubError.invalidURL(text)) { try hub(text) }
  }

  @Test("A zone has one hub, the one that was registered last")
  func registry() throws {
    let zone = "iCloud.registry.example"
    #expect(SyncHub.registered(for: zone) == nil)
    try SyncHub.register(hub("https://one.example.com"), for: zone)
    try SyncHub.register(hub("https://two.example.com"), for: zone)
    #expect(SyncHub.registered(for: zone)?.url.host == "two.example.com")
  }

  @Test(
    "A zone is a container identifier",
    arguments: [
      "", ".iCloud", "iCloud/example", "iCloud example", "é", String(repeating: "a", count: 129),
    ])
  func invalidZones(zone: String) throws {
    #expect(throws: SyncHubError.invalidZone(zone)) {
      try SyncHub.register(hub("https://one.example.com"), for: zone)
    }
  }

  @Test("A store that cannot be written is opened without sync, also if its zone has a hub")
  func readOnlyStore() throws {
    let directory = try ScratchDirectory()
    let (url, zone) = (directory.file("kitchen.store"), "iCloud.\(UUID().uuidString)")
    func container(allowsSave: Bool) throws -> ModelContainer {
      try ModelContainer(
        for: Schema(Kitchen.models),
        configurations: ModelConfiguration(
          url: url, allowsSave: allowsSave, cloudKitDatabase: .private(zone)))
    }
    let writer = ModelContext(try container(allowsSave: true))
    writer.insert(Recipe("Pasta"))
    try writer.save()
    #expect(writer.container.sync == nil)
    try SyncHub.register(hub("https://hub.example.com"), for: zone)
    let reader = try container(allowsSave: false)
    #expect(reader.sync == nil)
    let recipes = try ModelContext(reader).fetch(FetchDescriptor<Recipe>())
    #expect(recipes.map(\.title) == ["Pasta"])
    #expect(try container(allowsSave: true).sync != nil)
  }

  // MARK: Files

  @Test("A file of credentials is for the user only, and each hub has its own")
  func files() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent(UUID().uuidString, isDirectory: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = FileCredentialStore(in: folder)
    let one = try #require(URL(string: "https://one.example.com"))
    let two = try #require(URL(string: "https://two.example.com"))
    #expect(try store.credentials(for: one) == nil)
    try store.removeCredentials(for: one)
    try store.store(Self.credentials, for: one)
    let later = HubCredentials(token: "other", device: "d2", account: "ann")
    try store.store(later, for: one)
    #expect(try store.credentials(for: one) == later)
    #expect(try store.credentials(for: two) == nil)

    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    #expect(files.count == 2)
    #expect(try files.map { try mode(folder.appendingPathComponent($0)) } == [0o700, 0o600])

    let file = folder.appendingPathComponent(try #require(files.last))
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
    #expect(throws: CredentialError.readableByOthers(file.path)) {
      try store.credentials(for: one)
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    try Data("{}".utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    #expect(throws: CredentialError.invalidFile(file.path)) { try store.credentials(for: one) }
    try store.removeCredentials(for: one)
    #expect(try store.credentials(for: one) == nil)
  }

  private func mode(_ file: URL) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    return try #require(attributes[.posixPermissions] as? NSNumber).intValue & 0o777
  }

  @Test("No description of credentials contains the token")
  func descriptions() {
    var dumped = ""
    dump(Self.credentials, to: &dumped)
    for text in ["\(Self.credentials)", String(reflecting: Self.credentials), dumped] {
      #expect(!text.contains("secret"))
    }
  }
}
