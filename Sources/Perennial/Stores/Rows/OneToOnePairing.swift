/// Updates the other side of one-to-one relationships. Such a relationship is a column on each side.
package struct OneToOnePairing {
  private let connection: Connection

  package init(on connection: Connection) { self.connection = connection }

  /// Makes two rows reference each other, after the column of the first one was written. Other rows that
  /// reference either of them lose their reference: another context may have written one in the meantime.
  ///
  /// - Parameters:
  ///   - relationship: The relationship of the first row.
  ///   - key: The key of the first row.
  ///   - layout: The entity of the first row.
  ///   - target: The key of the second row; nil if the first one references none.
  /// - Returns: The changes to other rows than the first one.
  package func pair(
    _ relationship: RelationshipLayout, of key: Int64, _ layout: ModelLayout, with target: Int64?
  ) throws -> ChangeSet {
    var changes = ChangeSet()
    let property = relationship.property
    guard let inverse = relationship.inverse, let here = property.columnName,
      let there = inverse.columnName
    else { return changes }
    let (own, other) = (SQLValue.integer(key), target.map(SQLValue.integer) ?? .null)
    let destination = relationship.destination
    func set(
      _ column: String, _ property: PropertyLayout, of layout: ModelLayout, to value: SQLValue,
      where condition: String, is wanted: SQLValue, except key: SQLValue = .null
    ) throws {
      let quoted = SQLName.quoted(column)
      let changed = try connection.integers(
        """
        UPDATE \(SQLName.quoted(layout.tableName)) SET \(quoted) = ?1 \
        WHERE \(SQLName.quoted(condition)) = ?2 AND _pk IS NOT ?3 AND \(quoted) IS NOT ?1 \
        RETURNING _pk
        """, [value, wanted, key])
      if changed.isEmpty { return }
      // Rows of a hierarchy may be of any class that has the property.
      changes.changes[property.ownerName, default: .init()].updated += changed.map {
        .init(rowID: $0, mask: property.mask)
      }
    }
    try set(there, inverse, of: destination, to: .null, where: there, is: own, except: other)
    if target == nil { return changes }
    try set(there, inverse, of: destination, to: own, where: SQLName.primaryKey, is: other)
    try set(here, property, of: layout, to: .null, where: here, is: other, except: own)
    return changes
  }
}
