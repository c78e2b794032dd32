extension CatalogGraph {
  /// Returns a hash of a catalog's contents. Equal contents have equal hashes, on every machine.
  ///
  /// Complexity: O(*n*) in the size of the values.
  ///
  /// - Throws: ``SwiftDataError/modelValidationFailure`` for a value that cannot be stored.
  package func fingerprint(of catalog: String) throws -> String {
    var hash = Checksum()
    let own = drafts.filter { $0.catalog == catalog }
    for draft in own.sorted(by: { ($0.entityName, $0.id) < ($1.entityName, $1.id) }) {
      hash.add(draft.entityName)
      hash.add(draft.id)
      for property in ModelLayout.of(model: draft.model).properties where property.column != nil {
        hash.add(property.name)
        if property.isToOne {
          hash.add(String(target(of: draft, property)))
        } else {
          hash.add(PresetMetadataEncoder.json(try draft.model.sqlValue(property)))
        }
      }
    }
    let keys = Set(own.map(\.key))
    for link in links where keys.contains(link.source) || keys.contains(link.target) {
      hash.add("\(link.table) \(link.source) \(link.target)")
    }
    return hash.description
  }
}
