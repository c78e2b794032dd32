import Foundation
import Perennial
import PerennialSQLite

/// Executes plans: the one place that writes the rows and links of presets.
final class PlanExecutor {
  let transaction: PresetTransaction
  let connection: Connection
  /// The order key before those of the references in the plan; see ``CatalogPreset/orderKeys``.
  private var firstOrderKey: Int64 = 0
  /// The statements of updates so far.
  private var updaters: [RowUpdater.Key: RowUpdater] = [:]
  /// The links of duplicates that other rows get, with their join tables.
  var newLinks: [(table: String, pair: StoreState.JoinTable.Pair)] = []

  init(_ transaction: PresetTransaction) {
    self.transaction = transaction
    connection = transaction.connection
  }

  /// The effects of a plan that only its execution shows.
  struct Outcome {
    /// The numbers of deleted user objects, by entity.
    var deletedUserObjects: [String: Int] = [:]
    /// The number of references and links of other rows to merged rows.
    var redirected = 0
    /// `true` if delete rules may have deleted rows that the plan does not name.
    var hasDeleted = false
  }

  /// Executes a plan.
  ///
  /// SQLite does not check references meanwhile. So rows can reference rows that are inserted later.
  ///
  /// - Throws: ``SwiftDataError/modelValidationFailure`` if a delete rule forbids a deletion;
  ///   ``SwiftDataError/storeFailure``; `CancellationError`.
  func run(_ plan: PresetPlan) throws -> Outcome {
    for alias in plan.aliases { try discard(alias) }
    for deletion in plan.renamedDeletions {
      try rename(deletion.key, of: deletion.entityName, deletion.metadata)
    }
    firstOrderKey = OrderKeyGenerator.reserve(plan.orderKeyCount + 1)
    try update(plan.updates)
    for changes in plan.links { try unlink(changes) }
    var outcome = try delete(plan)
    try update(plan.lateUpdates)
    try insert(plan.insertions)
    for changes in plan.links { try link(changes) }
    outcome.redirected = try redirect(plan.aliases)
    for update in plan.rowUpdates { try write(update) }
    for members in plan.members { try write(members) }
    try noteNewLinks()
    for (catalog, record) in plan.records { try transaction.write(record, of: catalog) }
    for reset in plan.resets { try transaction.write(reset) }
    return outcome
  }

  // MARK: Updates

  private func update(_ updates: [PresetPlan.Update]) throws {
    // Neighbours in the list mostly have the same changed columns.
    var last: RowUpdater?
    for update in updates {
      if last?.writes(update) != true { last = try updater(for: update) }
      if let last { try write(update, with: last) }
    }
  }

  private func updater(for update: PresetPlan.Update) throws -> RowUpdater {
    let key = RowUpdater.Key(update)
    if let known = updaters[key] { return known }
    let new = try RowUpdater(
      for: update, of: try transaction.entity(update.preset.layout), on: connection)
    updaters[key] = new
    return new
  }

  private func write(_ update: PresetPlan.Update, with updater: RowUpdater) throws {
    let preset = update.preset
    do {
      try connection.run(updater.statement) { binder in
        binder.bind(updater.columns, of: preset, unless: update.values)
        for property in updater.positions { binder.bind(orderKey(of: property, preset)) }
        if updater.hasMetadata, let metadata = update.metadata {
          binder.bind(verbatim: metadata.text)
        }
        binder.bind(preset.key)
      }
    } catch {
      throw WriteFailure.explained(
        error,
        of: "\(connection.path): \(preset.entityName) “\(preset.id)” cannot be updated",
        preset.layout, on: connection)
    }
    // Metadata concern the observers of all edited fields.
    transaction.changes.update(
      preset.key, mask: updater.hasMetadata ? .all : updater.mask, of: updater.entity)
    for property in updater.references {
      let target = preset.target(property.index, unless: update.values) ?? 0
      transaction.changes.redirect(
        from: update.formerTargets[property.index] ?? 0, to: target, property, updater.entity)
      try transaction.pair(property, of: preset.key, with: target, updater.entity)
    }
  }

