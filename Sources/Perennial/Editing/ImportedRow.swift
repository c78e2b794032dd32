/// A new row of an import: its key and all its values.
package struct ImportedRow {
  let containerEntity: ContainerEntity
  /// The key, which ``RowEditor/reserveKeys(_:)`` has reserved.
  package let key: Int64
  /// The values of the columns, in the order of ``StoreEntity/columns``. A value with external storage has the form of a
  /// value in its row.
  package let values: [SQLValue]
  /// The order keys of the references, in the order of ``StoreEntity/positions``; 0 for an empty reference.
  package let orderKeys: [Int64]

  package init(
    _ containerEntity: ContainerEntity, key: Int64, values: [SQLValue], orderKeys: [Int64]
  ) {
    (self.containerEntity, self.key) = (containerEntity, key)
    (self.values, self.orderKeys) = (values, orderKeys)
  }

  /// Binds the row to the statement that inserts it.
  func bind(to binder: inout _Storage.Binder) {
    binder.bind(key)
    for (property, value) in zip(entity.columns, values) { binder.bind(value, of: property) }
    for orderKey in orderKeys { binder.bind(orderKey) }
  }

  /// Returns the value of a property with a column.
  func value(of property: PropertyLayout) -> SQLValue {
    zip(entity.columns, values).first { $0.0 === property }?.1 ?? .null
  }
}

extension ImportedRow: RowGroups.NewRow {
  var entity: StoreEntity { containerEntity.table }
  var rowID: Int64 { key }
}

/// The reason why the store refuses a row of an import.
package struct RefusedRow: Error {
  /// The index of the row among those that were to be inserted.
  package let index: Int
  package let error: any Error
}
