import Perennial
import PerennialRecords

// Counters of presets, whose starts are the catalog's values.

extension StoreReplica {
  /// Adds the difference to counters whose start a later catalog has changed. The catalog has left their rows as they
  /// were, because the user has counted.
  func moveCounters(of row: PresetRow) throws {
    let (place, entity) = (row.place, row.place.entity)
    var metadata = row.metadata
    for (column, value) in zip(entity.columns, try values(of: place)) {
      let name = column.property.name
      guard entity.counters[column.field] != nil, case .integer(let shown) = value.inRow,
        case .integer(let former) = metadata.stamps.cells[name]?.base,
        case .integer(let start) = metadata.stamps.cells[name]?.theirs
      else { continue }
      metadata.stamps.cells[name]?.base = .integer(start)
      metadata.stamps.cells[name]?.theirs = nil
      try connection.run(
        "UPDATE \(entity.table) SET \(column.name) = ?, \(SQLName.preset) = ? WHERE _pk = ?",
        [.integer(shown &+ start &- former), .text(metadata.text), .integer(place.key)])
      changes.update(place.key, column.property.mask, entity.entity)
      hasChanged = true
    }
  }
}
