import Perennial
import PerennialRecords
import PerennialReplication

/// The contents of rows, as records have them.
struct RowContents {
  let sync: SyncTransaction
  let assets: AssetContents
  let missing: MissingAssetTable
  let sealedValues: SealedValueTable

  private var connection: Connection { sync.connection }

  /// Returns the content of a record's row; nil if it has none.
  func content(of name: RecordName) throws -> RowContent? {
    guard let location = try sync.locate(name) else { return nil }
    var content = RowContent()
    for (column, stored) in zip(location.entity.columns, try sync.values(of: location)) {
      content.values[column.field] = try assets.recordValue(stored, column)
    }
    for join in location.entity.joins {
      let orders = try orders(of: join, location)
      content.links[join.field] = Set(orders.keys.map(RecordName.init(rowKey:)))
      guard !orders.isEmpty else { continue }
      content.orders[join.field] = Dictionary(
        uniqueKeysWithValues: orders.map { (RecordName(rowKey: $0.key), $0.value) })
    }
    return try sealedValues.completed(missing.completed(content, of: name), of: name)
  }

  /// Returns the order keys of the links of a row, by the keys of their targets.
  func orders(of join: SyncedEntity.Join, _ location: RowLocation) throws -> [Int64: LinkOrder] {
    let hasInverse = join.relationship.inverse != nil
    var orders: [Int64: LinkOrder] = [:]
    try connection.rows(
      "SELECT target, position, inverse_position FROM \(join.table) WHERE source = ?",
      [.integer(location.key)]
    ) { row in
      let (target, key, inverseKey) = (row.int64(), row.int64(), row.int64())
      orders[target] = LinkOrder(key: key, inverseKey: hasInverse ? inverseKey : nil)
    }
    return orders
  }

  /// Returns the records whose rows reference a record.
  func rows(referencing name: RecordName) throws -> [RecordName] {
    guard let location = try sync.locate(name) else { return [] }
    var keys: Set<Int64> = []
    for entity in sync.schema.entities {
      for column in entity.columns
      where column.kind == .reference
        && column.property.destinationLayout?.tableName == location.entity.tableName
      {
        keys.formUnion(
          try connection.integers(
            "SELECT _pk FROM \(entity.table) WHERE \(column.name) = ?", [.integer(location.key)]))
      }
    }
    for join in sync.schema.joins(to: location.entity) {
      keys.formUnion(
        try connection.integers(
          "SELECT source FROM \(join.table) WHERE target = ?", [.integer(location.key)]))
    }
    return keys.sorted().map(RecordName.init(rowKey:))
  }
}
