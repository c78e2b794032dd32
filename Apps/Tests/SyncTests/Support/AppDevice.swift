import Foundation
import PerennialPresets
import PerennialSync
import SwiftData
import SyncTesting

/// A device with an app: its container, which is opened like the app opens it, and its credentials.
final class AppDevice: Sendable {
  let folder: URL
  let zone: String
  let url: URL
  let container: ModelContainer
  let sync: StoreSync

  /// Installs and launches the app.
  ///
  /// - Parameter hub: The address of the hub.
  init(
    _ name: String, in folder: URL, hub: URL, zone: String, catalog: PresetCatalog? = nil
  ) throws {
    self.folder = folder.appendingPathComponent(name, isDirectory: true)
    (self.zone, url) = (zone, hub)
    try FileManager.default.createDirectory(at: self.folder, withIntermediateDirectories: true)
    container = try Self.open(self.folder, hub, zone, catalog)
    guard let sync = container.sync else { throw NotSynced() }
    self.sync = sync
  }

  private static func open(
    _ folder: URL, _ hub: URL, _ zone: String, _ catalog: PresetCatalog?
  ) throws -> ModelContainer {
    try SyncHub.register(
      SyncHub(url: hub, credentials: FileCredentialStore(in: folder)), for: zone)
    return try ModelContainer(
      for: Schema(Notebook.models),
      configurations: [
        ModelConfiguration(
          url: folder.appendingPathComponent("notebook.store"), cloudKitDatabase: .private(zone))
      ], presets: catalog.map { [$0] } ?? [])
  }

  /// Opens another container of the same file.
  func another() throws -> ModelContainer { try Self.open(folder, url, zone, nil) }

  struct NotSynced: Error {}

  var context: ModelContext { ModelContext(container) }

  /// Runs a transaction of the app.
  func save(_ body: (ModelContext) throws -> Void) throws {
    let context = context
    try body(context)
    try context.save()
  }

  func notes() throws -> [Note] {
    try context.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.title)]))
  }

  func labels() throws -> [Label] {
    try context.fetch(FetchDescriptor<Label>(sortBy: [SortDescriptor(\.name)]))
  }

  /// Waits until the titles of the notes are these.
  func shows(_ titles: [String]) async throws -> Bool {
    try await eventually { try notes().map(\.title) == titles }
  }
}

extension RunningHub {
  var address: URL {
    get throws {
      guard let url = URL(string: "http://127.0.0.1:\(port)") else { throw DidNotStart() }
      return url
    }
  }

  /// Installs the app on a device, and signs it in.
  func install(
    _ name: String, account: String = "ann", zone: String, catalog: PresetCatalog? = nil
  ) async throws -> AppDevice {
    let device = try AppDevice(
      name, in: file("apps"), hub: address, zone: zone, catalog: catalog)
    try await device.sync.signIn(code: pairingCode(for: account), deviceName: name)
    return device
  }
}
