extension Schema {
  /// An attribute whose value is a `Codable` structure with attributes of its own.
  // Sendable: as its superclass.
  public final class CompositeAttribute: Attribute, @unchecked Sendable {
    /// The parts of the value, as far as they are known.
    public var properties: [Schema.Attribute] = []

    override var parts: [Schema.Attribute] { properties }

    /// Whether two attributes are equal, and their parts are, in order.
    public static func == (lhs: CompositeAttribute, rhs: CompositeAttribute) -> Bool {
      lhs as Attribute == rhs as Attribute
    }
  }
}
