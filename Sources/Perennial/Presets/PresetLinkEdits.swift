/// The links of presets, in join tables, that the user has inserted or deleted.
enum PresetLinkEdits {
  /// Returns the many-to-many relationships whose links the user has changed, by the key of the preset.
  ///
  /// A link that was deleted together with its target does not count as a change. Such a target has
  /// no row. It need not have a record of its deletion: if sync has undone the deletion of a preset
  /// without content, its catalog inserts the row at the next launch.
  ///
  /// - Parameter key: The key of one preset; nil for all presets of the table.
  static func all(
    of table: EntityTable, key: Int64? = nil, on connection: Connection
  ) throws -> [Int64: Set<String>] {
    var found: [Int64: Set<String>] = [:]
    for relationship in table.layout.relationships.values where relationship.isLeading {
      guard case .joinTable(let join) = relationship.storage else { continue }
      let condition = key == nil ? "< 0" : "= ?1"
      let destination = SQLName.quoted(relationship.destination.tableName)
      try connection.rows(
        """
        SELECT \(join.owner) FROM \(SQLName.quoted(join.name)) \
        WHERE \(SQLName.preset) IS NOT 1 AND \(join.owner) \(condition) \
        UNION SELECT \(join.owner) FROM \(PresetTables.unlinked) \
        WHERE links = \(SQLName.literal(join.name)) AND \(join.owner) \(condition) \
        AND \(PresetTables.isOffered) \
        AND EXISTS (SELECT 1 FROM \(destination) \
        WHERE _pk = \(PresetTables.unlinked).\(join.target))
        """, key.map { [.integer($0)] } ?? []
      ) { row in
        found[row.int64(), default: []].insert(relationship.property.name)
      }
    }
    return found
  }
}
