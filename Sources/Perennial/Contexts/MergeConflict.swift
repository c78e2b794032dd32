import Foundation

/// Where a save found that somebody else had written to the same object.
///
/// ``SwiftDataError/conflicts`` lists them.
// Sendable: constants. The values are attributes' own, made from what the store has for this
// conflict alone, and nobody else has them.
public struct MergeConflict: @unchecked Sendable {
  public enum Kind: String, Sendable {
    /// A property was changed here and elsewhere.
    case changedInBoth
    /// An object was changed here and deleted elsewhere.
    case deletedInStore
    /// An object was deleted here and changed elsewhere: one conflict for each property.
    case deletedInContext
    /// A new object has a unique value that another row has already: one conflict for each property
    /// that differs, and for those that are unique.
    case uniqueValueTaken
  }

  public let kind: Kind
  /// The object; the row, if a unique value was taken.
  public let identifier: PersistentIdentifier
  /// The name of the property; nil if the conflict is about the object as a whole.
  public let propertyName: String?
  /// The value that this context began from. References are `PersistentIdentifier`s. Nil for nil,
  /// and for a value beside the store whose file has gone: another save has put a new one in its
  /// place.
  public let snapshotValue: (any Sendable)?
  /// The value in this context.
  public let objectValue: (any Sendable)?
  /// The value in the store. Nil for nil, and for what is not a value of the property's type.
  public let storedValue: (any Sendable)?
}

/// A value that a save compares: as this context found it, as this context has it, as the store has
/// it.
struct ConflictingValues {
  var snapshot: SQLValue?
  var object: SQLValue?
  var stored: SQLValue?
}

extension MergeConflict {
  /// A conflict about a whole object.
  init(_ kind: Kind, _ identifier: PersistentIdentifier) {
    self.kind = kind
    self.identifier = identifier
    propertyName = nil
    snapshotValue = nil
    objectValue = nil
    storedValue = nil
  }

  /// A conflict about a property.
  init(
    _ kind: Kind, _ rowID: Int64, _ property: PropertyLayout, of table: GraphTable,
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

extension GraphTable {
  /// The values of a row's properties, in the form that the slots of an object would give them; nil
  /// if there is no such row.
  func storedValues(
    _ rowID: Int64, _ mask: PropertyMask, on connection: Connection
  ) throws -> [Int: SQLValue]? {
    var values: [Int: SQLValue]?
    // Behind the key, and before that the entity's name where rows may be of several classes.
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

  /// Whether two forms of a property's values are the same value.
  func areSame(
    _ first: SQLValue, _ second: SQLValue, _ property: PropertyLayout, on connection: Connection
  ) throws -> Bool {
    if first == second { return true }
    if property.isExternal {
      // The same value may be in the row and in a file.
      guard case .blob(let first) = first, case .blob(let second) = second else { return false }
      // What is not to be had is no value that both have.
      let bytes = [first, second].map { column in
        column.withUnsafeBytes { ExternalColumn.value($0, of: connection.handle) }
      }
      return bytes[0] != nil && bytes[0] == bytes[1]
    }
    // The order of a set's elements in JSON means nothing.
    guard property.isJSON, let first = try program(first, property, on: connection),
      let second = try program(second, property, on: connection)
    else { return false }
    func open<Value: Equatable>(_ value: Value) -> Bool { second as? Value == value }
    guard let first = first as? any Equatable else { return false }
    return open(first)
  }

  /// A value as a program sees it.
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
      // What is not to be had any more does not keep the conflict from being told.
      found = try? layout.value(of: property, from: &row)
    }
    guard let found else { return nil }
    if let optional = found as? any OptionalValue {
      guard let unwrapped = optional.unwrapped else { return nil }
      return unsafeBitCast(unwrapped as Any, to: (any Sendable).self)
    }
    // `Sendable` has no runtime representation: the two existentials have one form.
    return unsafeBitCast(found as Any, to: (any Sendable).self)
  }
}

extension ModelLayout {
  /// The value of a column, in the form that the slot of an object gives it.
  fileprivate func storedValue(of property: PropertyLayout, from row: inout _Row) -> SQLValue {
    let column = row.column
    func read<S: _Slot>(_ slot: S.Type) throws -> SQLValue { try S(&row)._sqlValue.value }
    let value = Result { try _openExistential(type._$slots[property.index], do: read) }
    if row.failure == nil, case .success(let value) = value { return value }
    // None of the property's type, or one that cannot be written again: then it is what it is.
    row.failure = nil
    row.column = column
    return row.value()
  }
}
