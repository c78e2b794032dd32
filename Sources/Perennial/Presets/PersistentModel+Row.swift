// The values of objects that catalogs make rows of.

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
