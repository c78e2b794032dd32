import Foundation
import PerennialPresets
import PerennialRecords
import PerennialReplication
import PerennialSync
import StoreTesting
import SwiftData

/// A store that exchanges changes with a hub when a test says so.
final class Device {
  let directory: ScratchDirectory
  let url: URL
  private(set) var container: ModelContainer
  private(set) var storage: StoreStorage
  var context: ModelContext

  init(
    _ models: [any PersistentModel.Type] = Kitchen.models, presets: PresetCatalog? = nil
  ) throws {
    directory = try ScratchDirectory()
    url = directory.url.appending(path: "kitchen.store")
    let configuration = ModelConfiguration(url: url)
    if let presets {
      container = try ModelContainer(
        for: Schema(models), configurations: [configuration], presets: [presets])
    } else {
      container = try ModelContainer(for: Schema(models), configurations: configuration)
    }
    storage = try StoreStorage(container)
    context = ModelContext(container)
  }

  /// Begins to sync a store that was used without sync.
  init(storing container: ModelContainer, in directory: ScratchDirectory) throws {
    (self.container, self.directory) = (container, directory)
    url = directory.url.appending(path: "early.store")
    storage = try StoreStorage(container)
    context = ModelContext(container)
  }

  /// One round: the device pushes, then pulls. A device that has never pulled does so first.
  func sync(with hub: MemoryHub) throws {
    try pull(from: hub)
    try push(to: hub)
    try pull(from: hub)
  }

  func push(to hub: MemoryHub) throws {
    while let batch = try storage.transaction({ try $0.nextBatch() }) {
      let reply = try hub.push(batch.request)
      try storage.transaction { try $0.acknowledge(batch, reply) }
    }
  }

  func pull(from hub: MemoryHub) throws {
    while true {
      let reply = try hub.pull(storage.transaction { try $0.pullRequest })
      try storage.transaction { try $0.apply(reply) }
      if !reply.moreComing { return }
    }
  }

  /// The number of records with changes that the hub has not acknowledged.
  var pending: Int {
    get throws {
      try storage.transaction { replica in
        while try replica.drain() {}
        return try replica.store.editedNames(after: nil, limit: 1_000_000).count
      }
    }
  }

  func all<Model: PersistentModel>(_ type: Model.Type) throws -> [Model] {
    try context.fetch(FetchDescriptor<Model>())
  }

  /// A copy of the objects as text, to compare devices.
  func dump() throws -> [String] { try Kitchen.dump(ModelContext(container)) }
}
