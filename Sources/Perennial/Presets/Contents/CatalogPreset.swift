import PerennialRecords

/// One preset of a catalog, as a row: the values of its columns, with the keys of the presets that it
/// references.
// A class, because catalogs have many of them, and lists of them are sorted and filtered.
package final class CatalogPreset {
  package let catalog: String
  package let id: String
  /// The first ID that the preset had, if it has another one now.
  package let firstID: String?
  package let layout: ModelLayout
  /// The primary key of the preset's row, in every store; see ``RecordName/presetKey(namespace:entity:id:)``.
  package let key: Int64
  /// The metadata of the preset's row without edited fields; see ``PresetMetadata``.
  let metadata: String
  /// The values by property index. A to-one relationship has the key of its target. A property without a
  /// column has NULL.
  package internal(set) var values: [SQLValue]
  /// The place of each reference among the members of its to-many inverse, by property index. Places
  /// increase in the order of the catalog.
  var places: [Int: Int64] = [:]

  package init(
    catalog: String, id: String, firstID: String, layout: ModelLayout, key: Int64,
    values: [SQLValue]
  ) {
    self.firstID = firstID == id ? nil : firstID.storedForm
    metadata = PresetMetadata.pristine("\(catalog)/\(id)".storedForm, firstID: self.firstID)
    self.catalog = catalog
    self.id = id
    self.layout = layout
    self.key = key
    self.values = values
  }

  package var entityName: String { layout.entityName }

  /// The catalog and the ID, with a slash between them.
  package var name: String { "\(catalog)/\(id)".storedForm }

  /// Returns the key of the preset that a to-one relationship references; nil if it has no target.
  package func target(_ property: PropertyLayout) -> Int64? {
    if case .integer(let key) = values[property.index] { key } else { nil }
  }
}

extension PropertyLayout {
  /// `true` if the property is a to-one relationship that must have a target.
  package var isRequiredReference: Bool {
    isToOne && (!isOptional || (relationship?.minimumModelCount ?? 0) > 0)
  }
}

extension PersistentModel {
  /// Returns the values of an object's attributes, by property index. Relationships have NULL.
  ///
  /// - Throws: ``SwiftDataError/modelValidationFailure`` for a value that cannot be stored.
  package func attributeValues(_ layout: ModelLayout) throws -> [SQLValue] {
    try layout.properties.map { property in
      guard !property.isRelationship, property.column != nil else { return .null }
      return try sqlValue(property)
    }
  }

  /// Returns the objects that a relationship of an object without a context references.
  package func relatedObjects(_ property: PropertyLayout) -> [any PersistentModel] {
    guard property.isToOne else { return members(property.index)?.erased ?? [] }
    return (toOne(property.index).model as? any PersistentModel).map { [$0] } ?? []
  }

  /// `true` if the object is in a context.
  package var isInContext: Bool { _$header.pointee.graph != nil }

  /// The primary key of the object's row.
  package var rowKey: Int64 { _$header.pointee.rowID }
}
