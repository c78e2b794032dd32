import Perennial

/// The contents of the class of a stored entity: the declarations that `@Model` would have generated.
final class StoredEntity: @unchecked Sendable {
  // Sendable: properties that are set after the initialiser are set before the entity is shared.

  let description: EntityDescription
  /// The rules of the entity's properties; nil if the file does not record them.
  let rules: [String: PropertyRule]?
  /// The cases of enumerations, by property name.
  let cases: [String: RecordedCases]
  let model: any StoredModel.Type
  private let ancestors: [StoredEntity]
  /// The properties that the entity itself declares.
  private(set) var ownProperties: [StoredProperty] = []
  /// The entities of the same store, by name.
  private var others: [String: StoredEntity] = [:]

  var name: String { description.name }
  /// The superentities, from the root of the hierarchy, followed by the entity itself.
  var lineage: [StoredEntity] { ancestors + [self] }
  /// The properties, beginning with those of the superentities.
  var properties: [StoredProperty] { lineage.flatMap(\.ownProperties) }

  init(
    _ description: EntityDescription, _ rules: [String: PropertyRule]?,
    _ cases: [String: RecordedCases],
    _ model: any StoredModel.Type,
    ancestors: [StoredEntity]
  ) {
    self.description = description
    self.rules = rules
    self.cases = cases
    self.model = model
    self.ancestors = ancestors
  }

  /// Creates the properties. Called when the classes of all entities exist, and the superentities have their
  /// properties.
  ///
  /// - Throws: `SwiftDataError.unsupportedFeature` if the destination of a relationship is missing.
  func connect(_ others: [String: StoredEntity]) throws {
    self.others = others
    let inherited = ancestors.reduce(0) { $0 + $1.ownProperties.count }
    ownProperties = try description.properties.enumerated().map { number, property in
      let destination = property.relationship.flatMap { others[$0.destination] }
      guard let slot = property.slot(leadingTo: destination?.model) else {
        throw SwiftDataError.unsupportedFeature.because(
          """
          \(name).\(property.name) references “\(property.relationship?.destination ?? "")”, which the store \
          does not have
          """)
      }
      func open<Owner: StoredModel, Slot: _Storage.Slot>(
        _ owner: Owner.Type, _ slot: Slot.Type
      ) -> StoredProperty {
        TypedStoredProperty<Owner, Slot>(property, index: inherited + number)
      }
      return open(model, slot)
    }
  }

  // MARK: Declarations that `@Model` generates

  var metadata: [Schema.PropertyMetadata] {
    let properties = ownProperties.map { property in
      Schema.PropertyMetadata(
        name: property.description.name, keypath: property.keyPath,
        metadata: metadata(of: property.description))
    }
    func open<Owner: StoredModel>(_ owner: Owner.Type) -> [Schema.PropertyMetadata] {
      constraints(owner)
    }
    return properties + open(model)
  }

  private func metadata(of property: PropertyDescription) -> any SchemaProperty {
    let rule = rules?[property.name]
    guard let relationship = property.relationship else {
      let attribute = Schema.Attribute(
        originalName: property.originalName, hashModifier: property.hashModifier)
      if property.value?.isSearched == true { attribute.options.append(.spotlight) }
      if rule?.isPreserved == true { attribute.options.append(.preserveValueOnDeletion) }
      attribute.stored = property.value
      attribute.storedCases = cases[property.name]?.known.map(\.value)
      return attribute
    }
    let inverse = relationship.inverse.flatMap { name in
      others[relationship.destination]?.ownProperties.first { $0.description.name == name }
    }
    return Schema.Relationship(
      deleteRule: rule?.deleteRule ?? .nullify, minimumModelCount: rule?.minimumModelCount ?? 0,
      maximumModelCount: rule?.maximumModelCount ?? 0, originalName: property.originalName,
      inverse: inverse?.keyPath,
      hashModifier: property.hashModifier)
  }

  private func constraints<Owner: StoredModel>(_ owner: Owner.Type) -> [Schema.PropertyMetadata] {
    func paths(_ names: [String]) -> [PartialKeyPath<Owner>] {
      names.compactMap { name in
        let property = properties.last { $0.description.name == name }
        return property?.keyPath(from: owner) as? PartialKeyPath<Owner>
      }
    }
    func metadata(_ name: String, _ property: any SchemaProperty) -> Schema.PropertyMetadata {
      Schema.PropertyMetadata(name: name, keypath: \Owner.persistentModelID, metadata: property)
    }
    return description.uniquenessConstraints.map {
      metadata("Schema.Unique", Schema.Unique<Owner>(paths($0)))
    } + description.indices.map { metadata("Schema.Index", Schema.Index<Owner>(paths($0))) }
  }

  var inheritedKeyPaths: [AnyKeyPath] {
    func open<Owner: StoredModel>(_ owner: Owner.Type) -> [AnyKeyPath] {
      ancestors.flatMap(\.ownProperties).map { $0.keyPath(from: owner) }
    }
    return open(model)
  }
}
