import Foundation

/// A captured value in SQL.
enum ConstantValue {
  /// Nil in Swift.
  case absent
  /// A NaN, which is not equal to any value, nor less, nor greater.
  case incomparable
  case value(SQLValue)

  /// Returns a value as the column of a form would hold it.
  static func encode(_ value: Any, as form: ValueForm) throws(Untranslatable) -> ConstantValue {
    if case .identity(_, let entities) = form {
      if let identifier = value as? PersistentIdentifier {
        return .key(of: identifier, in: entities)
      }
    } else if let (constant, ownForm) = encode(value) {
      if ownForm == form { return constant }
      if case .absent = constant { return constant }
    }
    if isNil(value) { return .absent }
    throw Untranslatable("a constant of type \(type(of: value))")
  }

  /// Returns a value in the form of its own type, or nil for a type that SQL does not compare.
  static func encode(_ value: Any) -> (constant: ConstantValue, form: ValueForm)? {
    if let form = ValueForm(type(of: value)), let value = value as? any _Storage.ColumnValue {
      return encode(value, form).map { ($0, form) }
    }
    if let optional = value as? any OptionalValue {
      guard let unwrapped = optional.unwrapped else { return (.absent, .json) }
      return encode(unwrapped)
    }
    guard let raw = value as? any RawRepresentable else { return nil }
    return encode(rawValue: raw).map { ($0, .rawValue) }
  }

  private static func encode(_ value: any _Storage.ColumnValue, _ form: ValueForm) -> ConstantValue?
  {
    if isNil(value) { return .absent }
    let stored = value._sqlValue.value
    switch stored {
    case .null: return .incomparable
    case .real(let number) where number.isNaN: return .incomparable
    default: break
    }
    // A relative URL equals only URLs that are relative to the same base.
    if form == .url, (value as? URL)?.baseURL != nil { return nil }
    return .value(stored)
  }

  private static func encode(rawValue value: some RawRepresentable) -> ConstantValue? {
    guard let raw = value.rawValue as? any _Storage.ColumnValue else { return nil }
    return encode(raw, .rawValue)
  }

  private static func isNil(_ value: Any) -> Bool {
    (value as? any OptionalValue)?.isNil == true
  }

  /// Returns the primary key of an identifier. For an identifier of another entity, it returns -1,
  /// which is not the key of any row, because keys are positive.
  private static func key(
    of identifier: PersistentIdentifier, in entities: [String]
  ) -> ConstantValue {
    guard entities.contains(identifier.entityName),
      let rowID = IdentifierMap.rowID(of: identifier)
    else {
      return .value(.integer(-1))
    }
    return .value(.integer(rowID))
  }
}
