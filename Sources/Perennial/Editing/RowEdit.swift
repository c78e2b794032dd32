/// The values of some properties of a row.
package struct RowValues: Sendable {
  /// The column values, by property index. A value with external storage has the form of a value in its row.
  package var columns: [Int: SQLValue]
  /// The order keys beside the columns of to-one relationships, by property index. A reference without one is
  /// placed last.
  package var orderKeys: [Int: Int64]

  package init(columns: [Int: SQLValue] = [:], orderKeys: [Int: Int64] = [:]) {
    (self.columns, self.orderKeys) = (columns, orderKeys)
  }
}

/// An edit of rows: the values before it and after it, so that it can be reverted.
package struct RowEdit: Sendable {
  /// A row of an entity.
  package struct RowReference: Hashable, Sendable {
    package let entityName: String
    package let key: Int64
  }

  /// The order keys of a link at both ends.
  struct LinkOrderKeys: Sendable {
    let position: Int64
    let inversePosition: Int64
  }

  /// The changed values of rows that existed before.
  package internal(set) var updated: [(row: RowReference, before: RowValues, after: RowValues)] =
    []
  /// The new rows.
  package internal(set) var inserted: [(row: RowReference, after: RowValues)] = []
  /// The deleted rows.
  package internal(set) var deleted: [(row: RowReference, before: RowValues)] = []
  /// The deleted links of deleted rows.
  var unlinked: [Link: LinkOrderKeys] = [:]

  /// The number of links in join tables that the edit has deleted with their objects.
  package var unlinkedCount: Int { unlinked.count }

  /// `true` if the edit has changed nothing.
  package var isEmpty: Bool { updated.isEmpty && inserted.isEmpty && deleted.isEmpty }
}
