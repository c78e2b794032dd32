// The values of objects that catalogs make rows of.

private struct SlotPacker: _Storage.SlotVisitor {
  var binder: _Storage.Binder
  mutating func visit<S: _Storage.Slot>(_ slot: inout S) { slot._bind(&binder) }
}

extension PersistentModel {
  /// Appends the values of an object's attributes to a row, by property index. Relationships have NULL.
  ///
  /// - Throws: ``SwiftDataError/modelValidationFailure`` for a value that cannot be stored.
  package func appendAttributes(_ layout: ModelLayout, to row: PackedRow) throws {
    let isRepresented = _$header.pointee.extras?.unrepresented == nil
    var packer = SlotPacker(binder: _Storage.Binder(packing: row))
    for property in layout.properties {
      if property.isRelationship || property.column == nil {
        row.append(.null)
      } else if property.isExternal || !isRepresented {
        row.append(try sqlValue(property))
      } else {
        _$visit(property.index, &packer)
        guard let failure = packer.binder.failure else { continue }
        // Encoding the value again throws an error that names the property.
        _ = try sqlValue(property)
        throw failure.error
      }
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
