import Foundation
@testable import Perennial
import PerennialRecords
@testable import PerennialReplication
@testable import PerennialSync
import StoreTesting
import SwiftData

/// A device whose app has versions: a container that stays open until the next launch, and at most one request under way.
final class GardenDevice {
  /// The objects that exist while the container is open.
  struct Opened {
    let container: ModelContainer
    let storage: StoreStorage
    let context: ModelContext
  }

  let number: Int
  private let time: HistoryTime
  private let directory: ScratchDirectory
  private var open: Opened?
  private(set) var version: Garden.Version
  var flight: HistoryFlight?
  /// The last deletion by the app's user, until the app ends; nil if it was undone.
  var deletion: GardenDeletion?
  /// `true` until the device has received all changes since its start, or since a failure.
  var mustPull = true
  /// `true` until the app shows what an earlier version of it has left out.
  private(set) var isLate = false

  init(_ number: Int, _ version: Garden.Version, _ time: HistoryTime) throws {
    (self.number, self.version, self.time) = (number, version, time)
    directory = try ScratchDirectory()
    try launch(version)
  }

  var opened: Opened {
    get throws {
      guard let open else { throw CocoaError(.fileNoSuchFile) }
      return open
    }
  }

  /// Opens the store with a version of the app.
  func launch(_ version: Garden.Version) throws {
    (open, deletion) = (nil, nil)
    (flight, mustPull) = (nil, true)
    self.version = version
    let container = try ModelContainer(
      for: Schema(version.models),
      configurations: ModelConfiguration(url: directory.file("garden.store")))
    container.coordinator.stores[0].clock.wallClock = { [time] in time.milliseconds }
    open = Opened(
      container: container, storage: try StoreStorage(container), context: ModelContext(container))
    isLate = try transaction { try $0.store.lateRecordCount > 0 }
  }

  func transaction<Result>(_ body: (Replica<StoreReplica>) throws -> Result) throws -> Result {
    try opened.storage.transaction(body)
  }

  /// Shows a part of what an earlier version of the app has left out.
  func rewriteLateRows(limit: Int) throws {
    if try !transaction({ try $0.rewriteLateRows(limit: limit) }) { isLate = false }
  }

  /// Makes a batch. It shows all that an earlier version of the app has left out.
  func nextBatch() throws -> Batch? {
    let batch = try transaction { try $0.nextBatch() }
    isLate = false
    return batch
  }

  /// Returns the times of the last saves that have written fields and that the hub has neither
  /// acknowledged nor sent back, in milliseconds since 1970, by the keys of objects. The undo of a
  /// deletion has written the other fields of its object.
  ///
  /// A field that this version of the app does not have is not among them: what the user of an earlier version has written
  /// there is gone.
  ///
  /// - Parameter entities: The entities of all objects, by their keys.
  func unsentFields(of entities: [Int64: String]) throws -> [Int64: [String: Int64]] {
    try transaction { replica in
      while try replica.readHistory() {}
      var fields: [Int64: [String: Int64]] = [:]
      for name in try replica.store.editTable.editedNames(after: nil, limit: 1_000_000) {
        guard let key = name.objectKey, let type = entities[key].flatMap(version.type),
          let edits = try replica.store.editTable.edits(of: name)
        else { continue }
        let tracked = try replica.store.recordTable.tracked(name)
        let isNew = tracked?.isAcknowledged != true
        let restored = isNew && edits.insertion == edits.created ? nil : edits.insertion
        let shown = try replica.store.content(of: name)?.values ?? [:]
        for field in Garden.fieldNames(of: type) {
          // The object was in a request without an answer, and the field has the value that it had there. A form that
          // gives it this value again has edited nothing.
          let isHeld = edits.heldFields?.contains(field) == true
          if isNew, !isHeld, let sent = edits.sentValues?[field], shown[field]?.fingerprint == sent
          {
            continue
          }
          let before = tracked?.unsentAtDeletion[field]
          let last = edits.fields[field] ?? before ?? restored
          // The hub has sent the write back, although its answer to the request was lost.
          let isReceived =
            tracked?.acknowledged.state.edits[field].map { $0.stamp == last } ?? false
          if !isReceived { fields[key, default: [:]][field] = last?.time.milliseconds }
        }
      }
      return fields
    }
  }

  /// Returns the fields whose last write was in a request without an answer, by the keys of objects. The hub can have
  /// these writes, or have had them.
  func requestedFields() throws -> [Int64: Set<String>] {
    try transaction { replica in
      while try replica.readHistory() {}
      var fields: [Int64: Set<String>] = [:]
      for name in try replica.store.editTable.editedNames(after: nil, limit: 1_000_000) {
        guard let key = name.objectKey, let edits = try replica.store.editTable.edits(of: name)
        else { continue }
        fields[key] = Set(edits.fields.filter { edits.sentFields[$0.key] == $0.value }.keys)
      }
      return fields
    }
  }

  /// The number of records with changes that the hub has not acknowledged.
  var pending: Int {
    get throws {
      try transaction { replica in
        while try replica.readHistory() {}
        return try replica.store.editTable.editedNames(after: nil, limit: 1_000_000).count
      }
    }
  }
}
