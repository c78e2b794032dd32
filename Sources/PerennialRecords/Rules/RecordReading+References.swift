extension RecordReading {
  /// The records that the visible values of this record reference.
  public var targets: Set<RecordName> {
    var targets = Set(fields.compactMap { value(of: $0)?.target })
    for field in linkFields { targets.formUnion(links(of: field)) }
    return targets
  }

  /// The records that the visible values of this record reference, with the stamps of the references. A reference that
  /// no user has made has the earliest of all stamps.
  package var references: [RecordName: Stamp] {
    var references: [RecordName: Stamp] = [:]
    for field in fields {
      guard let target = value(of: field)?.target else { continue }
      references[target].join(edit(of: field)?.stamp ?? .beforeSync)
    }
    for field in linkFields {
      let additions = additions(to: field)
      for target in links(of: field) {
        references[target].join(additions[target] ?? .beforeSync)
      }
    }
    return references
  }

  /// The fields that the catalog, the user or a copy has a value for, without to-many relationships.
  public var fields: Set<String> {
    @_specialize(where Value == RecordValue)
    get {
      var fields = Set(state.edits.keys).union(state.counters.keys)
      if let version = state.catalogVersion { fields.formUnion(version.values.keys) }
      for copy in state.duplicates.values {
        for version in copy.versions.values { fields.formUnion(version.values.keys) }
      }
      return fields
    }
  }

  /// The to-many relationships that the catalog, the user or a copy has links for.
  public var linkFields: Set<String> {
    var fields = Set(state.links.keys)
    if let version = state.catalogVersion { fields.formUnion(version.links.keys) }
    for copy in state.duplicates.values {
      for version in copy.versions.values { fields.formUnion(version.links.keys) }
    }
    return fields
  }
}
