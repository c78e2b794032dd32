import Foundation
import PerennialRecords
import PerennialReplication
import PerennialSync
import SwiftData

/// A device with a store in a folder of its own.
final class MeasuredDevice {
  let folder: URL
  private(set) var container: ModelContainer
  private(set) var storage: StoreStorage

  init(_ models: [any PersistentModel.Type]) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "measure-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    container = try Self.open(models, in: folder)
    storage = try StoreStorage(container)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private static func open(
    _ models: [any PersistentModel.Type], in folder: URL
  ) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(models),
      configurations: ModelConfiguration(url: folder.appending(path: "measure.store")))
  }

  /// Opens the store with the models of another version of the app.
  func update(to models: [any PersistentModel.Type]) throws {
    container = try Self.open(models, in: folder)
    storage = try StoreStorage(container)
  }

  /// Shows what another version of the app has left out, as the engine does.
  func rewriteLateRows() throws {
    while try storage.transaction({ try $0.rewriteLateRows(limit: 500) }) {}
  }

  /// Merges pages.
  func apply(_ pages: [PullReply]) throws {
    for page in pages { try storage.transaction { try $0.apply(page) } }
  }

  /// Returns the records that the device would send, and counts them as acknowledged.
  func send() throws -> [Record] {
    var records: [Record] = []
    while let batch = try storage.transaction({ try $0.nextBatch() }) {
      records += batch.request.records
      let reply = PushReply(hubTime: now)
      try storage.transaction { try $0.acknowledge(batch, reply) }
    }
    return records
  }
}

/// The time, in milliseconds since 1970.
var now: Int64 { Int64(Date().timeIntervalSince1970 * 1000) }

/// Returns records as pages of a hub.
func pages(of records: [Record], size: Int = 2000, from first: Int64 = 1) -> [PullReply] {
  stride(from: 0, to: records.count, by: size).map { start in
    let part = Array(records[start..<min(start + size, records.count)])
    let end = first + Int64(start + part.count)
    return PullReply(
      hubTime: now, records: part, token: SyncToken(incarnation: 1, sequence: end),
      moreComing: start + part.count < records.count)
  }
}
