import Foundation

/// A conflict between a change of a save and a remote change to the same object.
///
/// ``SwiftDataError/conflicts`` lists the conflicts of a save.
// Sendable: the properties are constants. The values are attribute values, which were decoded for this
// conflict alone and are not shared.
public struct MergeConflict: @unchecked Sendable {
  public enum Kind: String, Sendable {
    /// A property was changed in this context and elsewhere.
    case changedInBoth
    /// An object was changed in this context and deleted elsewhere.
    case deletedInStore
    /// An object was deleted in this context and changed elsewhere. There is one conflict for each changed
    /// property.
    case deletedInContext
    /// A new object has a unique value that another row has already. There is one conflict for each
    /// property that differs, and one for each unique property.
    case uniqueValueTaken
  }

  public let kind: Kind
  /// The identifier of the object; the identifier of the row if a unique value was taken.
  public let identifier: PersistentIdentifier
  /// The name of the property; nil if the conflict is about the object as a whole.
  public let propertyName: String?
  /// The value from which this context changed the property. References are `PersistentIdentifier`s.
  ///
  /// Nil if the value was nil, and for a value in an external file that no longer exists, because another
  /// save has replaced it.
  public let snapshotValue: (any Sendable)?
  /// The value in this context.
  public let objectValue: (any Sendable)?
  /// The value in the store. Nil if the value is nil or not a value of the property's type.
  public let storedValue: (any Sendable)?
}

/// A value that a save compares, in three versions: the original value of this context, its current value,
/// and the value in the store.
struct ConflictingValues {
  var snapshot: SQLValue?
  var object: SQLValue?
  var stored: SQLValue?
}

extension MergeConflict {
  /// Creates a conflict about a whole object.
  init(_ kind: Kind, _ identifier: PersistentIdentifier) {
    self.kind = kind
    self.identifier = identifier
    propertyName = nil
    snapshotValue = nil
    objectValue = nil
    storedValue = nil
  }

  /// Creates a conflict about a property.
  init(
    _ kind: Kind, _ rowID: Int64, _ property: PropertyLayout, of table: EntityTable,
    _ values: ConflictingValues, on connection: Connection
  ) throws {
    self.kind = kind
    identifier = table.identifier(rowID)
    propertyName = property.name
    snapshotValue = try table.program(values.snapshot, property, on: connection)
    objectValue = try table.program(values.object, property, on: connection)
    storedValue = try table.program(values.stored, property, on: connection)
  }
}

extension MergeConflict: CustomStringConvertible {
  public var description: String {
    let name = "\(identifier.entityName) \(identifier.rowID ?? 0)"
    func text(_ value: (any Sendable)?) -> String { value.map { "\($0)" } ?? "nil" }
    guard let propertyName else {
      return "\(name) was changed here and deleted elsewhere"
    }
    let property = "\(name).\(propertyName)"
    switch kind {
    case .deletedInStore: return "\(name) was changed here and deleted elsewhere"
    case .deletedInContext:
      return """
        \(name) was deleted here, and its \(propertyName) changed elsewhere from \
        \(text(snapshotValue)) to \(text(storedValue))
        """
    case .uniqueValueTaken:
      return """
        \(property) is \(text(objectValue)) in the new object and \(text(storedValue)) in the row \
        that has its unique value
        """
    case .changedInBoth:
      return """
        \(property) was \(text(snapshotValue)), is \(text(objectValue)) here and \
        \(text(storedValue)) in the store
        """
    }
  }
}

extension EntityTable {
  /// Returns the values of a row's properties in the form that the slots of an object encode; nil if there
  /// is no such row.
  func storedValues(
    _ rowID: Int64, _ mask: PropertyMask, on connection: Connection
  ) throws -> [Int: SQLValue]? {
    var values: [Int: SQLValue]?
    // The values follow the key, and in a hierarchy also the entity's name.
    let first = entity.family == nil ? 1 : 2
    try connection.rows(entity.selectByKeySQL, [.integer(rowID)]) { row in
      var found: [Int: SQLValue] = [:]
      for (offset, property) in entity.columns.enumerated()
      where property.columnName != nil && mask.contains(property: property.index) {
        row.column = Int32(first + offset)
        found[property.index] = layout.storedValue(of: property, from: &row)
      }
      values = found
    }
    return values
  }

  /// Returns `true` if two encoded values of a property are equal.
  func areSame(
    _ first: SQLValue, _ second: SQLValue, _ property: PropertyLayout, on connection: Connection
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

  /// Returns a value in the form in which a program reads it.
  fileprivate func program(
    _ value: SQLValue?, _ property: PropertyLayout, on connection: Connection
  ) throws -> (any Sendable)? {
    guard let value, value != .null else { return nil }
    if property.isToOne {
      guard case .integer(let rowID) = value else { return nil }
      return destinations[property.index]?.identifier(rowID)
    }
    var found: Any?
    try connection.rows("SELECT ?", [value]) { row in
      // A value that cannot be read any more must not prevent the report of the conflict.
      found = try? layout.value(of: property, from: &row)
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
    let value = Result { try _openExistential(type._$slots[property.index], do: read) }
    if row.failure == nil, case .success(let value) = value { return value }
    // The value isn't of the property's type, or cannot be encoded again: return the raw value.
    row.failure = nil
    row.column = column
    return row.value()
  }
}
