import Perennial

/// The presets of one entity in catalogs.
struct EntityPresets {
  /// The location of a preset in the catalogs.
  struct Location {
    let key: Int64
    let index: Int
  }

  let layout: ModelLayout
  /// The presets by ascending key.
  private(set) var locations: [Location] = []

  /// Returns presets by entity, in the order in which the entities first appear.
  static func grouped(_ presets: [CatalogPreset]) -> [EntityPresets] {
    var entities: [EntityPresets] = []
    var numbers: [String: Int] = [:]
    var first = 0
    while first < presets.count {
      // Neighbours are mostly of one entity.
      let layout = presets[first].layout
      let end = presets[first...].firstIndex { $0.layout !== layout } ?? presets.count
      let number = numbers[layout.entityName] ?? entities.count
      if number == entities.count {
        numbers[layout.entityName] = number
        entities.append(EntityPresets(layout: layout))
      }
      entities[number].locations += (first..<end).lazy.map {
        Location(key: presets[$0].key, index: $0)
      }
      first = end
    }
    for number in entities.indices { entities[number].sort() }
    return entities
  }

  private mutating func sort() {
    let isSorted = zip(locations, locations.dropFirst()).allSatisfy { $0.key < $1.key }
    if !isSorted { locations.sort { $0.key < $1.key } }
  }
}
