import Foundation

// The comparison of stored values, for conflicts and for the snapshots of custom stores.

extension StoreEntity {
  /// Returns the values of a row's properties in the form that the slots of an object encode; nil if there
  /// is no such row.
  func storedValues(
    _ rowID: Int64, _ mask: PropertyMask, on connection: Connection
  ) throws -> [Int: SQLValue]? {
    // The values follow the key, and in a hierarchy also the entity's name.
    let first = family == nil ? 1 : 2
    return try connection.first(selectByKeySQL, [.integer(rowID)]) { row in
      var values: [Int: SQLValue] = [:]
      for (offset, property) in columns.enumerated()
      where property.columnName != nil && mask.contains(property: property.index) {
        row.column = Int32(first + offset)
        values[property.index] = layout.storedValue(of: property, from: &row)
      }
      return values
    }
  }

  /// Returns `true` if two encoded values of a property are equal.
  package func areSame(
    _ first: SQLValue, _ second: SQLValue, of property: PropertyLayout, on connection: Connection
  ) throws -> Bool {
    if first == second { return true }
    if property.isExternal {
      // Equal values may be stored in the row and in a file.
      guard case .blob(let first) = first, case .blob(let second) = second else { return false }
      // Values that cannot be read are not equal.
      let bytes = [first, second].map { column in
        column.withUnsafeBytes { ExternalColumn.value($0, of: connection.handle) }
      }
      return bytes[0] != nil && bytes[0] == bytes[1]
    }
    // The order of a set's elements in JSON has no meaning.
    guard property.isJSON, let first = try program(first, property, on: connection),
      let second = try program(second, property, on: connection)
    else { return false }
    func open<Value: Equatable>(_ value: Value) -> Bool { second as? Value == value }
    guard let first = first as? any Equatable else { return false }
    return open(first)
  }

  /// Returns the value of an attribute in the form in which a program reads it.
  func program(
    _ value: SQLValue?, _ property: PropertyLayout, on connection: Connection
  ) throws -> (any Sendable)? {
    guard let value, value != .null else { return nil }
    let found = try connection.first("SELECT ?", [value]) { row in
      // A value that cannot be read any more must not prevent the report of the conflict.
      try? layout.value(of: property, from: &row)
    }
    guard let found else { return nil }
    if let optional = found as? any OptionalValue {
      guard let unwrapped = optional.unwrapped else { return nil }
      return unsafeBitCast(unwrapped as Any, to: (any Sendable).self)
    }
    // `Sendable` has no runtime representation: the two existentials have the same layout.
    return unsafeBitCast(found as Any, to: (any Sendable).self)
  }
}

extension ModelLayout {
  /// Returns the value of a column in the form that the slot of an object encodes.
  fileprivate func storedValue(of property: PropertyLayout, from row: inout _Storage.Row)
    -> SQLValue
  {
    let column = row.column
    func read<S: _Storage.Slot>(_ slot: S.Type) throws -> SQLValue { try S(&row)._sqlValue.value }
    let value = Result { try _openExistential(property.slot, do: read) }
    if row.failure == nil, case .success(let value) = value { return value }
    // The value isn't of the property's type, or cannot be encoded again: return the raw value.
    row.failure = nil
    row.column = column
    return row.value()
  }
}
