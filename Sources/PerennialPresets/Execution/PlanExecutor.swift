import Foundation
import Perennial
import PerennialSQLite

/// Executes plans: the one place that writes the rows and links of presets.
final class PlanExecutor {
  let transaction: PresetTransaction
  let connection: Connection
  /// The order key before those of the references in the plan; see ``CatalogPreset/places``.
  private var firstOrderKey: Int64 = 0
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
    var last:
      (group: PropertyGroup, hasMetadata: Bool, entity: ContainerEntity, statement: Statement)?
    for update in updates {
      let (group, hasMetadata) = (update.group, update.metadata != nil)
      if last?.group !== group || last?.hasMetadata != hasMetadata
        || last?.entity.layout !== update.preset.layout
      {
        let entity = try transaction.entity(update.preset.layout)
        let sql = Self.update(group, withMetadata: hasMetadata, of: entity)
        last = (group, hasMetadata, entity, try connection.statement(sql))
      }
      guard let last else { continue }
      try write(update, to: last.entity, with: last.statement)
    }
  }

  /// Returns the statement that writes a group of properties, the order keys of references, and the metadata.
  private static func update(
    _ group: PropertyGroup, withMetadata hasMetadata: Bool, of entity: ContainerEntity
  ) -> String {
    var names = group.properties.compactMap(\.columnName)
    for property in group.properties
    where entity.table.positions.contains(where: { $0 === property }) {
      names += [property.columnName].compactMap { $0.map(SQLName.position(of:)) }
    }
    if hasMetadata { names.append(SQLName.preset) }
    let assignments = names.map { "\(SQLName.quoted($0)) = ?" }.joined(separator: ", ")
    return "UPDATE \(SQLName.quoted(entity.layout.tableName)) SET \(assignments) WHERE _pk = ?"
  }

  private func write(
    _ update: PresetPlan.Update, to entity: ContainerEntity, with statement: Statement
  ) throws {
    let (preset, properties) = (update.preset, update.group.properties)
    do {
      try connection.run(statement) { binder in
        for property in properties {
          binder.bind(property, of: preset, unless: update.values[property.index])
        }
        for property in entity.table.positions
        where properties.contains(where: { $0 === property }) {
          binder.bind(orderKey(of: property, preset))
        }
        if let metadata = update.metadata { binder.bind(verbatim: metadata.text) }
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
      preset.key, mask: update.metadata == nil ? update.group.mask : .all, of: entity)
    for property in properties where property.isToOne {
      let target = preset.target(property.index, unless: update.values) ?? 0
      transaction.changes.redirect(
        from: update.formerTargets[property.index] ?? 0, to: target, property, entity)
      try transaction.pair(property, of: preset.key, with: target, entity)
    }
  }

  private func orderKey(of property: PropertyLayout, _ preset: CatalogPreset) -> Int64 {
    preset.orderKeys[property.index].map { firstOrderKey + $0 } ?? OrderKeyGenerator.next()
  }

  // MARK: Insertions

  /// Inserts rows in the order of their keys, so that each row is inserted after the last one in the file.
  private func insert(_ insertions: [PresetPlan.Insertion]) throws {
    let groups = try EntityPresets.grouped(insertions.map(\.preset))
      .map { (entity: try transaction.entity($0.layout), locations: $0.locations) }
      .sorted { $0.entity.number < $1.entity.number }
    for (entity, locations) in groups { try insert(locations, of: insertions, entity) }
    for (entity, locations) in groups {
      transaction.changes.insert(locations.map(\.key), entity)
      try noteReferences(of: locations.map(\.index).sorted().map { insertions[$0] }, entity)
    }
  }

  /// Notes the targets of the references in new rows, and updates the other side of one-to-one relationships.
  private func noteReferences(
    of rows: [PresetPlan.Insertion], _ entity: ContainerEntity
  ) throws {
    if entity.links.answeredReferences.isEmpty, entity.table.oneToOne.isEmpty { return }
    for insertion in rows {
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
    _ locations: [EntityPresets.Location], of insertions: [PresetPlan.Insertion],
    _ entity: ContainerEntity
  ) throws {
    let sql = entity.table.sql
    let width = sql.insertedColumns(ofPresets: true)
    let parameters = Int(sqlite3_limit(connection.handle, SQLITE_LIMIT_VARIABLE_NUMBER, -1))
    var rest = locations[...]
    while !rest.isEmpty {
      let size = [256, 32].first { $0 <= rest.count && $0 * width <= parameters } ?? 1
      let group = rest.prefix(size)
      let statement = try connection.statement(
        size == 1 ? sql.insertPreset : sql.insert(rows: size, ofPresets: true))
      do {
        try connection.run(statement) { binder in
          for (offset, location) in group.enumerated() {
            binder.parameter = Int32(offset * width + 1)
            bind(insertions[location.index], of: entity.table, to: &binder)
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
    _ row: PresetPlan.Insertion, of entity: StoreEntity, to binder: inout _Storage.Binder
  ) {
    let preset = row.preset
    binder.bind(preset.key)
    for property in entity.columns {
      binder.bind(property, of: preset, unless: row.values[property.index])
    }
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

extension _Storage.Binder {
  /// Binds the value of a preset, or another one instead of it.
  fileprivate mutating func bind(
    _ property: PropertyLayout, of preset: CatalogPreset, unless other: SQLValue?
  ) {
    if let other { return bind(other, of: property) }
    if property.isExternal { return bind(preset.values[property.index], of: property) }
    bind(property.index, of: preset.values)
  }
}
