import Foundation
import Perennial
import PerennialRecords
import PerennialSQLite

/// A transaction that reads and writes the presets of one store.
final class PresetTransaction {
  let connection: Connection
  let entities: StoreEntities
  /// The number of the store in its container.
  let store: Int
  let history: HistoryWriter?
  var changes: CollectedChanges
  private let transaction: StoreTransaction
  private let progress = OperationProgress()
  /// The number of presets to process, as far as it is known, and the number of processed ones.
  private var (expected, done) = (0, 0)

  /// Prepares the store for presets of some entities.
  init(_ transaction: StoreTransaction, preparing entityNames: Set<String>) throws {
    self.transaction = transaction
    (connection, history) = (transaction.connection, transaction.history)
    (entities, store) = (transaction.entities, transaction.number)
    changes = CollectedChanges(entities, ofStore: store)
    if try !PresetTables.exist(on: connection) {
      try SchemaCheck.trusting(connection) { try PresetTables.create(on: connection) }
    }
    // Deletions by other tools, before their times are read.
    try PresetTables.stampDeletions(on: connection)
    let names = Set(try entityNames.map { try entity(named: $0).layout.tableName })
    let missing = try names.filter { try !PresetTables.isInstalled(in: $0, on: connection) }
    if missing.isEmpty { return }
    try SchemaCheck.trusting(connection) { try PresetTables.install(missing, on: connection) }
  }

  func entity(named name: String) throws -> CoordinatedEntity {
    if let entity = entities.entity(named: name, of: store) { return entity }
    throw SwiftDataError.unknownSchema.because("the store has no entity “\(name)”")
  }

  func entity(_ layout: ModelLayout) throws -> CoordinatedEntity {
    try entity(named: layout.entityName)
  }

  /// Returns `true` if an entity has, or had, presets.
  func hasPresets(_ entity: CoordinatedEntity) throws -> Bool {
    try PresetTables.concern(entity.layout.tableName, on: connection)
  }

  /// The entities of the store.
  var storeEntities: [CoordinatedEntity] { entities.all.filter { $0.store == store } }

  /// The models of the store.
  var layouts: [ModelLayout] { storeEntities.map(\.layout) }

  // MARK: Progress

  /// Adds to the number of presets that the current progress expects.
  func expect(_ count: Int) {
    expected += count
    progress.expect(expected)
  }

  /// Reports processed presets to the current progress.
  ///
  /// - Throws: `CancellationError` if the operation was cancelled.
  func advance(by count: Int = 1) throws {
    done += count
    // Progress is not reported for each preset, which would be too often.
    if count == 1, !done.isMultiple(of: 256) { return }
    try progress.check()
    progress.report(done)
  }

  /// Ends the progress, and gives the transaction the changes that were made.
  func finish() {
    progress.finish(expected)
    transaction.changes = changes.changeSet
  }

  // MARK: Records

  func catalogRecords() throws -> [String: CatalogRecord] {
    try CatalogRecord.all(on: connection)
  }

  func write(_ record: CatalogRecord, of catalog: String) throws {
    try connection.run(
      """
      INSERT OR REPLACE INTO \(PresetTables.catalogs) \
      (name, version, fingerprint, applied, contents) VALUES (?, ?, ?, ?, ?)
      """,
      [
        .text(catalog), record.version.map { .integer(Int64($0)) } ?? .null,
        .text(record.fingerprint), .real(Date().timeIntervalSinceReferenceDate),
        .text(try CatalogRecord.text(of: record.fields)),
      ])
  }

  /// Records the time of a reset. It covers all earlier edits and deletions of the scope on any device.
  func write(_ reset: PresetPlan.Reset) throws {
    let stamp = try connection.stamp()
    try connection.run(
      "INSERT OR REPLACE INTO \(PresetTables.resets) (entity, pk, stamp, device) VALUES (?, ?, ?, ?)",
      [
        .text(reset.entityName), .integer(reset.key), .integer(stamp.time.rawValue),
        .integer(stamp.device.rawValue),
      ])
  }
}

// MARK: Rows

extension PresetTransaction {
  func write(_ metadata: PresetMetadata, to key: Int64, of entity: CoordinatedEntity) throws {
    let statement = try connection.statement(
      """
      UPDATE \(SQLName.quoted(entity.layout.tableName)) SET \(SQLName.preset) = ? WHERE _pk = ?
      """)
    try connection.run(statement) { binder in
      binder.bind(verbatim: metadata.text)
      binder.bind(key)
    }
  }

  /// Updates the other side of a one-to-one relationship, and the rows that had either side before.
  func pair(
    _ property: PropertyLayout, of key: Int64, with target: Int64, _ entity: CoordinatedEntity
  ) throws {
    guard let relationship = entity.entity.oneToOne[property.index] else { return }
    changes.add(
      try OneToOnePairing(on: connection).pair(
        relationship, of: key, entity.layout, with: target == 0 ? nil : target))
  }
}
