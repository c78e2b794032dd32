import Perennial
import PerennialRecords
import PerennialReplication

/// Writes the links of records to join tables.
struct SyncedLinkWriter {
  let sync: SyncTransaction
  let rows: RowContents

  private var connection: Connection { sync.connection }

  /// Adds, moves and removes links, so that the row has those of its record in their order.
  func link(_ place: RowPlace, _ content: RowContent) throws {
    for join in place.entity.joins {
      guard let targets = content.links[join.field] else { continue }
      let wanted = Set(targets.compactMap(\.rowKey))
      let former = try rows.orders(of: join, place)
      for target in Set(former.keys).subtracting(wanted).sorted() {
        try connection.run(
          "DELETE FROM \(join.table) WHERE source = ? AND target = ?",
          [.integer(place.key), .integer(target)])
        note(target, join, place)
      }
      for target in wanted.sorted() {
        let known = content.orders[join.field]?[RecordName(rowKey: target)] ?? LinkOrder()
        if former[target].map({ $0.updated(by: known) == $0 }) ?? false { continue }
        try write(link: target, known, in: join, of: place, isNew: former[target] == nil)
        note(target, join, place)
      }
    }
  }

  /// Inserts a link, or gives it another place. Order keys that no device has sent are new ones, or stay.
  private func write(
    link target: Int64, _ known: LinkOrder, in join: SyncedEntity.Join, of place: RowPlace,
    isNew: Bool
  ) throws {
    let (source, target) = (SQLValue.integer(place.key), SQLValue.integer(target))
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
  private func note(_ target: Int64, _ join: SyncedEntity.Join, _ place: RowPlace) {
    sync.changes.update(place.key, mask: join.relationship.property.mask, of: place.entity.entity)
    if let inverse = join.relationship.inverse, let destination = join.destination {
      sync.changes.update(target, mask: inverse.mask, of: destination)
    }
  }

  /// Shows a one-to-one relationship only if both rows reference each other. Of two claims on one object, the
  /// later one has written the reference at the other end.
  func settlePairs(of place: RowPlace) throws {
    for column in place.entity.pairs {
      guard let inverse = place.entity.entity.entity.oneToOne[column.property.index]?.inverse,
        let there = inverse.columnName.map(SQLName.quoted),
        let destination = place.entity.destination(of: column)
      else { continue }
      let cleared = try connection.integers(
        """
        UPDATE \(place.entity.table) AS t SET \(column.name) = NULL \
        WHERE _pk = ?1 AND \(column.name) IS NOT NULL AND NOT EXISTS \
        (SELECT 1 FROM \(destination) WHERE _pk = t.\(column.name) AND \(there) = ?1) RETURNING _pk
        """, [.integer(place.key)])
      if !cleared.isEmpty {
        sync.changes.update(place.key, mask: column.property.mask, of: place.entity.entity)
      }
    }
  }
}
