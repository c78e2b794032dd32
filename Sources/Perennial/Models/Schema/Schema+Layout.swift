// The descriptions of a model's entity and properties, from its layout.

extension Schema.Entity {
  /// The layout that the entity was made from; nil for a description by itself.
  package var layout: ModelLayout? { origin as? ModelLayout }

  /// The model that the entity was made from; nil for a description without a class.
  package var type: (any PersistentModel.Type)? {
    layout.flatMap { $0.isDescribed ? nil : $0.type }
  }

  /// Creates the entity of a layout.
  convenience init(of layout: ModelLayout) {
    func describe(_ property: PropertyLayout) -> any SchemaProperty {
      if property.isRelationship { return Schema.Relationship(property, layout) }
      return Schema.Attribute.describing(property)
    }
    self.init(
      layout.entityName, subentities: [], properties: layout.ownProperties.map(describe),
      origin: layout)
    superentityName = layout.superlayout?.entityName
    inheritedProperties = layout.superlayout?.properties.map(describe) ?? []
    uniquenessConstraints = layout.uniquenessConstraints.map { $0.map(\.name) }
    indices = layout.indices.map(\.description)
  }
}

extension Schema.Attribute {
  /// Returns the attribute that describes a property. A `Codable` structure is a composite
  /// attribute, unless it is declared to be one value. Any other value is a plain attribute.
  static func describing(_ property: PropertyLayout) -> Schema.Attribute {
    let given = property.attribute
    func make<A: Schema.Attribute>(_ type: A.Type) -> A {
      type.init(
        name: property.name, originalName: property.originalName, options: given?.options ?? [],
        valueType: property.valueType, defaultValue: property.defaultValue,
        hashModifier: given?.hashModifier)
    }
    guard property.isJSON, given?.isCodable != true,
      let parts = Schema.CompositeAttribute.parts(of: property.valueType)
    else { return make(Schema.Attribute.self) }
    let composite = make(Schema.CompositeAttribute.self)
    composite.properties = parts
    return composite
  }
}

extension Schema.Relationship {
  convenience init(_ property: PropertyLayout, _ layout: ModelLayout) {
    let given = property.relationship
    self.init(
      deleteRule: property.deleteRule,
      minimumModelCount: given?.minimumModelCount ?? 0,
      maximumModelCount: given?.maximumModelCount ?? 0,
      originalName: property.originalName, inverse: given?.inverseKeyPath,
      hashModifier: given?.hashModifier)
    let resolved = layout.relationship(property.index)
    name = property.name
    options = given?.options ?? []
    valueType = property.valueType
    keypath = layout.isDescribed ? nil : property.keyPath
    destination = resolved?.destination.entityName ?? ""
    let inverse = resolved?.inverse ?? resolved?.sharedInverse
    inverseName = inverse?.name
    inverseKeyPath = layout.isDescribed ? nil : inverse?.keyPath
    isToOneRelationship = property.isToOne
  }
}
