import Perennial
import PerennialRecords
import PerennialReplication

/// Writes the links of records to join tables.
struct SyncedLinkWriter {
  let sync: SyncTransaction
  let rows: RowContents

  private var connection: Connection { sync.connection }

  /// Adds, moves and removes links, so that the row has those of its record in their order.
  func link(_ location: RowLocation, _ content: RowContent) throws {
    for join in location.entity.joins {
      guard let targets = content.links[join.field] else { continue }
      let wanted = Set(targets.compactMap(\.rowKey))
      let former = try rows.orders(of: join, location)
      for target in Set(former.keys).subtracting(wanted).sorted() {
        try connection.run(
          "DELETE FROM \(join.table) WHERE source = ? AND target = ?",
          [.integer(location.key), .integer(target)])
        note(target, in: join, of: location)
      }
      for target in wanted.sorted() {
        let known = content.orders[join.field]?[RecordName(rowKey: target)] ?? LinkOrder()
        if former[target].map({ $0.updated(by: known) == $0 }) ?? false { continue }
        try write(link: target, known, in: join, of: location, isNew: former[target] == nil)
        note(target, in: join, of: location)
      }
    }
  }

  /// Inserts a link, or gives it another place. Order keys that no device has sent are new ones, or stay.
  private func write(
    link target: Int64, _ known: LinkOrder, in join: SyncedEntity.Join, of location: RowLocation,
    isNew: Bool
  ) throws {
    let (source, target) = (SQLValue.integer(location.key), SQLValue.integer(target))
    if isNew {
      let position = OrderKeyGenerator.reserve(2)
      try connection.run(
        """
        INSERT INTO \(join.table) (source, target, position, inverse_position) \
        VALUES (?, ?, ?, ?)
        """,
        [
          source, target, .integer(known.key ?? position),
          .integer(known.inverseKey ?? position + 1),
        ])
    } else {
      try connection.run(
        """
        UPDATE \(join.table) SET position = ifnull(?3, position), \
        inverse_position = ifnull(?4, inverse_position) WHERE source = ?1 AND target = ?2
        """,
        [
          source, target, known.key.map { .integer($0) } ?? .null,
          known.inverseKey.map { .integer($0) } ?? .null,
        ])
    }
  }

  /// Notes that a link has changed, for the objects at both ends.
  private func note(_ target: Int64, in join: SyncedEntity.Join, of location: RowLocation) {
    sync.changes.update(
      location.key, mask: join.relationship.property.mask, of: location.entity.containerEntity)
    if let inverse = join.relationship.inverse, let destination = join.destination {
      sync.changes.update(target, mask: inverse.mask, of: destination)
    }
  }

  /// Shows a one-to-one relationship only if both rows reference each other. Of two claims on one object, the
  /// later one has written the reference at the other end.
  func settlePairs(of location: RowLocation) throws {
    for column in location.entity.pairs {
      guard
        let inverse = location.entity.containerEntity.table.oneToOne[column.property.index]?
          .inverse,
        let there = inverse.columnName.map(SQLName.quoted),
        let destination = location.entity.destination(of: column)
      else { continue }
      let cleared = try connection.integers(
        """
        UPDATE \(location.entity.table) AS t SET \(column.name) = NULL \
        WHERE _pk = ?1 AND \(column.name) IS NOT NULL AND NOT EXISTS \
        (SELECT 1 FROM \(destination) WHERE _pk = t.\(column.name) AND \(there) = ?1) RETURNING _pk
        """, [.integer(location.key)])
      if !cleared.isEmpty {
        sync.changes.update(
          location.key, mask: column.property.mask, of: location.entity.containerEntity)
      }
    }
  }
}
