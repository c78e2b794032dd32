/// A property of an entity: an attribute, a relationship, or a constraint over several properties.
public protocol SchemaProperty: Codable, Hashable {
  /// The name of the Swift property.
  var name: String { get set }
  /// The name that the property had in an earlier version of the schema; the same as ``name``
  /// unless it was renamed.
  var originalName: String { get set }
  /// The Swift type of the property's value.
  var valueType: any Any.Type { get set }
  var isAttribute: Bool { get }
  var isRelationship: Bool { get }
  var isTransient: Bool { get }
  var isOptional: Bool { get }
  var isUnique: Bool { get }
}

extension SchemaProperty {
  public var isAttribute: Bool { false }
  public var isRelationship: Bool { false }
  public var isTransient: Bool { false }
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
