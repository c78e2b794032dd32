import PerennialSQLite

// Stored values that the type of their property cannot represent.
//
// An optional property reads nil, and a property with a declared default reads the default. The object
// keeps the stored value (`ModelExtras.unrepresented`), so that every write of the row writes the stored
// value until the property is assigned. A property that is neither optional nor has a default cannot be
// read. Its object is left out of fetches and lists. Relationships still include the object, so that delete
// rules and inverses reach its row.

extension ObjectGraph {
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
          value: UnrepresentableValue(stored, of: property, in: table, rowID, failure.error),
          stored: stored, store: table.store, rowID: rowID, table: table.layout.tableName,
          column: property.columnName ?? property.name))
    }
  }

  /// Runs a block that may change whether an object is left out, and updates live results.
  @inline(__always)
  func noteTransition(of model: any PersistentModel, _ body: () throws -> Void) rethrows {
    let wasLeftOut = model._$header.pointee.state.contains(.leftOut)
    try body()
    let isLeftOut = model._$header.pointee.state.contains(.leftOut)
    guard wasLeftOut != isLeftOut, let feed else { return }
    if isLeftOut { feed.noteDeparture(of: model) } else { feed.noteArrival(of: model) }
  }

  private func noteLeavingOut() {
    for table in tables { table.mayLeaveOut = true }
  }
}

extension PropertyLayout {
  /// The value that a property reads in place of a stored one that its type cannot represent.
  enum Substitute {
    case absence
    case declaredDefault
  }

  /// The substitute of the property; nil if there is none.
  var substitute: Substitute? {
    if isOptional { return .absence }
    return defaultValue == nil ? nil : .declaredDefault
  }
}

extension PersistentModel {
  /// `true` if a stored value of the object cannot be represented and has no substitute.
  ///
  /// A stale object is read again first, because a remote change may have replaced the value.
  var isLeftOut: Bool {
    let header = _$header
    guard header.pointee.state.contains(.leftOut) else { return false }
    if header.pointee.state.contains(.stale) { header.pointee.graph?.reload(self) }
    return header.pointee.state.contains(.leftOut)
  }

  /// Stores the value of a property that reads as its substitute.
  func setUnrepresented(_ value: SQLValue, _ index: Int) {
    let header = _$header
    extras(of: header).unrepresented = extras(of: header).unrepresented ?? [:]
    extras(of: header).unrepresented?[index] = value
    let layout = ModelLayout.of(model: self)
    if layout.properties[index].substitute == nil { header.pointee.state.insert(.leftOut) }
  }

  /// Discards the stored value of a property that is assigned. The next save replaces it.
  func forgetUnrepresented(_ index: Int) { forgetUnrepresented { $0 == index } }

  /// Discards the stored values of properties that are read again.
  func forgetUnrepresented(in mask: PropertyMask) {
    if _$header.pointee.extras?.unrepresented == nil { return }
    forgetUnrepresented { mask.contains(property: $0) }
  }

  private func forgetUnrepresented(_ isForgotten: (Int) -> Bool) {
    let header = _$header
    guard let extras = header.pointee.extras else { return }
    let rest = extras.unrepresented?.filter { !isForgotten($0.key) } ?? [:]
    extras.unrepresented = rest.isEmpty ? nil : rest
    let properties = ModelLayout.of(model: self).properties
    if !rest.keys.contains(where: { properties[$0].substitute == nil }) {
      header.pointee.state.remove(.leftOut)
    }
  }
}

extension SavePlan.Change {
  /// Binds the stored values of properties that read as their substitutes. They replace the values that the
  /// slots have bound.
  ///
  /// - Parameter first: The parameter of the first column in the mask.
  func bindUnrepresented(_ mask: PropertyMask, _ binder: inout _Storage.Binder, from first: Int32) {
    guard let values = header.pointee.extras?.unrepresented else { return }
    let next = binder.parameter
    var parameter = first
    for property in table.entity.columns where mask.contains(property: property.index) {
      if let value = values[property.index] {
        binder.parameter = parameter
        binder.bind(exactly: value)
      }
      parameter += 1
    }
    binder.parameter = next
  }
}
