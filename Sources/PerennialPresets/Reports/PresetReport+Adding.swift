import Perennial

extension PresetReport {
  /// Adds the properties whose links have changed to `updated`. Inserted and restored presets are left
  /// out.
  mutating func add(_ changed: [Int64: Set<String>], among presets: [CatalogPreset]) {
    if changed.isEmpty { return }
    let new = Set(inserted).union(restored)
    add(
      presets.compactMap { preset in
        guard let names = changed[preset.key], !new.contains(preset.reported) else { return nil }
        return Fields(preset: preset.reported, names: names.sorted())
      })
  }

  /// Adds fields to `updated`. If a preset is there already, its new fields follow those that it has.
  ///
  /// - Parameter fields: The fields to add, with one element per preset.
  /// - Complexity: O(*n* + *m*) for *n* elements of `updated` and *m* elements of `fields`.
  mutating func add(_ fields: [Fields]) {
    if fields.isEmpty { return }
    if updated.isEmpty { return updated = fields }
    var places = Dictionary(
      updated.enumerated().map { ($1.preset, $0) }, uniquingKeysWith: { first, _ in first })
    for more in fields {
      if let index = places[more.preset] {
        let new = more.names.filter { !updated[index].names.contains($0) }
        updated[index] = Fields(preset: more.preset, names: updated[index].names + new)
      } else {
        places[more.preset] = updated.count
        updated.append(more)
      }
    }
  }

  /// Returns the report with the changes of a later operation in the same transaction.
  func adding(_ later: PresetReport) -> PresetReport {
    var report = self
    report.add(later)
    return report
  }

  /// Adds the changes of a later operation in the same transaction.
  mutating func add(_ later: PresetReport) {
    inserted += later.inserted
    add(later.updated)
    kept += later.kept
    conflicts += later.conflicts
    leftDeleted += later.leftDeleted
    restored += later.restored
    retired += later.retired
    keptRetired += later.keptRetired.filter { !keptRetired.contains($0) }
    issues += later.issues
    deletedUserObjects.merge(later.deletedUserObjects, uniquingKeysWith: +)
  }
}
