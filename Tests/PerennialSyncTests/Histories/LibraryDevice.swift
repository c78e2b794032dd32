import Foundation
@testable import Perennial
import PerennialPresets
import PerennialRecords
import PerennialReplication
@testable import PerennialSync
import StoreTesting
import SwiftData

/// The time of a history. It passes only when the history says so.
final class HistoryTime: @unchecked Sendable {
  // A history runs on one thread.
  var milliseconds: Int64 = 1_800_000_000_000
}

/// A device of a history: a container that stays open, its context, and at most one request under way.
final class LibraryDevice {
  let number: Int
  let isInMemory: Bool
  private let time: HistoryTime
  private let skew: Int64
  private let directory: ScratchDirectory
  private var url: URL
  private var installations = 0
  /// The version of the catalog.
  private(set) var version: Int
  private var open: Opened?
  var flight: HistoryFlight?
  /// `true` until the device has received all changes since its start, or since a failure.
  var mustPull = true
  private(set) var backup: Backup?
  private var copies = 0

  /// The objects that exist while the container is open.
  private struct Opened {
    let container: ModelContainer
    let storage: StoreStorage
    let context: ModelContext
  }

  init(
    _ number: Int, version: Int, isInMemory: Bool, skew: Int64, _ time: HistoryTime
  ) throws {
    (self.number, self.version, self.isInMemory) = (number, version, isInMemory)
    (self.skew, self.time) = (skew, time)
    directory = try ScratchDirectory()
    url = directory.url.appending(path: "0.store")
    try install()
  }

  var container: ModelContainer { get throws { try opened.container } }
  var storage: StoreStorage { get throws { try opened.storage } }
  var context: ModelContext { get throws { try opened.context } }

  private var opened: Opened {
    get throws {
      guard let open else { throw CocoaError(.fileNoSuchFile) }
      return open
    }
  }

  // MARK: Processes

  /// Opens the store with a version of the app.
  func launch(version: Int) throws {
    self.version = max(version, self.version)
    open = nil
    flight = nil
    mustPull = true
    let configuration =
      isInMemory
      ? ModelConfiguration(isStoredInMemoryOnly: true) : ModelConfiguration(url: url)
    let container = try ModelContainer(
      for: LibraryTemplate.schema, configurations: configuration)
    let (time, skew) = (time, skew)
    container.coordinator.stores[0].clock.wallClock = { time.milliseconds + skew }
    try container.usePresets([LibraryCatalog.version(self.version)])
    let context = ModelContext(container)
    context.undoManager = UndoManager()
    open = Opened(container: container, storage: try StoreStorage(container), context: context)
  }

  /// The app is deleted and installed again.
  func reinstall() throws {
    installations += 1
    backup = nil
    url = directory.url.appending(path: "\(installations).store")
    try install()
  }

  /// Launches the app for the first time.
  private func install() throws {
    if !isInMemory { try LibraryTemplate.copy(version: version, to: url) }
    try launch(version: version)
  }

  /// Opens another catalog in a store that stays in memory.
  func update(to version: Int) throws {
    guard version > self.version else { return }
    self.version = version
    try container.usePresets([LibraryCatalog.version(version)])
  }

  func backUp() throws {
    copies += 1
    backup = try container.backUp(to: directory.url.appending(path: "backup\(copies)"))
  }

  // MARK: Files

  private var parts: [(from: URL, isRequired: Bool)] {
    [("", true), ("-wal", false)].map {
      (url.deletingLastPathComponent().appending(path: url.lastPathComponent + $0), $1)
    }
  }

  /// Returns the bytes of the store as they are on the disk now.
  func image() throws -> [Data?] {
    try parts.map { part in
      FileManager.default.fileExists(atPath: part.from.path) ? try Data(contentsOf: part.from) : nil
    }
  }

  /// Puts the bytes of an earlier moment back and starts the app again.
  ///
  /// - Parameter isCopy: `true` if the file is another one afterwards, as after copying a backup of the disk;
  ///   `false` if it is the same, as after a power cut.
  func putBack(_ image: [Data?], isCopy: Bool) throws {
    open = nil
    flight = nil
    try? FileManager.default.removeItem(atPath: url.path + "-shm")
    for (part, data) in zip(parts, image) {
      if data == nil { try? FileManager.default.removeItem(at: part.from) }
      // An atomic write makes another file, whose number differs because both exist for a moment.
      try data?.write(to: part.from, options: isCopy ? .atomic : [])
    }
    try launch(version: version)
  }

  // MARK: Assets

  /// Makes a batch, and sends its assets. Content whose bytes neither the device nor the hub has is left out.
  func nextBatch(for hub: MemoryHub) throws -> Batch? {
    typealias Prepared = (batch: Batch, files: [RecordAsset: URL], lacking: Set<RecordAsset>)
    let prepared = try storage.transaction { replica -> Prepared? in
      guard let batch = try replica.nextBatch() else {
        try replica.store.sweepAssets()
        return nil
      }
      let staged = try replica.store.stageAssets(batch.assets, of: batch.request.records)
      return (batch, staged.files, staged.lacking)
    }
    guard let (batch, files, lacking) = prepared else { return nil }
    for (asset, file) in files where hub.assets[asset] == nil {
      hub.add(try Data(contentsOf: file), as: asset)
    }
    let lost = lacking.subtracting(hub.assets.keys)
    return lost.isEmpty ? batch : batch.removing(lost)
  }

  /// Receives those assets that the hub has.
  func receiveAssets(
    from hub: MemoryHub, _ wanted: (StoreReplica) throws -> Set<RecordAsset>
  ) throws {
    let files = try storage.transaction { replica in
      try wanted(replica.store).map { ($0, try replica.store.fileForAsset($0)) }
    }
    for (asset, file) in files { try hub.assets[asset]?.write(to: file) }
  }

  // MARK: Content

  func dump() throws -> [String: String] { try Library.dump(ModelContext(container)) }

  /// The number of records with changes that the hub has not acknowledged.
  var pending: Int {
    get throws {
      try storage.transaction { replica in
        while try replica.readHistory() {}
        return try replica.store.editTable.editedNames(after: nil, limit: 1_000_000).count
      }
    }
  }

  var storeURL: URL { url }
}
