extension Schema {
  /// Uniqueness over one or several properties, as `#Unique` declares it.
  public final class Unique<T: PersistentModel>: SchemaProperty, CustomDebugStringConvertible,
    KeyPathConstraint
  {
    /// The constraints. Each lists the properties whose values, taken together, are unique.
    public let constraints: [[PartialKeyPath<T>]]
    /// A fixed name: the constraints belong to no single property.
    public var name = "Schema.Unique"
    /// A fixed name: the constraints belong to no single property.
    public var originalName = "Schema.Unique"
    /// The class that has the constraints.
    public var valueType: any Any.Type = T.self

    /// Creates constraints, each over the properties of one array.
    public init(_ constraints: [PartialKeyPath<T>]...) {
      self.constraints = constraints
    }

    /// `true`.
    public var isUnique: Bool { true }
    var uniqueKeyPaths: [[AnyKeyPath]] { constraints.filter { !$0.isEmpty } }
    var indexedKeyPaths: [(kind: IndexKind, keyPaths: [AnyKeyPath])] { [] }

    /// The keys of the encoded form.
    public enum CodingKeys: String, CodingKey { case constraints }

    /// Reads the constraints by the names of their properties.
    public required init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      constraints = try ModelLayout.keyPaths(
        named: values.decode([[String]].self, forKey: .constraints), codingPath: decoder.codingPath)
    }

    public func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: CodingKeys.self)
      try values.encode(ModelLayout.names(of: constraints), forKey: .constraints)
    }

    /// Returns `true` if both have the same constraints in the same order.
    public static func == (lhs: Unique, rhs: Unique) -> Bool { lhs.constraints == rhs.constraints }
    public func hash(into hasher: inout Hasher) { hasher.combine(constraints) }
    public var debugDescription: String { "Unique(\(ModelLayout.names(of: constraints)))" }
  }
}

/// The key paths that an entity's layout reads from `#Unique` and `#Index`, for any model.
protocol KeyPathConstraint: ModelDeclaration {
  var uniqueKeyPaths: [[AnyKeyPath]] { get }
  var indexedKeyPaths: [(kind: IndexKind, keyPaths: [AnyKeyPath])] { get }
}
