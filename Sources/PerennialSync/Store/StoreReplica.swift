import Foundation
import Perennial
import PerennialRecords
import PerennialReplication

/// A transaction of a store, as the algorithm sees it.
package final class StoreReplica: ReplicaStore {
  let transaction: StoreTransaction
  let connection: Connection
  let schema: SyncSchema
  /// The rows that were written.
  var changes: CollectedChanges
  let encoder = JSONEncoder()
  let decoder = JSONDecoder()
  /// The parts of a transaction of the history that were not taken yet.
  var parts: [HistoryEntry] = []
  /// The records of the applied catalogs, once they were read.
  var knownCatalogs: [String: CatalogRecord]?
  /// The knowledge of records that this transaction has read or written.
  var knownRecords: [RecordName: TrackedRecord] = [:]
  /// The one-to-one relationships that writes of this transaction may have changed.
  var contests: Set<Contest> = []
  /// `true` if rows show former values because assets are missing; nil before it was read.
  var knowsMissingAssets: Bool?
  let assetFiles: AssetFiles
  /// The seals of the store's zone; nil if none of its values is sealed here.
  let sealer: (any ValueSealer)?
  /// `true` if rows show former values because sealed ones cannot be read; nil before it was read.
  var knowsSealedValues: Bool?
  /// The records with values that have to be sealed with the present key.
  var sealedAgain: Set<RecordName> = []
  /// `true` if the zone's record of keys was written.
  var isKeyRecordWritten = false
  /// `true` if other transactions were taken from the history, or rows were written.
  var hasChanged = false
  /// The position, once it was read.
  private var known: ReplicaPosition?

  init(
    _ transaction: StoreTransaction, _ schema: SyncSchema, _ assetFiles: AssetFiles,
    _ sealer: (any ValueSealer)?
  ) {
    (self.transaction, self.schema, self.assetFiles) = (transaction, schema, assetFiles)
    self.sealer = sealer
    connection = transaction.connection
    changes = CollectedChanges(transaction.entities, ofStore: transaction.number)
    encoder.outputFormatting = .sortedKeys
  }

  // MARK: Position

  var position: ReplicaPosition {
    get throws {
      if let known { return known }
      let text = try StoreMetadata.value(StoreMetadata.syncKey, on: connection)
      let position = try text.map {
        try decode(ReplicaPosition.self, $0, of: StoreMetadata.syncKey)
      }
      known = position
      return position ?? ReplicaPosition()
    }
  }

  func write(_ position: ReplicaPosition) throws {
    if position == known { return }
    known = position
    try StoreMetadata.set(StoreMetadata.syncKey, encode(position), on: connection)
  }

  func forgetPosition() { known = nil }

  // MARK: Clock

  var device: DeviceIdentifier {
    get throws { try connection.stamp().device }
  }

  var stamp: Stamp {
    get throws { try connection.stamp() }
  }

  var milliseconds: Int64 {
    get throws { try transaction.milliseconds }
  }

  func witness(_ stamp: Stamp) { transaction.witness(stamp.time) }

  func setClock(latest: HybridTime, correction: Int64) throws {
    try transaction.correctClock(latest: latest, by: correction)
  }

  // MARK: JSON

  func encode(_ value: some Encodable) throws -> String {
    String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  func decode<Value: Decodable>(
    _ type: Value.Type, _ text: String, of row: @autoclosure () -> String
  ) throws -> Value {
    do {
      return try decoder.decode(type, from: Data(text.utf8))
    } catch {
      throw SwiftDataError.storeFailure.because(
        "\(connection.path): the sync data of \(row()) are damaged: \(error). Restore a backup of the store",
        underlying: error)
    }
  }
}
