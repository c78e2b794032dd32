import Foundation
import PerennialPresets
import PerennialRecords
import PerennialReplication
@testable import PerennialSync
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

  /// Closes the store, and opens it with the models of another version of the app.
  func update(to models: [any PersistentModel.Type]) throws {
    container = try ModelContainer(
      for: Schema(Kitchen.models), configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    (storage, context) = (try StoreStorage(container), ModelContext(container))
    container = try ModelContainer(
      for: Schema(models), configurations: ModelConfiguration(url: url))
    (storage, context) = (try StoreStorage(container), ModelContext(container))
  }

  /// Shows what another version of the app has left out, as the engine does after the opening.
  func rewriteLateRows(limit: Int = 500) throws {
    while try storage.transaction({ try $0.rewriteLateRows(limit: limit) }) {}
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

  /// Sends all changes. Those that the hub refuses as too far ahead are stamped again, as the engine does.
  func push(to hub: MemoryHub) throws {
    var attempts = 0
    while let batch = try prepareBatch() {
      let sent = try send(batch, to: hub)
      do {
        let reply = try hub.push(sent.request)
        try storage.transaction { try $0.acknowledge(sent, reply) }
      } catch let error as HubError {
        guard error.code == .clockAhead, let hubTime = error.hubTime, attempts < 3 else {
          throw error
        }
        attempts += 1
        try storage.transaction { try $0.stampAgain(by: hubTime) }
      }
    }
    try storage.transaction { try $0.store.sweepAssets() }
  }

  /// Makes a batch, and the files of its assets.
  func prepareBatch() throws -> PreparedBatch? {
    try storage.transaction { replica in
      guard let batch = try replica.nextBatch() else { return nil }
      let staged = try replica.store.stageAssets(batch.assets, of: batch.request.records)
      return PreparedBatch(batch: batch, files: staged.files, lacking: staged.lacking)
    }
  }

  /// Sends the assets of a batch. Returns the batch without content whose bytes are lost.
  func send(_ prepared: PreparedBatch, to hub: MemoryHub) throws -> Batch {
    for (asset, file) in prepared.files where hub.assets[asset] == nil {
      hub.add(try Data(contentsOf: file), as: asset)
    }
    return prepared.batch.removing(prepared.lacking.subtracting(hub.assets.keys))
  }

  func pull(from hub: MemoryHub) throws {
    while true {
      let reply = try hub.pull(storage.transaction { try $0.pullRequest })
      try receive(storage.transaction { try $0.store.lackingAssets(of: reply.records) }, from: hub)
      try storage.transaction { try $0.apply(reply) }
      if !reply.moreComing { break }
    }
    try receive(storage.transaction { try $0.store.missingAssets }, from: hub)
    try storage.transaction { try $0.store.writeReceivedAssets() }
  }

  private func receive(_ assets: Set<RecordAsset>, from hub: MemoryHub) throws {
    for asset in assets {
      guard let data = hub.assets[asset] else { continue }
      try data.write(to: storage.transaction { try $0.store.fileForAsset(asset) })
    }
  }

  /// The number of records with changes that the hub has not acknowledged.
  var pending: Int {
    get throws {
      try storage.transaction { replica in
        while try replica.readHistory() {}
        return try replica.store.editTable.editedNames(after: nil, limit: 1_000_000).count
      }
    }
  }

  /// The authors of the transactions in the history of the store, “-” for none.
  var authors: [String] {
    get throws {
      try RawDatabase(url).rows(
        "SELECT ifnull(author, '-') FROM _perennial_history ORDER BY id"
      ).map { $0[0] }
    }
  }

  /// Runs statements on the file of the store, as another program does.
  func runWithTool(_ sql: String) throws {
    try RawDatabase(url).run("PRAGMA foreign_keys = ON; PRAGMA recursive_triggers = ON; \(sql)")
  }

  func all<Model: PersistentModel>(_ type: Model.Type) throws -> [Model] {
    try context.fetch(FetchDescriptor<Model>())
  }

  /// A copy of the objects as text, to compare devices.
  func dump() throws -> [String] { try Kitchen.dump(ModelContext(container)) }
}