  private func orderKey(of property: PropertyLayout, _ preset: CatalogPreset) -> Int64 {
    preset.orderKeys[property.index].map { firstOrderKey + $0 } ?? OrderKeyGenerator.next()
  }

  // MARK: Insertions

  private func insert(_ insertions: [PresetPlan.Insertion]) throws {
    var groups: [(entity: ContainerEntity, rows: ArraySlice<PresetPlan.Insertion>)] = []
    var rest = insertions[...]
    while let layout = rest.first?.preset.layout {
      let rows = rest.prefix { $0.preset.layout === layout }
      groups.append((try transaction.entity(layout), rows))
      rest = rest[rows.endIndex...]
    }
    groups.sort { $0.entity.number < $1.entity.number }
    for (entity, rows) in groups { try insert(rows, of: entity) }
    for (entity, rows) in groups {
      transaction.changes.insert(rows.map { $0.preset.key }, entity)
      try noteReferences(of: rows, entity)
    }
  }

  /// Notes the targets of the references in new rows, and updates the other side of one-to-one relationships.
  private func noteReferences(
    of rows: ArraySlice<PresetPlan.Insertion>, _ entity: ContainerEntity
  ) throws {
    if entity.links.answeredReferences.isEmpty, entity.table.oneToOne.isEmpty { return }
    for insertion in rows.sorted(by: { $0.index < $1.index }) {
      let preset = insertion.preset
      for reference in entity.links.answeredReferences {
        guard let target = preset.target(reference.index, unless: insertion.values) else {
          continue
        }
        transaction.changes.update(
          target, mask: reference.inverse, of: transaction.entities[reference.destination])
      }
      for (index, relationship) in entity.table.oneToOne {
        guard let target = preset.target(index, unless: insertion.values) else { continue }
        try transaction.pair(relationship.property, of: preset.key, with: target, entity)
      }
    }
  }

  private func insert(
    _ rows: ArraySlice<PresetPlan.Insertion>, of entity: ContainerEntity
  ) throws {
    let sql = entity.table.sql
    let columns = BoundColumns(entity.table.columns)
    let width = sql.insertedColumns(ofPresets: true)
    let parameters = Int(sqlite3_limit(connection.handle, SQLITE_LIMIT_VARIABLE_NUMBER, -1))
    var rest = rows
    while !rest.isEmpty {
      let size = [256, 32].first { $0 <= rest.count && $0 * width <= parameters } ?? 1
      let group = rest.prefix(size)
      let statement = try connection.statement(
        size == 1 ? sql.insertPreset : sql.insert(rows: size, ofPresets: true))
      do {
        try connection.run(statement) { binder in
          for (offset, row) in group.enumerated() {
            binder.parameter = Int32(offset * width + 1)
            bind(row, columns, of: entity.table, to: &binder)
          }
        }
      } catch {
        throw WriteFailure.explained(
          error,
          of: "\(connection.path): presets of \(entity.layout.entityName) cannot be inserted",
          entity.layout, on: connection)
      }
      rest = rest.dropFirst(size)
      try transaction.advance(by: size)
    }
  }

  private func bind(
    _ row: PresetPlan.Insertion, _ columns: BoundColumns, of entity: StoreEntity,
    to binder: inout _Storage.Binder
  ) {
    let preset = row.preset
    binder.bind(preset.key)
    binder.bind(columns, of: preset, unless: row.values)
    for property in entity.positions {
      let target = preset.target(property.index, unless: row.values)
      binder.bind(target == nil ? 0 : orderKey(of: property, preset))
    }
    binder.bind(preset.metadataIndex, of: preset.values)
  }
}

extension CatalogPreset {
  /// Returns the key of the row that a reference targets, which may have another value than in the catalog;
  /// nil if there is none.
  fileprivate func target(_ index: Int, unless others: [Int: SQLValue]) -> Int64? {
    if let other = others[index] { other.key } else { values.integer(index) }
  }
}
