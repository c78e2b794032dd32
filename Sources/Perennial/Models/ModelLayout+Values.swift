extension ModelLayout {
  /// Returns the value of an attribute in the current column of a row; nil for nil.
  ///
  /// - Throws: ``SwiftDataError/storeFailure`` if the column's value is not of the attribute's type, which
  ///   may have been another when the value was written; ``SwiftDataError/missingExternalFile``.
  func value(of property: PropertyLayout, from row: inout _Storage.Row) throws(SwiftDataError)
    -> Any?
  {
    func read<S: _Storage.Slot>(_ slot: S.Type) throws -> Any? { try S(&row)._constant() }
    let value: Any?
    do {
      value = try _openExistential(property.slot, do: read)
    } catch {
      throw .of(error, else: .storeFailure)
    }
    if let failure = row.failure { throw failure.error }
    return value
  }
}
