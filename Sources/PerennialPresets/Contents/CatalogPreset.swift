import Perennial
import PerennialRecords

/// One preset of a catalog, as a row: the values of its columns, with the keys of the presets that it
/// references.
// A class, because catalogs have many of them, and lists of them are sorted and filtered.
final class CatalogPreset {
  // The properties that each row needs are first: rows are read by ascending key, which is not the order in memory.

  /// The primary key of the preset's row, in every store; see ``RecordName/presetKey(namespace:entity:id:)``.
  let key: Int64
  /// The values by property index, and after them the metadata of an unedited preset; see ``PresetMetadata``. A
  /// to-one relationship has the key of its target. A property without a column has NULL.
  let values: PackedRow
  let layout: ModelLayout
  /// The order key of each reference among the members of its to-many inverse, by property index, counted from
  /// the first one that a plan writes. Order keys increase in the order of the catalog.
  var orderKeys: [Int: Int64] = [:]
  let catalog: String
  let id: String
  /// The first ID that the preset had, if it has another one now.
  let firstID: String?
  /// The values that the row belongs to.
  private let packed: PackedValues

  /// - Parameters:
  ///   - values: The row, which has the values of the properties; see ``rowWidth(of:)``.
  ///   - packed: The values that the row belongs to.
  init(
    catalog: String, id: String, firstID: String, layout: ModelLayout, key: Int64,
    values: PackedRow, of packed: PackedValues
  ) {
    self.firstID = firstID == id ? nil : firstID.storedForm
    self.catalog = catalog
    self.id = id
    self.layout = layout
    self.key = key
    self.values = values
    self.packed = packed
    values.set(metadataIndex, toMetadataOf: id, in: catalog, firstID: self.firstID)
  }

  /// Returns the number of values of a preset.
  static func rowWidth(of layout: ModelLayout) -> Int { layout.properties.count + 1 }

  /// The index of the metadata among the values.
  var metadataIndex: Int { layout.properties.count }

  var entityName: String { layout.entityName }

  /// The catalog and the ID, with a slash between them.
  var name: String { PresetMetadata.name(of: id, in: catalog) }

  /// Returns the key of the preset that a to-one relationship references; nil if it has no target.
  func target(_ property: PropertyLayout) -> Int64? {
    values.integer(property.index)
  }
}
