import PerennialSQLite

// Stored values that the type of their property cannot represent.
//
// An optional property reads nil, and a property with a declared default reads the default. The object
// keeps the stored value (`ModelExtras.unrepresented`), so that every write of the row writes the stored
// value until the property is assigned. A property that is neither optional nor has a default cannot be
// read. Its object is left out of fetches and lists. Relationships still include the object, so that delete
// rules and inverses reach its row.

extension StoreReader {
  /// Substitutes those values of an object that could not be decoded from its row, and reports them.
  ///
  /// - Throws: ``SwiftDataError/missingExternalFile``, ``SwiftDataError/unsupportedFeature`` for a value
  ///   whose transformer is not registered, and ``SwiftDataError/storeFailure`` for a column that does not
  ///   belong to an attribute.
  func substitute(
    in model: any PersistentModel, for row: inout _Storage.Row, _ table: EntityTable
  ) throws {
    let failures = row.failure?.all ?? []
    row.failure = nil
    let rowID = model._$header.pointee.rowID
    for failure in failures {
      let name = sqlite3_column_name(row.statement, failure.column).map { String(cString: $0) }
      let property = table.layout.properties.first { $0.columnName == name }
      // Any other error concerns the program or the external files, and not the value.
      guard let property, !property.isRelationship, failure.error == .storeFailure else {
        let place =
          "\(table.layout.entityName).\(property?.name ?? name ?? "?") of the row \(rowID)"
        throw failure.error.because(
          "\(place) cannot be read: \(failure.error.explanation)", [table.identifier(rowID)])
      }
      var cell = _Storage.Row(row.statement, column: failure.column)
      let stored = cell.value()
      switch property.substitute {
      case .absence: model.setNil(property)
      case .declaredDefault: model.setDefault(property)
      case .none: noteLeavingOut()
      }
      model.setUnrepresented(stored, property.index)
      coordinator.unrepresentable.note(
        UnrepresentableValues.Entry(
          value: UnrepresentableValue(
            stored, of: property, in: table.containerEntity, rowID: rowID, error: failure.error),
          stored: stored, store: table.store, rowID: rowID, table: table.layout.tableName,
          column: property.columnName ?? property.name))
    }
  }

  private func noteLeavingOut() {
    for table in graph.tables { table.mayLeaveOut = true }
  }

  /// Reads the stored values that are not cases of their types and cannot be represented.
  func unknownValues(_ checks: [CaseCheck]) throws -> UnknownValues {
    var unknown = UnknownValues()
    for check in checks {
      guard let number = coordinator.index(of: check.property.owner) else { continue }
      for table in [graph.tables[number]] + graph.tablesElsewhere(of: graph.tables[number])
      where graph.source(of: table) == nil {
        try connection(table.store).rows(check.query, isCounted: false) { row in
          let value = row.value()
          // A type may represent more than the cases that it lists.
          row.column = 0
          if !check.represents(&row) { unknown.add(value, of: check.property) }
        }
      }
    }
    return unknown
  }
}
