import Foundation
import Perennial
import PerennialRecords

// The rows that a merge compares, and the references to them.

extension StoreStateReader {
  /// Returns the rows of a model with some keys.
  ///
  /// - Parameter modified: The times of their last modifications; 0 for other rows.
  func rows(
    _ identities: [Int64: MergeIdentity], modified: [Int64: Int64] = [:], of layout: ModelLayout
  ) throws -> [StoredRow] {
    let entity = try transaction.entity(layout)
    let properties = entity.table.columns.filter { $0.columnName != nil }
    let metadata = try transaction.hasPresets(entity) ? SQLName.preset : "NULL"
    let columns = ["_pk", metadata] + properties.compactMap(\.columnName).map(SQLName.quoted)
    let keys = SQLValue.keys(identities.keys)
    let links = try links(of: keys, layout)
    var found: [StoredRow] = []
    try connection.rows(
      """
      SELECT \(columns.joined(separator: ", ")) FROM \(SQLName.quoted(layout.tableName)) \
      WHERE _pk IN (SELECT value FROM json_each(?))
      """, [keys]
    ) { row in
      let key = row.int64()
      guard let identity = identities[key] else { return }
      var stored = StoredRow(
        entity: entity, key: key, identity: identity, modified: modified[key] ?? 0)
      if case .text(let text) = row.value() {
        stored.metadata = try PresetMetadata(
          text, of: "\(layout.entityName) \(key)", in: connection)
      }
      for property in properties {
        stored.values[property.name] =
          try property.isExternal
          ? row.externalValue(of: connection.handle) : row.exactValue()
      }
      stored.links = links.mapValues { $0[key] ?? [] }
      found.append(stored)
    }
    return found
  }

  /// Returns the members of the many-to-many relationships of rows, in their order, by relationship and key.
  private func links(
    of keys: SQLValue, _ layout: ModelLayout
  ) throws -> [String: [Int64: [Int64]]] {
    var links: [String: [Int64: [Int64]]] = [:]
    for relationship in layout.relationships.values where relationship.isLeading {
      guard case .joinTable(let join) = relationship.storage else { continue }
      var members: [Int64: [Int64]] = [:]
      try connection.rows(
        """
        SELECT \(join.owner), \(join.target) FROM \(SQLName.quoted(join.name)) \
        WHERE \(join.owner) IN (SELECT value FROM json_each(?)) \
        ORDER BY \(join.owner), \(join.position), \(join.target)
        """, [keys]
      ) { members[$0.int64(), default: []].append($0.int64()) }
      links[relationship.property.name] = members
    }
    return links
  }

  /// Returns the required references to rows, from any row of the store.
  func requirements(of rows: some Sequence<StoredRow>) throws -> [MergeRequirement] {
    var found: [MergeRequirement] = []
    for rows in Dictionary(grouping: rows, by: \.entity.links.root).values {
      for (owner, property) in transaction.references(to: rows[0].entity)
      where property.isRequiredReference {
        guard let column = property.columnName.map(SQLName.quoted) else { continue }
        let isExclusive = owner.layout.relationship(property.index)?.inverse?.isToOne == true
        try connection.rows(
          """
          SELECT _pk, \(column) FROM \(SQLName.quoted(owner.layout.tableName)) \
          WHERE \(column) IN (SELECT value FROM json_each(?))
          """, [.keys(rows.map(\.key))]
        ) { row in
          found.append(
            MergeRequirement(
              source: RecordName(ofRow: row.int64(), owner.layout),
              relationship: "\(owner.layout.entityName).\(property.name)",
              target: RecordName(ofRow: row.int64(), rows[0].entity.layout),
              isExclusive: isExclusive))
        }
      }
    }
    return found
  }
}
