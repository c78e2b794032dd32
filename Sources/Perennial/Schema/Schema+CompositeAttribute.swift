extension Schema {
  /// An attribute whose value is a `Codable` structure with attributes of its own.
  // Sendable: mutated only by the code that builds a schema, like its superclass.
  public final class CompositeAttribute: Attribute, @unchecked Sendable {
    /// The parts of the value: the stored properties of its structure. Programs that are built
    /// without reflection, and programs on Apple's platforms, do not know the parts.
    public var properties: [Schema.Attribute] = []

    /// Creates a composite attribute by itself, without parts.
    public required init(
      name: String,
      originalName: String? = nil,
      options: [Option] = [],
      valueType: any Any.Type,
      defaultValue: Any? = nil,
      hashModifier: String? = nil
    ) {
      super.init(
        name: name, originalName: originalName, options: options, valueType: valueType,
        defaultValue: defaultValue, hashModifier: hashModifier)
    }

    override var parts: [Schema.Attribute] { properties }

    /// Returns `true` if two attributes are equal, and their parts are equal, in order.
    public static func == (lhs: CompositeAttribute, rhs: CompositeAttribute) -> Bool {
      lhs as Attribute == rhs as Attribute
    }

    // MARK: Codable

    private enum CodingKeys: String, CodingKey { case properties }

    public required init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      properties = try values.decode([Schema.Described].self, forKey: .properties).map(\.attribute)
      try super.init(from: decoder)
    }

    public override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var values = encoder.container(keyedBy: CodingKeys.self)
      try values.encode(properties, forKey: .properties)
    }
  }

  /// An attribute that is read from an encoded schema: a composite one if it has parts.
  struct Described: Decodable {
    let attribute: Attribute

    private enum CodingKeys: String, CodingKey { case properties }

    init(from decoder: any Decoder) throws {
      let isComposite = try decoder.container(keyedBy: CodingKeys.self).contains(.properties)
      attribute = try isComposite ? CompositeAttribute(from: decoder) : Attribute(from: decoder)
    }
  }
}
