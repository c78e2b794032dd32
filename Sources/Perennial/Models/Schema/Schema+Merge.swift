extension Schema {
  /// A rule by which sync merges the changes that two devices have made to one object.
  public enum MergeRule: String, Codable, Hashable, Sendable {
    /// Each field has the value of its latest write. Changes of different fields both stay.
    case byField
    /// All fields have the values of one device: those of the latest write to any field.
    case byRecord
  }

  /// The merge rule of a model, as `#Merge` declares it.
  public final class Merge<T: PersistentModel>: SchemaProperty, CustomDebugStringConvertible,
    ModelMergeRule
  {
    /// The rule.
    public let rule: MergeRule
    /// A fixed name: the rule belongs to no single property.
    public var name = "Schema.Merge"
    /// A fixed name: the rule belongs to no single property.
    public var originalName = "Schema.Merge"
    /// The class that has the rule.
    public var valueType: any Any.Type = T.self

    /// Creates the declaration of a rule.
    public init(_ rule: MergeRule) {
      self.rule = rule
    }

    /// `false`.
    public var isUnique: Bool { false }

    /// The keys of the encoded form.
    public enum CodingKeys: String, CodingKey { case rule }

    /// Reads the rule.
    public required init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      rule = try values.decode(MergeRule.self, forKey: .rule)
    }

    public func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: CodingKeys.self)
      try values.encode(rule, forKey: .rule)
    }

    /// Returns `true` if both declare the same rule.
    public static func == (lhs: Merge, rhs: Merge) -> Bool { lhs.rule == rhs.rule }
    public func hash(into hasher: inout Hasher) { hasher.combine(rule) }
    public var debugDescription: String { "Merge(\(rule.rawValue))" }
  }
}

/// A declaration that belongs to a model and not to one of its properties.
protocol ModelDeclaration {}

/// The rule that an entity's layout reads from `#Merge`, for any model.
protocol ModelMergeRule: ModelDeclaration {
  var rule: Schema.MergeRule { get }
}
