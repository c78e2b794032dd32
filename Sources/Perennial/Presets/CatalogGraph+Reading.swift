extension CatalogGraph {
  /// Returns the values of a preset's attributes and to-one relationships, by name. The relationships have
  /// the targets of the last call of ``settle(in:)``.
  ///
  /// - Throws: ``SwiftDataError/modelValidationFailure`` for a value that cannot be stored.
  package func values(of draft: CatalogPreset) throws -> [String: SQLValue] {
    var values: [String: SQLValue] = [:]
    for property in draft.layout.properties where property.column != nil {
      if property.isToOne {
        let target = draft.model.toOne(property.index).rowID
        values[property.name] = target == 0 ? .null : .integer(target)
      } else {
        values[property.name] = try draft.model.sqlValue(property)
      }
    }
    return values
  }

  /// Returns the keys of the presets that a preset is linked to in join tables, by relationship. Only the
  /// relationships that lead their join table are included; see ``RelationshipLayout/isLeading``.
  package func links(of draft: CatalogPreset) -> [String: [Int64]] {
    var found: [String: [Int64]] = [:]
    for relationship in draft.layout.relationships.values where relationship.isLeading {
      guard case .joinTable(let join) = relationship.storage else { continue }
      let end = LinkEnd(table: join.name, key: draft.key)
      found[relationship.property.name] =
        join.owner == "source"
        ? linksBySource[end, default: []].map(\.target)
        : linksByTarget[end, default: []].map(\.source)
    }
    return found
  }
}

extension PersistentModel {
  /// The primary key of the object's row.
  package var rowKey: Int64 { _$header.pointee.rowID }
}
