extension Schema {
  /// One kind of object: its name and its properties.
  ///
  /// An entity is a description: it is configured while a schema is built and not changed
  /// afterwards.
  ///
  /// ```swift
  /// for entity in container.schema.entities {
  ///   print(entity.name, entity.storedProperties.map(\.name))
  /// }
  /// ```
  // Sendable: mutated only by the code that builds a schema, before a container receives the
  // schema.
  public final class Entity: Codable, Hashable, CustomDebugStringConvertible, @unchecked Sendable {
    /// The name of the entity.
    public var name: String
    /// The entities that inherit from this one directly.
    public var subentities: Set<Entity>
    /// The name of the entity that this one inherits from; nil if there is none.
    public var superentityName: String?
    /// The entity that this one inherits from. The reference is weak, because a schema retains its
    /// entities, and a superentity its subentities.
    public weak var superentity: Entity?
    /// The properties that the entity itself declares, in order.
    public var storedProperties: [any SchemaProperty]
    /// The properties that the entity inherits.
    public var inheritedProperties: [any SchemaProperty] = []
    /// The uniqueness constraints. Each lists the names of the properties whose values, taken
    /// together, are unique.
    public var uniquenessConstraints: [[String]] = []
    /// The indices. Each lists its kind, `"binary"` or `"rtree"`, and the names of its properties.
    public var indices: [[String]] = []
    /// The `ModelLayout` that the entity was made from; nil for a description by itself. Layouts are of a
    /// higher layer.
    let origin: AnyObject?

    init(
      _ name: String, subentities: [Entity], properties: [any SchemaProperty],
      origin: AnyObject? = nil
    ) {
      self.name = name
      self.subentities = Set(subentities)
      storedProperties = properties
      self.origin = origin
    }

    /// Creates an entity without properties.
    public convenience init(_ name: String) {
      self.init(name, subentities: [], properties: [])
    }

    /// Creates an entity with its properties.
    public convenience init(_ name: String, properties: any SchemaProperty...) {
      self.init(name, subentities: [], properties: properties)
    }

    /// Creates an entity with its properties and the entities that inherit from it.
    public convenience init(
      _ name: String, subentities: Entity..., properties: any SchemaProperty...
    ) {
      self.init(name, subentities: subentities, properties: properties)
      for subentity in subentities { subentity.inherit(from: self) }
    }

    private func inherit(from entity: Entity) {
      superentity = entity
      superentityName = entity.name
      inheritedProperties = entity.properties
      for subentity in subentities { subentity.inherit(from: self) }
    }

    /// All properties, inherited ones first.
    public var properties: [any SchemaProperty] { inheritedProperties + storedProperties }
    /// The attributes, including inherited ones.
    public var attributes: Set<Attribute> { Set(properties.compactMap { $0 as? Attribute }) }
    /// The relationships, including inherited ones.
    public var relationships: Set<Relationship> {
      Set(properties.compactMap { $0 as? Relationship })
    }
    /// The attributes, including inherited ones, by name.
    public var attributesByName: [String: Attribute] { Self.byName(attributes) }
    /// The relationships, including inherited ones, by name.
    public var relationshipsByName: [String: Relationship] { Self.byName(relationships) }
    /// The properties that the entity itself declares, by name.
    public var storedPropertiesByName: [String: any SchemaProperty] {
      Dictionary(first: storedProperties.map { ($0.name, $0) })
    }
    /// The properties that the entity inherits, by name.
    public var inheritedPropertiesByName: [String: any SchemaProperty] {
      Dictionary(first: inheritedProperties.map { ($0.name, $0) })
    }

    private static func byName<P: SchemaProperty>(_ properties: Set<P>) -> [String: P] {
      Dictionary(first: properties.map { ($0.name, $0) })
    }

    // MARK: Codable

    private enum CodingKeys: String, CodingKey {
      case name, superentityName, attributes, relationships, uniquenessConstraints, indices
      case inheritedAttributes, inheritedRelationships
    }

    private static func split(
      _ properties: [any SchemaProperty]
    ) -> (attributes: [Attribute], relationships: [Relationship]) {
      (
        properties.compactMap { $0 as? Attribute }.sorted { $0.name < $1.name },
        properties.compactMap { $0 as? Relationship }.sorted { $0.name < $1.name }
      )
    }

    public convenience init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      let attributes = try values.decode([Described].self, forKey: .attributes).map(\.attribute)
      let relationships = try values.decode([Relationship].self, forKey: .relationships)
      self.init(
        try values.decode(String.self, forKey: .name), subentities: [],
        properties: attributes + relationships)
      superentityName = try values.decodeIfPresent(String.self, forKey: .superentityName)
      inheritedProperties =
        try values.decodeIfPresent([Described].self, forKey: .inheritedAttributes)?
        .map(\.attribute) ?? []
      inheritedProperties +=
        try values.decodeIfPresent([Relationship].self, forKey: .inheritedRelationships) ?? []
      uniquenessConstraints = try values.decode([[String]].self, forKey: .uniquenessConstraints)
      indices = try values.decode([[String]].self, forKey: .indices)
    }

    public func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: CodingKeys.self)
      try values.encode(name, forKey: .name)
      try values.encodeIfPresent(superentityName, forKey: .superentityName)
      let stored = Self.split(storedProperties)
      try values.encode(stored.attributes, forKey: .attributes)
      try values.encode(stored.relationships, forKey: .relationships)
      if !inheritedProperties.isEmpty {
        let inherited = Self.split(inheritedProperties)
        try values.encode(inherited.attributes, forKey: .inheritedAttributes)
        try values.encode(inherited.relationships, forKey: .inheritedRelationships)
      }
      try values.encode(uniquenessConstraints, forKey: .uniquenessConstraints)
      try values.encode(indices, forKey: .indices)
    }

    // MARK: Hashable

    /// Returns `true` if both entities describe the same objects.
    public static func == (lhs: Entity, rhs: Entity) -> Bool {
      lhs.name == rhs.name && lhs.superentityName == rhs.superentityName
        && lhs.attributes == rhs.attributes && lhs.relationships == rhs.relationships
        && lhs.uniquenessConstraints == rhs.uniquenessConstraints && lhs.indices == rhs.indices
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(name) }

    public var debugDescription: String {
      "Entity(\(name): \(properties.map(\.name).joined(separator: ", ")))"
    }
  }
}

extension Schema.Entity {
  /// Connects entities with the entities that inherit from them.
  static func connect(_ entities: [Schema.Entity]) {
    let byName = Dictionary(first: entities.map { ($0.name, $0) })
    for entity in entities {
      guard let name = entity.superentityName, let superentity = byName[name] else { continue }
      entity.superentity = superentity
      superentity.subentities.insert(entity)
    }
  }
}
