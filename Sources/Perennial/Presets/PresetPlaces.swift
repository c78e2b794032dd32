/// Where the presets of catalogs are in a store: as a rule each in its own row.
package struct PresetPlaces: Sendable, Equatable {
  /// The presets that have no row, and nothing in their place.
  package var absent: Set<Int64> = []
  /// The objects that were there already with the unique values of presets, by the presets' keys:
  /// references to those lead to them.
  package var standIns: [Int64: Int64] = [:]

  package init() {}

  package var isEmpty: Bool { absent.isEmpty && standIns.isEmpty }

  /// Whether a preset has a row of its own.
  package func hasRow(_ preset: Int64) -> Bool {
    !absent.contains(preset) && standIns[preset] == nil
  }

  /// The key of what references to a preset lead to; nil for nothing.
  package subscript(_ preset: Int64) -> Int64? {
    if absent.contains(preset) { return nil }
    return standIns[preset] ?? preset
  }
}
