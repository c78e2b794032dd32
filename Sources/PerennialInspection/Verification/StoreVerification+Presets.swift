import Foundation
import Perennial

extension StoreVerification {
  /// Checks that the preset metadata is complete and consistent with the objects.
  mutating func checkPresets(_ tables: Set<String>) throws {
    guard try store.hasPresets() else { return }
    for table in PresetRows.tables where try !store.hasTable(table.name) {
      return result.add(.table, "the table \(table.name) is missing")
    }
    for trigger in try database.missingPresetTriggers() {
      result.add(.table, "the trigger \(trigger) is missing")
    }
    try checkCatalogs()
    try checkDeleted()
    for entity in schema.entities where tables.contains(entity.table) {
      try checkPresets(of: entity)
    }
    let links = try database.values(
      "SELECT DISTINCT links FROM \(InspectedStore.linkDeletionTable) ORDER BY 1")
    for row in links where !schema.joins.contains(row[0].text ?? "") {
      result.add(
        .preset, "deleted links of \(row[0]) are recorded, which is not a relationship of the store"
      )
    }
  }

  private mutating func checkDeleted() throws {
    for row in try database.values(
      "SELECT entity, pk, preset FROM \(InspectedStore.deletionTable) ORDER BY 1, 2")
    where (try? PresetMetadata(text: row[2].text ?? "")) == nil {
      result.add(.preset, "the name of the deleted preset \(row[0]) \(row[1]) cannot be read")
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
    for row in try database.values(
      "SELECT DISTINCT entity FROM \(InspectedStore.deletionTable) ORDER BY 1")
    where !known.contains(row[0].text ?? "") {
      result.add(
        .preset, "deleted presets of \(row[0]) are recorded, which is not an entity of the store")
    }
  }

  private mutating func checkPresets(of entity: EntityDescription) throws {
    guard try database.hasPresetColumn(entity.table) else { return }
    let (condition, bindings) = try store.shape(of: entity).isOfEntity
    let table = SQLName.quoted(entity.table)
    try database.rows(
      """
      SELECT _pk, \(SQLName.preset) FROM \(table) WHERE \(SQLName.preset) IS NOT NULL\(condition)
      """, bindings
    ) { row in
      let (key, text) = (row.value(), row.value().text ?? "")
      let place = "\(entity.name) \(key)"
      guard let name = (try? PresetMetadata(text: text))?.name else {
        return result.add(.preset, "\(place): the preset metadata cannot be read")
      }
      if case .integer(let number) = key, number >= 0 {
        result.add(
          .preset, "\(place): the preset “\(name)” has a key that does not belong to a preset")
      }
      if !name.contains("/") {
        result.add(.preset, "\(place): “\(name)” is not a catalog and an ID")
      }
    }
    for row in try database.values(
      """
      SELECT _pk FROM \(table) WHERE _pk < 0 AND \(SQLName.preset) IS NULL\(condition) ORDER BY 1
      """, bindings)
    {
      result.add(
        .preset,
        """
        \(entity.name) \(row[0]) has the key of a preset and is none: another program has inserted it without a key. \
        Give it a positive one
        """)
    }
    for row in try database.values(
      """
      SELECT d.pk FROM \(InspectedStore.deletionTable) AS d JOIN \(table) AS t ON t._pk = d.pk \
      WHERE d.entity = ? ORDER BY 1
      """, [.text(entity.name)])
    {
      result.add(.preset, "\(entity.name) \(row[0]) exists, but is recorded as deleted")
    }
  }
}
