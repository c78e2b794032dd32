package import Perennial

/// Which records are there, given all of them.
///
/// What the catalog has retired and nobody has touched stays as long as something refers to it that is
/// there itself. Retired presets that refer to each other only do not keep each other.
package enum Visibility {
  /// The names of the records that are there.
  ///
  /// Complexity: O(*n* + *r*) for *n* records with *r* references.
  package static func visible<Value>(
    in readings: [RecordName: RecordReading<Value>]
  ) -> Set<RecordName> {
    var visible: Set<RecordName> = []
    var unfollowed: [RecordName] = []
    for (name, reading) in readings where reading.isVisible(hasInboundReferences: false) {
      visible.insert(name)
      unfollowed.append(name)
    }
    guard visible.count < readings.count else { return visible }
    while let name = unfollowed.popLast() {
      for target in readings[name]?.targets ?? [] where !visible.contains(target) {
        guard readings[target]?.isVisible(hasInboundReferences: true) == true else { continue }
        visible.insert(target)
        unfollowed.append(target)
      }
    }
    return visible
  }
}

extension RecordReading {
  /// The records that this one shows references to.
  package var targets: Set<RecordName> {
    var targets = Set(fields.compactMap { value(of: $0)?.target })
    for field in linkFields { targets.formUnion(links(of: field)) }
    return targets
  }

  /// The fields of which anybody said anything, without relationships to many.
  package var fields: Set<String> {
    var fields = Set(state.cells.keys)
    if let edition = state.edition { fields.formUnion(edition.values.keys) }
    for copy in state.copies.values {
      for version in copy.versions.values { fields.formUnion(version.values.keys) }
    }
    return fields
  }

  /// The relationships to many of which anybody said anything.
  package var linkFields: Set<String> {
    var fields = Set(state.links.keys)
    if let edition = state.edition { fields.formUnion(edition.links.keys) }
    for copy in state.copies.values {
      for version in copy.versions.values { fields.formUnion(version.links.keys) }
    }
    return fields
  }
}
