/// What is done to presets in one transaction, for everybody who follows.
struct PresetNews {
  private struct Rows {
    var inserted: Set<Int64> = []
    var updated: [Int64: PropertyMask] = [:]
    var deleted: Set<Int64> = []
  }

  private let graph: ObjectGraph
  private var rows: [Rows]

  init(_ graph: ObjectGraph) {
    self.graph = graph
    rows = Array(repeating: Rows(), count: graph.tables.count)
  }

  mutating func insert(_ rowID: Int64, _ table: GraphTable) {
    let number = Int(table.index)
    // Who was deleted and is back has only changed, as far as anybody can tell.
    if rows[number].deleted.remove(rowID) != nil {
      rows[number].updated[rowID] = .all
    } else {
      rows[number].inserted.insert(rowID)
    }
  }

  mutating func update(_ rowID: Int64, _ mask: PropertyMask, _ table: GraphTable) {
    if rowID == 0 || mask.isEmpty { return }
    rows[Int(table.index)].updated[rowID, default: []].formUnion(mask)
  }

  mutating func add(_ event: SaveEvent) {
    for (name, changes) in event.changes {
      guard let number = graph.coordinator.index(named: name) else { continue }
      rows[number].inserted.formUnion(changes.inserted)
      for update in changes.updated {
        rows[number].updated[update.rowID, default: []].formUnion(update.mask)
      }
      for rowID in changes.deleted where rows[number].inserted.remove(rowID) == nil {
        rows[number].updated[rowID] = nil
        rows[number].deleted.insert(rowID)
      }
    }
  }

  /// Notes that a reference has come to lead elsewhere, for both objects at its ends.
  mutating func redirect(
    from former: Int64, to target: Int64, _ property: PropertyLayout, _ table: GraphTable
  ) {
    guard let destination = table.destinations[property.index],
      let inverse = table.layout.relationship(property.index)?.inverse
    else { return }
    update(former, inverse.mask, destination)
    update(target, inverse.mask, destination)
  }

  var event: SaveEvent {
    var event = SaveEvent()
    for (table, rows) in zip(graph.tables, rows) {
      let changes = SaveEvent.Changes(
        inserted: rows.inserted.sorted(),
        updated: rows.updated.filter {
          !rows.deleted.contains($0.key) && !rows.inserted.contains($0.key)
        }.sorted { $0.key < $1.key }.map { .init(rowID: $0.key, mask: $0.value) },
        deleted: rows.deleted.sorted())
      if !changes.isEmpty { event.changes[table.layout.entityName] = changes }
    }
    return event
  }
}
