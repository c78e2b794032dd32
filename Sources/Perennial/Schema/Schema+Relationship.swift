extension Schema {
  /// A property whose value is another model or several of them.
  ///
  /// A relationship is a description: it is configured while a schema is built and not changed
  /// afterwards.
  // Sendable: mutated only by the code that builds a schema, before a container receives the
  // schema.
  public final class Relationship: SchemaProperty, CustomDebugStringConvertible, @unchecked Sendable
  {
    /// The effect of an object's deletion on the related objects.
    public enum DeleteRule: String, Codable, Sendable {
      /// No effect. A reference to a deleted row reads as nil.
      case noAction
      /// Keeps the related objects and removes their references to the deleted object.
      case nullify
      /// Deletes the related objects too.
      case cascade
      /// Prevents the deletion: `save` throws an error while there are related objects.
      case deny
    }

    /// An option of `@Relationship`.
    public struct Option: Codable, Hashable, CustomDebugStringConvertible, Sendable {
      let name: String
      /// Makes references unique: no two objects of the entity reference the same object.
      public static var unique: Option { Option(name: "unique") }
      public var debugDescription: String { name }
    }

    /// The name of the Swift property.
    public var name = ""
    /// The name that the property had in an earlier version of the schema; the same as ``name``
    /// unless it was renamed.
    public var originalName: String
    /// The options of `@Relationship`.
    public var options: [Option]
    /// The Swift type of the property: a model, an optional model, or an array of models.
    public var valueType: any Any.Type = Any.self
    /// The key path of the property; nil in a schema without models.
    public var keypath: AnyKeyPath?
    /// The name of the entity at the other end.
    public var destination = ""
    /// The effect of the object's deletion on the related objects.
    public var deleteRule: DeleteRule
    /// The name of the inverse relationship of the destination; nil if there is none.
    public var inverseName: String?
    /// The key path of the inverse relationship; nil if there is none, or if the schema has no
    /// models.
    public var inverseKeyPath: AnyKeyPath?
    /// The least number of related objects that `save` accepts. If it is nil or 0, the relationship
    /// may be empty.
    public var minimumModelCount: Int?
    /// The greatest number of related objects that `save` accepts. If it is nil or 0, there is no
    /// limit.
    public var maximumModelCount: Int?
    /// A text that distinguishes versions of the relationship whose references mean something else.
    public var hashModifier: String?
    /// `true` if the value is one model, and `false` if it is an array.
    public internal(set) var isToOneRelationship = false

    /// Creates the relationship that `@Relationship` declares. `@Model` fills in the property's
    /// name and type.
    public init(
      _ options: Option...,
      deleteRule: DeleteRule = .nullify,
      minimumModelCount: Int? = 0,
      maximumModelCount: Int? = 0,
      originalName: String? = nil,
      inverse: AnyKeyPath? = nil,
      hashModifier: String? = nil
    ) {
      self.options = options
      self.deleteRule = deleteRule
      self.minimumModelCount = minimumModelCount
      self.maximumModelCount = maximumModelCount
      self.originalName = originalName ?? ""
      inverseKeyPath = inverse
      self.hashModifier = hashModifier
    }

    /// `false`.
    public var isAttribute: Bool { false }
    /// `true`.
    public var isRelationship: Bool { true }
    /// `false`.
    public var isTransient: Bool { false }
    /// `true` with the option `.unique`.
    public var isUnique: Bool { options.contains(.unique) }

    // MARK: Codable

    private enum CodingKeys: String, CodingKey {
      case name, originalName, options, destination, deleteRule, inverseName
      case minimumModelCount, maximumModelCount, hashModifier, isToOneRelationship
    }

    /// Reads a description without its Swift types and key paths, which are not part of an
    /// encoded schema.
    public required init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      name = try values.decode(String.self, forKey: .name)
      originalName = try values.decode(String.self, forKey: .originalName)
      options = try values.decode([Option].self, forKey: .options)
      destination = try values.decode(String.self, forKey: .destination)
      deleteRule = try values.decode(DeleteRule.self, forKey: .deleteRule)
      inverseName = try values.decodeIfPresent(String.self, forKey: .inverseName)
      minimumModelCount = try values.decodeIfPresent(Int.self, forKey: .minimumModelCount)
      maximumModelCount = try values.decodeIfPresent(Int.self, forKey: .maximumModelCount)
      hashModifier = try values.decodeIfPresent(String.self, forKey: .hashModifier)
      isToOneRelationship = try values.decode(Bool.self, forKey: .isToOneRelationship)
    }

    public func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: CodingKeys.self)
      try values.encode(name, forKey: .name)
      try values.encode(originalName, forKey: .originalName)
      try values.encode(options, forKey: .options)
      try values.encode(destination, forKey: .destination)
      try values.encode(deleteRule, forKey: .deleteRule)
      try values.encodeIfPresent(inverseName, forKey: .inverseName)
      try values.encodeIfPresent(minimumModelCount, forKey: .minimumModelCount)
      try values.encodeIfPresent(maximumModelCount, forKey: .maximumModelCount)
      try values.encodeIfPresent(hashModifier, forKey: .hashModifier)
      try values.encode(isToOneRelationship, forKey: .isToOneRelationship)
    }

    // MARK: Hashable

    /// Returns `true` if both relationships have the same name, destination, inverse and rules.
    public static func == (lhs: Relationship, rhs: Relationship) -> Bool {
      lhs.name == rhs.name && lhs.originalName == rhs.originalName && lhs.options == rhs.options
        && lhs.destination == rhs.destination && lhs.deleteRule == rhs.deleteRule
        && lhs.inverseName == rhs.inverseName && lhs.hashModifier == rhs.hashModifier
        && lhs.minimumModelCount == rhs.minimumModelCount
        && lhs.maximumModelCount == rhs.maximumModelCount
        && lhs.isToOneRelationship == rhs.isToOneRelationship
    }

    public func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(destination)
    }

    public var debugDescription: String {
      let arrow = isToOneRelationship ? "→" : "↠"
      let inverse = inverseName.map { " inverse \($0)" } ?? ""
      return "Relationship(\(name) \(arrow) \(destination)\(inverse), \(deleteRule.rawValue))"
    }
  }
}
