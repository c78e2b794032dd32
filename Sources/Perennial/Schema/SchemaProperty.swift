/// A property of an entity: an attribute, a relationship, or a constraint over several properties.
public protocol SchemaProperty: Codable, Hashable {
  /// The name of the Swift property.
  var name: String { get set }
  /// The name that the property had in an earlier version of the schema; the same as ``name``
  /// unless it was renamed.
  var originalName: String { get set }
  /// The Swift type of the property's value.
  var valueType: any Any.Type { get set }
  /// `true` for an attribute.
  var isAttribute: Bool { get }
  /// `true` for a relationship.
  var isRelationship: Bool { get }
  /// `true` if the property is not stored.
  var isTransient: Bool { get }
  /// `true` if the value may be nil.
  var isOptional: Bool { get }
  /// `true` if no two objects of the entity may have the same value.
  var isUnique: Bool { get }
}

extension SchemaProperty {
  /// `false` by default.
  public var isAttribute: Bool { false }
  /// `false` by default.
  public var isRelationship: Bool { false }
  /// `false` by default.
  public var isTransient: Bool { false }
  /// `true` if the type of the value is an `Optional`.
  public var isOptional: Bool { valueType is any OptionalValue.Type }
}

/// An `Optional` of any wrapped type.
protocol OptionalValue {
  static var wrappedType: any Any.Type { get }
  /// The wrapped value, or nil.
  var unwrapped: Any? { get }
}

extension Optional: OptionalValue {
  static var wrappedType: any Any.Type { Wrapped.self }
  var unwrapped: Any? { self }
}

extension OptionalValue {
  var isNil: Bool { unwrapped == nil }
}
