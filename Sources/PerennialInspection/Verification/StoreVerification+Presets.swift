import Foundation
import Perennial

extension StoreVerification {
  /// What the store says of presets: that it is complete, and does not contradict the objects.
  mutating func checkPresets(_ tables: Set<String>) throws {
    guard try store.hasPresets() else { return }
    if store.format < StoreDatabase.presetFormat {
      result.add(.preset, "the file has presets, and says that it has format \(store.format)")
    }
    for table in PresetRows.tables where try !store.hasTable(table.name) {
      return result.add(.table, "the table \(table.name) is missing")
    }
    for trigger in try database.missingPresetTriggers() {
      result.add(.table, "the trigger \(trigger) is missing")
    }
    try checkCatalogs()
    for entity in schema.entities where tables.contains(entity.table) {
      try checkPresets(of: entity)
    }
    let links = try database.values("SELECT DISTINCT links FROM _perennial_unlinked ORDER BY 1")
    for row in links where !schema.joins.contains(row[0].text ?? "") {
      result.add(.preset, "links of \(row[0]) were cut, which is no relationship of the store")
    }
  }

  private mutating func checkCatalogs() throws {
    for row in try database.values("SELECT name, contents FROM _perennial_catalogs ORDER BY 1") {
      let contents = row[1].text.map { Data($0.utf8) } ?? Data()
      if (try? JSONDecoder().decode([String: [String]].self, from: contents)) == nil {
        result.add(.preset, "the contents of the catalog \(row[0]) cannot be read")
      }
    }
    let known = Set(schema.entities.map(\.name))
    for row in try database.values("SELECT DISTINCT entity FROM _perennial_presets ORDER BY 1")
    where !known.contains(row[0].text ?? "") {
      result.add(.preset, "presets of \(row[0]) were deleted, which is no entity of the store")
    }
  }

  private mutating func checkPresets(of entity: EntityDescription) throws {
    let shape = try store.shape(of: entity)
    let columns = shape.hidden.map(\.column)
    guard columns.contains(SQLName.preset), columns.contains(SQLName.stamps) else { return }
    let (condition, bindings) = shape.isOfEntity
    let table = SQLName.quoted(entity.table)
    try database.rows(
      """
      SELECT _pk, \(SQLName.preset), \(SQLName.stamps) FROM \(table) \
      WHERE (\(SQLName.preset) IS NOT NULL OR \(SQLName.stamps) IS NOT NULL)\(condition)
      """, bindings
    ) { row in
      let (key, preset, stamps) = (row.value(), row.value().text, row.value().text)
      let place = "\(entity.name) \(key)"
      guard let preset else { return result.add(.preset, "\(place) has stamps, and is no preset") }
      if case .integer(let number) = key, number >= 0 {
        result.add(.preset, "\(place): the preset “\(preset)” has a key that no preset has")
      }
      if !preset.contains("/") {
        result.add(.preset, "\(place): “\(preset)” is no catalog and ID")
      }
      if let stamps, (try? FieldStamps(text: stamps)) == nil {
        result.add(.preset, "\(place): its stamps cannot be read")
      }
    }
    for row in try database.values(
      """
      SELECT d.pk FROM _perennial_presets AS d JOIN \(table) AS t ON t._pk = d.pk \
      WHERE d.entity = ? ORDER BY 1
      """, [.text(entity.name)])
    {
      result.add(.preset, "\(entity.name) \(row[0]) is there, and is said to be deleted")
    }
  }
}
