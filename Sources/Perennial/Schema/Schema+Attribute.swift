extension Schema {
  /// A property whose value is stored in the object's row.
  ///
  /// An attribute is a description: it is configured while a schema is built and not changed
  /// afterwards.
  // Sendable: mutated only by the code that builds a schema, before a container receives the
  // schema.
  public class Attribute: SchemaProperty, CustomDebugStringConvertible, @unchecked Sendable {
    /// The name of the Swift property.
    public var name: String
    /// The name that the property had in an earlier version of the schema; the same as ``name``
    /// unless it was renamed.
    public var originalName: String
    /// The options of `@Attribute`.
    public var options: [Option]
    /// The Swift type of the property's value.
    public var valueType: any Any.Type
    /// The default of the property in its declaration; nil if there is none.
    public var defaultValue: Any?
    /// A text that distinguishes versions of the attribute whose stored values mean something else.
    public var hashModifier: String?
    /// `true` if the value may be nil.
    public var isOptional: Bool

    /// Creates the attribute that `@Attribute` declares. `@Model` fills in the property's name and
    /// type.
    public init(_ options: Option..., originalName: String? = nil, hashModifier: String? = nil) {
      name = ""
      self.originalName = originalName ?? ""
      self.options = options
      valueType = Any.self
      defaultValue = nil
      self.hashModifier = hashModifier
      isOptional = false
    }

    /// Creates an attribute by itself, for a schema that is built without models.
    public required init(
      name: String,
      originalName: String? = nil,
      options: [Option] = [],
      valueType: any Any.Type,
      defaultValue: Any? = nil,
      hashModifier: String? = nil
    ) {
      self.name = name
      self.originalName = originalName ?? name
      self.options = options
      self.valueType = valueType
      self.defaultValue = defaultValue
      self.hashModifier = hashModifier
      isOptional = valueType is any OptionalValue.Type
    }

    /// `true`.
    public var isAttribute: Bool { true }
    /// `false`.
    public var isRelationship: Bool { false }
    /// `true` with the option `.ephemeral`: the property is observed, and not stored.
    public var isTransient: Bool { options.contains(.ephemeral) }
    /// `true` with the option `.unique`.
    public var isUnique: Bool { options.contains(.unique) }
    /// `true` with an option `.transformable(by:)`.
    public var isTransformable: Bool { options.contains { $0.kind == .transformable } }
    /// `true` with the option `.codable`.
    public var isCodable: Bool { options.contains(.codable) }

    // MARK: Codable

    private enum CodingKeys: String, CodingKey {
      case name, originalName, options, valueType, hashModifier, isOptional
    }

    /// Reads a description without its Swift types. `valueType` is `Any` and there is no default
    /// value, because types and values of the program are not part of an encoded schema.
    public required init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      name = try values.decode(String.self, forKey: .name)
      originalName = try values.decode(String.self, forKey: .originalName)
      options = try values.decode([Option].self, forKey: .options)
      hashModifier = try values.decodeIfPresent(String.self, forKey: .hashModifier)
      isOptional = try values.decode(Bool.self, forKey: .isOptional)
      valueType = Any.self
      defaultValue = nil
    }

    public func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: CodingKeys.self)
      try values.encode(name, forKey: .name)
      try values.encode(originalName, forKey: .originalName)
      try values.encode(options, forKey: .options)
      try values.encode(String(describing: valueType), forKey: .valueType)
      try values.encodeIfPresent(hashModifier, forKey: .hashModifier)
      try values.encode(isOptional, forKey: .isOptional)
    }

    // MARK: Hashable

    /// Returns `true` if both attributes have the same names, options and type.
    public static func == (lhs: Attribute, rhs: Attribute) -> Bool {
      lhs.name == rhs.name && lhs.originalName == rhs.originalName && lhs.options == rhs.options
        && lhs.hashModifier == rhs.hashModifier && lhs.isOptional == rhs.isOptional
        && ObjectIdentifier(lhs.valueType) == ObjectIdentifier(rhs.valueType)
        && lhs.parts == rhs.parts
    }

    /// The parts of a composite attribute, which `==` compares.
    var parts: [Attribute] { [] }

    public func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(originalName)
    }

    public var debugDescription: String {
      let list = options.map(\.debugDescription).joined(separator: ", ")
      return "Attribute(\(name): \(valueType)\(list.isEmpty ? "" : " [\(list)]"))"
    }
  }
}
