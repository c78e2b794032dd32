import Perennial

/// Columns that a statement writes for presets.
struct BoundColumns {
  fileprivate let properties: [PropertyLayout]
  fileprivate let indices: [Int]
  /// `true` if values may be in files beside the store, which a binder writes.
  fileprivate let haveFiles: Bool

  init(_ properties: [PropertyLayout]) {
    self.properties = properties
    indices = properties.map(\.index)
    haveFiles = properties.contains(where: \.isExternal)
  }
}

extension _Storage.Binder {
  /// Binds the values of a preset, or others instead of them, by property index.
  mutating func bind(
    _ columns: BoundColumns, of preset: CatalogPreset, unless others: [Int: SQLValue]
  ) {
    if others.isEmpty, !columns.haveFiles { return bind(columns.indices, of: preset.values) }
    for property in columns.properties {
      if let other = others[property.index] {
        bind(other, of: property)
      } else if property.isExternal {
        bind(preset.values[property.index], of: property)
      } else {
        bind(property.index, of: preset.values)
      }
    }
  }
}
