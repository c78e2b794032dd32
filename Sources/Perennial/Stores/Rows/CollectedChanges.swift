/// Collects the rows that a transaction inserts, updates and deletes in one store, for its change set.
package struct CollectedChanges {
  private struct Rows {
    var inserted: [Int64] = []
    /// In the order of the updates. A row may occur several times; the list may be long.
    var updated: [ChangeSet.Update] = []
    var deleted: Set<Int64> = []
    /// The rows that were inserted and deleted in the same transaction.
    var vanished: Set<Int64> = []

    /// The updates of the rows that existed before the transaction and still exist.
    var remaining: [ChangeSet.Update] {
      if updated.isEmpty { return [] }
      let others = vanished.union(deleted).union(inserted)
      return others.isEmpty ? updated : updated.filter { !others.contains($0.rowID) }
    }
  }

  private let entities: StoreEntities
  /// The number of the store in its container.
  private let store: Int
  private var rows: [Rows]
  private var links = LinkChanges()

  package init(_ entities: StoreEntities, ofStore number: Int) {
    self.entities = entities
    store = number
    rows = Array(repeating: Rows(), count: entities.all.count)
  }

  package mutating func insert(_ rowIDs: [Int64], _ entity: ContainerEntity) {
    let number = entity.number
    let deleted = rows[number].deleted
    if deleted.isEmpty { return rows[number].inserted += rowIDs }
    // A row that was deleted and inserted again counts as updated.
    for rowID in rowIDs {
      if deleted.contains(rowID) {
        rows[number].updated.append(.init(rowID: rowID, mask: .all))
      } else {
        rows[number].inserted.append(rowID)
      }
    }
    rows[number].deleted.subtract(rowIDs)
  }

  package var hasDeletions: Bool { rows.contains { !$0.deleted.isEmpty || !$0.vanished.isEmpty } }

  package mutating func update(_ rowID: Int64, mask: PropertyMask, of entity: ContainerEntity) {
    if rowID == 0 || mask.isEmpty { return }
    rows[entity.number].updated.append(.init(rowID: rowID, mask: mask))
  }

  /// Notes that a user's link between stored objects is new.
  package mutating func link(_ source: Int64, _ target: Int64, in table: String) {
    links.add(.link, source: source, target: target, to: table)
  }

  /// Notes that a user has removed a link between stored objects, or changed its order keys.
  mutating func change(
    _ kind: LinkChanges.Kind, source: Int64, target: Int64, in table: String
  ) {
    links.add(kind, source: source, target: target, to: table)
  }

  /// Notes the new order key of an object with the same reference.
  mutating func reorder(_ rowID: Int64, _ property: PropertyLayout, of entity: ContainerEntity) {
    links.reorder(rowID, property.name, of: entity.layout.entityName)
  }

  package mutating func add(_ event: ChangeSet) {
    links.add(event.links)
    for (name, changes) in event.changes {
      guard let number = entities.entity(named: name, of: store)?.number else { continue }
      rows[number].inserted += changes.inserted
      rows[number].updated += changes.updated
      if changes.deleted.isEmpty { continue }
      let vanished = Set(changes.deleted).intersection(rows[number].inserted)
      rows[number].inserted.removeAll(where: vanished.contains)
      rows[number].vanished.formUnion(vanished)
      rows[number].deleted.formUnion(changes.deleted.lazy.filter { !vanished.contains($0) })
    }
  }

  /// Notes that a reference has a new target, for the objects at both ends: the former target and the new
  /// one.
  package mutating func redirect(
    from former: Int64, to target: Int64, _ property: PropertyLayout,
    _ entity: ContainerEntity
  ) {
    guard let destination = entities.destination(of: property, in: entity),
      let inverse = entity.layout.relationship(property.index)?.inverse
    else { return }
    update(former, mask: inverse.mask, of: destination)
    update(target, mask: inverse.mask, of: destination)
  }

  package var changeSet: ChangeSet {
    var event = ChangeSet()
    event.links = links
    for (entity, rows) in zip(entities.all, rows) {
      let changes = ChangeSet.EntityChanges(
        inserted: rows.inserted.sorted(),
        updated: rows.remaining.united,
        deleted: rows.deleted.sorted())
      if !changes.isEmpty { event.changes[entity.layout.entityName] = changes }
    }
    return event
  }
}

extension [ChangeSet.Update] {
  /// The updates sorted by key, one per row.
  fileprivate var united: [ChangeSet.Update] {
    var united: [ChangeSet.Update] = []
    united.reserveCapacity(count)
    for update in sorted(by: { $0.rowID < $1.rowID }) {
      if let last = united.last, last.rowID == update.rowID {
        united[united.count - 1] = .init(rowID: last.rowID, mask: last.mask.union(update.mask))
      } else {
        united.append(update)
      }
    }
    return united
  }
}
