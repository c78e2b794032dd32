import Foundation
import PerennialSync
import SwiftData

@Model
final class Item {
  var name: String
  var isBought = false

  init(_ name: String) { self.name = name }
}

/// A device with the shopping list: its store, and its sign-in on the hub.
struct Device {
  private static let zone = "iCloud.com.example.shopping"

  let name: String
  let container: ModelContainer
  let sync: StoreSync

  struct NotSynced: Error {}

  init(_ name: String, in folder: URL, hub url: URL) throws {
    self.name = name
    let home = folder.appending(path: name)
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    // An app registers its hub once, before it opens its container.
    let hub = try SyncHub(url: url, credentials: FileCredentialStore(in: home))
    try SyncHub.register(hub, for: Self.zone)
    container = try ModelContainer(
      for: Item.self,
      configurations: ModelConfiguration(
        url: home.appending(path: "shopping.store"), cloudKitDatabase: .private(Self.zone)))
    guard let sync = container.sync else { throw NotSynced() }
    self.sync = sync
  }

  func signIn(code: String) async throws { try await sync.signIn(code: code, deviceName: name) }

  func add(_ names: String...) throws {
    let context = ModelContext(container)
    for name in names { context.insert(Item(name)) }
    try context.save()
  }

  /// Changes the items with a name.
  func edit(_ name: String, _ change: (Item) -> Void) throws {
    let context = ModelContext(container)
    let matches = FetchDescriptor<Item>(predicate: #Predicate { $0.name == name })
    try context.fetch(matches).forEach(change)
    try context.save()
  }

  func list() throws -> [String] {
    try ModelContext(container).fetch(FetchDescriptor<Item>(sortBy: [SortDescriptor(\.name)]))
      .map { $0.isBought ? "✓ \($0.name)" : $0.name }
  }
}
