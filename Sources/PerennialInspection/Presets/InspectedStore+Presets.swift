import Foundation
import Perennial

extension InspectedStore {
  /// The presets of the store, those of one entity after those of another, by their IDs.
  ///
  /// - Parameter entity: The entity whose presets are meant; nil for all.
  /// - Throws: ``InspectionError/Code/unknownEntity``; `SwiftDataError.storeFailure`.
  public func presets(of entity: String? = nil) throws -> [InspectedPreset] {
    try database.snapshot {
      let shapes = try entity.map { [try shape(ofEntity: $0)] } ?? schema.entities.map(shape)
      return try shapes.flatMap(presets)
    }
  }

  /// The catalogs that were applied to the store, by name; nil if it never had presets.
  func catalogs() throws -> [CatalogSummary]? {
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
  static let deletionTable = "_perennial_presets"

  func presets(of shape: RowShape) throws -> [InspectedPreset] {
    let hidden = shape.hidden.map(\.column)
    guard hidden.contains(SQLName.preset) else { return [] }
    let hasRecords = try columns(of: Self.catalogTable).contains { $0.name == "contents" }
    let records = hasRecords ? try database.catalogRecords() : [:]
    var presets: [InspectedPreset] = []
    let stamps = hidden.contains(SQLName.stamps) ? SQLName.stamps : "NULL"
    let (condition, bindings) = shape.isOfEntity
    try database.rows(
      """
      SELECT _pk, \(SQLName.preset), \(stamps) FROM \(SQLName.quoted(shape.table)) \
      WHERE \(SQLName.preset) IS NOT NULL\(condition) ORDER BY \(SQLName.preset)
      """, bindings
    ) { row in
      guard case .integer(let key) = row.value(), case .text(let name) = row.value() else { return }
      let times = Self.times(row.value())
      let edited = records.edits(Set(times.keys), of: name, shape.entity)
      let edits = times.filter { edited.contains($0.key) }.sorted { $0.key < $1.key }.map {
        InspectedPreset.Edit(field: $0.key, time: $0.value)
      }
      presets.append(
        Self.preset(shape.entity, name, key, edits.isEmpty ? .pristine : .edited, edits))
    }
    return presets + (try deletedPresets(of: shape.entity))
  }

  private func deletedPresets(of entity: String) throws -> [InspectedPreset] {
    let columns = try columns(of: Self.deletionTable).map(\.name)
    guard columns.contains("entity") else { return [] }
    let details = columns.contains("preset") ? "preset, time" : "'', 0"
    var presets: [InspectedPreset] = []
    try database.rows(
      "SELECT pk, \(details) FROM \(Self.deletionTable) WHERE entity = ? ORDER BY 2",
      [.text(entity)]
    ) { row in
      guard case .integer(let key) = row.value(), case .text(let name) = row.value(),
        case .integer(let time) = row.value()
      else { return }
      presets.append(Self.preset(entity, name, key, .deleted, [], deleted: Self.date(time)))
    }
    return presets
  }

  private static func preset(
    _ entity: String, _ name: String, _ key: Int64, _ state: InspectedPreset.State,
    _ edits: [InspectedPreset.Edit], deleted: Date? = nil
  ) -> InspectedPreset {
    // The catalog and the ID, with a slash between them.
    let parts = name.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    return InspectedPreset(
      entity: entity, catalog: parts.count > 1 ? String(parts[0]) : "",
      id: String(parts.last ?? ""), key: key, state: state, edits: edits, deleted: deleted)
  }

  /// The fields that stamps name, with the times of those that can be read.
  private static func times(_ stamps: SQLValue) -> [String: Date?] {
    guard case .text(let text) = stamps else { return [:] }
    if let cells = try? FieldStamps(text: text).cells { return cells.mapValues { date($0.time) } }
    let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return (object ?? [:]).mapValues { _ in nil }
  }

  /// The moment of a stamp's time: milliseconds since 1970, and a counter of 16 bits.
  private static func date(_ time: Int64) -> Date {
    Date(timeIntervalSince1970: Double(time >> 16) / 1000)
  }
}
