/// The rows of the presets of catalogs in a store: usually each preset has its own row.
struct PresetKeyMap {
  /// The presets that have no row and no stand-in.
  var absent: Set<Int64> = []
  /// The existing objects that have the unique values of presets, by the presets' keys. References to those
  /// presets target these objects.
  var standIns: [Int64: Int64] = [:]

  /// Creates the map of a store in which every preset has its row.
  init() {}

  /// Creates the map of a store into which no presets are inserted.
  init(_ contents: CatalogContents, in state: StoreState) {
    for (preset, row) in zip(contents.presets, state.rows) where row == nil {
      add(preset, in: state)
    }
  }

  /// Adds a preset that has no row and does not get one.
  mutating func add(_ preset: CatalogPreset, in state: StoreState) {
    if !state.isDeleted(preset), let other = state.owner(of: preset) {
      standIns[preset.key] = other
    } else {
      absent.insert(preset.key)
    }
  }

  var isEmpty: Bool { absent.isEmpty && standIns.isEmpty }

  /// Returns `true` if a preset has a row of its own.
  func hasRow(_ preset: Int64) -> Bool { !absent.contains(preset) && standIns[preset] == nil }

  /// The key of the row that references to a preset target; nil if there is none.
  subscript(_ preset: Int64) -> Int64? {
    if absent.contains(preset) { return nil }
    return standIns[preset] ?? preset
  }
}
