// The values of objects that catalogs make rows of.

extension PersistentModel {
  /// Appends the values of an object's attributes to a row, by property index. Relationships have NULL.
  ///
  /// - Throws: ``SwiftDataError/modelValidationFailure`` for a value that cannot be stored.
  package func appendAttributes(_ layout: ModelLayout, to row: PackedRow) throws {
    let isRepresented = _$header.pointee.extras?.unrepresented == nil
    var binder = _Storage.Binder(packing: row)
    // The attributes since the last value that the codec does not append. One call appends all of them.
    var attributes: PropertyMask = []
    func appendCollected() throws {
      if attributes.isEmpty { return }
      _$bind(&binder, attributes.rawValue)
      if let failure = binder.failure {
        // Encoding the value again throws an error that names the property.
        for property in layout.properties where attributes.contains(property: property.index) {
          _ = try sqlValue(property)
        }
        throw failure.error
      }
      attributes = []
    }
    for property in layout.properties {
      let hasValue = !property.isRelationship && property.column != nil
      // From this index on, properties share a bit of the mask.
      if hasValue, isRepresented, !property.isExternal, property.index < 63 {
        attributes.insert(PropertyMask(property: property.index))
      } else {
        try appendCollected()
        row.append(try hasValue ? sqlValue(property) : .null)
      }
    }
    try appendCollected()
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
