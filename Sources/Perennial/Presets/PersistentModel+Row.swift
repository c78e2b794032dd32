// The values of objects that catalogs make rows of.

extension PersistentModel {
  /// Writes the values of an object's attributes to a row, by property index.
  ///
  /// - Throws: ``SwiftDataError/modelValidationFailure`` for a value that cannot be stored.
  package func writeAttributes(_ attributes: PackedAttributes, to row: PackedRow) throws {
    if _$header.pointee.extras?.unrepresented == nil {
      for run in attributes.runs {
        var binder = _Storage.Binder(packing: row)
        binder.parameter = Int32(run.start + 1)
        _$bind(&binder, run.mask.rawValue)
        guard let failure = binder.failure else { continue }
        // Encoding the values again throws an error that names the property.
        for property in run.properties { _ = try sqlValue(property) }
        throw failure.error
      }
    } else {
      for property in attributes.runs.lazy.flatMap(\.properties) {
        row.set(property.index, to: try sqlValue(property))
      }
    }
    for property in attributes.others { row.set(property.index, to: try sqlValue(property)) }
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
