import PerennialAppleStores

// Short forms of the parts of a model, for the stores that tests write.

extension StoredModel.Attribute {
  init(
    _ name: String, _ type: StoredModel.AttributeType, isOptional: Bool = true,
    former: String? = nil, elements: [StoredModel.Attribute] = [], cases: [String]? = nil
  ) {
    self.init(
      name: name, type: type, isOptional: isOptional, isTransient: false, isDerived: false,
      className: nil, transformerName: nil, renamingIdentifier: former ?? name, defaultValue: nil,
      elements: elements, enumerationCases: cases, flags: 0)
  }
}

extension StoredModel.Relationship {
  init(
    _ name: String, to destination: String, inverse: String? = nil, isToMany: Bool = false,
    isOrdered: Bool = false, former: String? = nil
  ) {
    self.init(
      name: name, destination: destination, inverse: inverse, isToMany: isToMany,
      isOrdered: isOrdered, isOptional: true, minimumCount: 0, maximumCount: isToMany ? 0 : 1,
      deleteRule: .nullify, renamingIdentifier: former ?? name)
  }
}

extension StoredModel.Entity {
  init(
    _ name: String, _ attributes: [StoredModel.Attribute],
    _ relationships: [StoredModel.Relationship] = [], superentity: String? = nil,
    isAbstract: Bool = false, former: String? = nil
  ) {
    self.init(
      name: name, className: nil, superentity: superentity, isAbstract: isAbstract,
      renamingIdentifier: former ?? name, attributes: attributes.sorted { $0.name < $1.name },
      relationships: relationships.sorted { $0.name < $1.name }, uniqueness: [], versionHash: nil)
  }
}

extension StoredModel {
  init(_ entities: [Entity]) {
    self.init(
      entities: entities.sorted { $0.name < $1.name }, versionIdentifiers: ["1.0.0"],
      source: .cache)
  }
}

extension AppleRow {
  /// Creates a row. Values that are not given are null.
  init(
    _ entity: Entity, _ key: Int64, _ values: [String: AppleValue],
    references: [String: AppleReference] = [:]
  ) {
    self.init(
      entity: entity.name, key: key, saveCount: 1,
      values: entity.attributes.map {
        AppleValue.Field(name: $0.name, value: values[$0.name] ?? .null)
      },
      references: entity.relationships.filter { !$0.isToMany }.map {
        AppleValue.Field(
          name: $0.name, value: references[$0.name].map { .reference($0) } ?? .null)
      })
  }

  typealias Entity = StoredModel.Entity

  /// Returns the row with another value of an attribute.
  func setting(_ name: String, _ value: AppleValue) -> AppleRow {
    AppleRow(
      entity: entity, key: key, saveCount: saveCount + 1,
      values: values.map { $0.name == name ? .init(name: name, value: value) : $0 },
      references: references)
  }
}
