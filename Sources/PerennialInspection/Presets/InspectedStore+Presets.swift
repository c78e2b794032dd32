import Foundation
import Perennial

extension InspectedStore {
  /// Returns the presets of the store, grouped by entity and sorted by ID.
  ///
  /// ```swift
  /// for preset in try store.presets(of: "Recipe") where preset.state == .edited {
  ///   print(preset.id, preset.edits.map(\.field))
  /// }
  /// ```
  ///
  /// - Parameter entity: The entity of the presets; nil for all entities.
  /// - Throws: ``InspectionError/Code/unknownEntity``; `SwiftDataError.storeFailure`.
  public func presets(of entity: String? = nil) throws -> [InspectedPreset] {
    try database.snapshot {
      let shapes = try entity.map { [try shape(ofEntity: $0)] } ?? schema.entities.map(shape)
      return try shapes.flatMap(presets)
    }
  }

  /// Returns the preset with a key; nil if the object is not a preset.
  ///
  /// ```swift
  /// if let preset = try store.preset(of: "Recipe", key: 34) { print(preset.catalog, preset.id) }
  /// ```
  ///
  /// - Throws: ``InspectionError/Code/unknownEntity``; `SwiftDataError.storeFailure`.
  public func preset(of entity: String, key: Int64) throws -> InspectedPreset? {
    try presets(of: entity, keys: [key])[key]
  }

  /// Returns the presets among objects of an entity, by key. Objects that are not presets are missing.
  ///
  /// ```swift
  /// let keys = try store.window(of: RowQuery(entity: "Recipe"), limit: 50).rows.map(\.key)
  /// let edited = try store.presets(of: "Recipe", keys: keys).filter { $0.value.state == .edited }
  /// ```
  ///
  /// - Throws: ``InspectionError/Code/unknownEntity``; `SwiftDataError.storeFailure`.
  public func presets(of entity: String, keys: [Int64]) throws -> [Int64: InspectedPreset] {
    let presets = try database.snapshot {
      try livePresets(of: shape(ofEntity: entity), keys: keys)
    }
    return Dictionary(presets.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the catalogs that were applied to the store, by name; nil if it never had presets.
  ///
  /// ```swift
  /// for catalog in try store.catalogs() ?? [] { print(catalog.name, catalog.version ?? 0) }
  /// ```
  ///
  /// - Throws: `SwiftDataError.storeFailure`.
  public func catalogs() throws -> [CatalogSummary]? {
    let columns = try columns(of: Self.catalogTable).map(\.name)
    guard columns.contains("applied") else { return nil }
    var catalogs: [CatalogSummary] = []
    try database.rows(
      "SELECT name, version, applied FROM \(Self.catalogTable) ORDER BY name"
    ) { row in
      guard case .text(let name) = row.value() else { return }
      let version: Int? = if case .integer(let number) = row.value() { Int(number) } else { nil }
      guard case .real(let time) = row.value() else { return }
      catalogs.append(
        CatalogSummary(
          name: name, version: version, applied: Date(timeIntervalSinceReferenceDate: time)))
    }
    return catalogs
  }

  static let catalogTable = "_perennial_catalogs"
  static let deletionTable = "_perennial_deleted_presets"
  static let linkDeletionTable = "_perennial_deleted_links"
  static let resetTable = "_perennial_resets"

  func presets(of shape: RowShape) throws -> [InspectedPreset] {
    guard try database.hasPresetColumn(shape.table) else { return [] }
    return try livePresets(of: shape) + deletedPresets(of: shape.entity)
  }

  /// Returns the presets that are not deleted.
  ///
  /// - Parameter keys: The keys of the presets to return; nil for all presets.
  private func livePresets(of shape: RowShape, keys: [Int64]? = nil) throws -> [InspectedPreset] {
    guard try database.hasPresetColumn(shape.table) else { return [] }
    let hasRecords = try columns(of: Self.catalogTable).contains { $0.name == "contents" }
    let records = hasRecords ? try database.catalogRecords() : [:]
    var presets: [(name: String, preset: InspectedPreset)] = []
    var (condition, bindings) = shape.isOfEntity
    if let keys {
      condition += " AND \(SQLName.primaryKey) IN (SELECT value FROM json_each(?))"
      bindings.append(.keys(keys))
    }
    try database.rows(
      """
      SELECT _pk, \(SQLName.preset) FROM \(SQLName.quoted(shape.table)) \
      WHERE \(SQLName.preset) IS NOT NULL\(condition)
      """, bindings
    ) { row in
      guard case .integer(let key) = row.value(), case .text(let text) = row.value() else { return }
      let (name, times) = Self.read(text)
      let edited = records.edits(Set(times.keys), of: name, shape.entity)
      let edits = times.filter { edited.contains($0.key) }.sorted { $0.key < $1.key }.map {
        InspectedPreset.Edit(field: $0.key, time: $0.value)
      }
      let state: InspectedPreset.State = edits.isEmpty ? .pristine : .edited
      let preset = Self.preset(shape.entity, name: name, key: key, state: state, edits: edits)
      presets.append((name, preset))
    }
    return presets.sorted { $0.name < $1.name }.map(\.preset)
  }

  private func deletedPresets(of entity: String) throws -> [InspectedPreset] {
    let columns = try columns(of: Self.deletionTable).map(\.name)
    guard columns.contains("entity") else { return [] }
    let details =
      columns.contains("preset") ? "preset, stamp" : "'', 0"
    var presets: [(name: String, preset: InspectedPreset)] = []
    try database.rows(
      "SELECT pk, \(details) FROM \(Self.deletionTable) WHERE entity = ?", [.text(entity)]
    ) { row in
      guard case .integer(let key) = row.value(), case .text(let text) = row.value() else { return }
      let name = Self.read(text).name
      // Deletions by other tools have no stamp yet.
      let deleted: Date? = if case .integer(let time) = row.value() { Self.date(time) } else { nil }
      let preset = Self.preset(
        entity, name: name, key: key, state: .deleted, edits: [], deleted: deleted)
      presets.append((name, preset))
    }
    return presets.sorted { $0.name < $1.name }.map(\.preset)
  }

  private static func preset(
    _ entity: String, name: String, key: Int64, state: InspectedPreset.State,
    edits: [InspectedPreset.Edit], deleted: Date? = nil
  ) -> InspectedPreset {
    // The name is the catalog and the ID, separated by a slash.
    let parts = name.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    return InspectedPreset(
      entity: entity, catalog: parts.count > 1 ? String(parts[0]) : "",
      id: String(parts.last ?? ""), key: key, state: state, edits: edits, deleted: deleted)
  }

  /// Reads preset metadata: the name of the preset, and the fields with stamps, with the times that can be
  /// read. If the metadata cannot be read, its text is the name.
  private static func read(_ text: String) -> (name: String, times: [String: Date?]) {
    if let mark = try? PresetMetadata(text: text) {
      return (mark.name, mark.stamps.cells.mapValues { date($0.time) })
    }
    let list = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [Any]
    let stamps = list?.last as? [String: Any]
    return (list?.first as? String ?? text, (stamps ?? [:]).mapValues { _ in nil })
  }

  /// Returns the date of a stamp's time: milliseconds since 1970, and a counter of 16 bits.
  private static func date(_ time: Int64) -> Date {
    Date(timeIntervalSince1970: Double(time >> 16) / 1000)
  }
}
