import Perennial

/// The presets of one entity in catalogs.
struct EntityPresets {
  /// The location of a preset in the catalogs.
  struct Location {
    let key: Int64
    let index: Int
    /// The position of the preset's row among the packed values.
    let start: Int
  }

  let layout: ModelLayout
  /// The presets by ascending key.
  private(set) var locations: [Location] = []

  /// Returns presets by entity, in the order in which the entities first appear.
  static func grouped(_ presets: [CatalogPreset]) -> [EntityPresets] {
    var entities: [EntityPresets] = []
    var numbers: [String: Int] = [:]
    var number = 0
    for (index, preset) in presets.enumerated() {
      // Neighbours are mostly of one entity.
      if entities.isEmpty || entities[number].layout !== preset.layout {
        number = numbers[preset.entityName] ?? entities.count
        numbers[preset.entityName] = number
        if number == entities.count { entities.append(EntityPresets(layout: preset.layout)) }
      }
      entities[number].locations.append(
        Location(key: preset.key, index: index, start: preset.values.start))
    }
    for number in entities.indices { entities[number].locations.sort { $0.key < $1.key } }
    return entities
  }
}
