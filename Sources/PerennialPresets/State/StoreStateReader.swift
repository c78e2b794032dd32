import Perennial
import PerennialSQLite

/// Reads the presets of a store: those of the catalogs in one ordered scan for each entity.
struct StoreStateReader {
  let transaction: PresetTransaction
  let connection: Connection

  init(_ transaction: PresetTransaction) {
    self.transaction = transaction
    connection = transaction.connection
  }

  /// Reads all that the plan for a request needs. Properties that belong to the user are not compared.
  func state(of contents: CatalogContents, for request: PresetRequest) throws -> StoreState {
    var state = StoreState()
    state.records = try CatalogRecord.all(on: connection)
    state.rows = Array(repeating: nil, count: contents.presets.count)
    state.deleted = try deletedPresets()
    for entity in transaction.storeEntities where try transaction.hasPresets(entity) {
      let name = entity.layout.entityName
      let presets = contents.entities.first { $0.layout.entityName == name }
      var scan = PresetScan(
        transaction, entity: entity, contents: contents, presets: presets,
        besides: request.userProperties[name] ?? [])
      try scan.run(&state)
    }
    try readOwners(of: contents, &state)
    state.joins = try joinTables(of: contents)
    if !request.retiring.isEmpty {
      state.ties = try ties(of: state.others)
      state.deletedReferrers = try deletedReferrers(
        in: state.ties, emptying: request.emptied, and: request.userParts)
    }
    return state
  }

  /// Returns the metadata of deleted presets, by entity and key.
  private func deletedPresets() throws -> [String: [Int64: PresetMetadata]] {
    var found: [String: [Int64: PresetMetadata]] = [:]
    let table = PresetTables.deleted
    try connection.rows("SELECT entity, pk, preset FROM \(table)") { row in
      let (entity, key, text) = (row.string(), row.int64(), row.string())
      found[entity, default: [:]][key] = try PresetMetadata(
        text, of: "\(entity) \(key) in \(table)", column: "preset", in: connection)
    }
    return found
  }

  /// Finds the rows with the unique values that presets have in their catalogs and not in the store.
  private func readOwners(of contents: CatalogContents, _ state: inout StoreState) throws {
    var statements: [String: Bool] = [:]
    for (number, preset) in contents.presets.enumerated() {
      if preset.layout.uniquenessConstraints.isEmpty { continue }
      let table = SQLName.quoted(preset.layout.tableName)
      if statements[table] == nil {
        statements[table] = try connection.hasRow("SELECT 1 FROM \(table) LIMIT 1")
      }
      guard statements[table] == true else { continue }
      let row = state.rows[number]
      let properties = row?.differingProperties(of: preset.layout)
      if properties?.isEmpty == true { continue }
      var wanted = StoreState.uniqueValues(of: preset, having: properties)
      // The user's values stay if a catalog is applied, and not if the preset is reset.
      if let edited = row?.edited, !edited.isEmpty {
        wanted += StoreState.uniqueValues(of: preset, having: properties, keeping: edited)
      }
      for unique in wanted where state.owners[unique] == nil {
        let constraint = preset.layout.uniquenessConstraints[unique.number]
        let conditions = constraint.compactMap(\.columnName).map { "\(SQLName.quoted($0)) = ?" }
        let found = try connection.integers(
          """
          SELECT _pk FROM \(table) WHERE \(conditions.joined(separator: " AND "))\
          \(scope(of: unique, preset.layout))
          """, unique.values)
        if let key = found.first { state.owners[unique] = key }
      }
    }
  }

  /// Returns the condition for the rows of a hierarchy's table for which a constraint holds: those of the
  /// class that declares it.
  private func scope(of unique: StoreState.UniqueValues, _ layout: ModelLayout) -> String {
    guard layout.superlayout != nil,
      let declarer = sequence(first: layout, next: \.superlayout).first(where: {
        $0.entityName == unique.entityName
      }), declarer.superlayout != nil
    else { return "" }
    let names = transaction.entities.hierarchies.entityNames(of: declarer).map(SQLName.literal)
    return " AND \(SQLName.entity) IN (\(names.joined(separator: ", ")))"
  }
}
