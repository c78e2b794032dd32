extension ModelLayout {
  /// Returns the layouts of entities that a file describes and whose classes the program does not have.
  ///
  /// Layouts reference one another, and are never released. Therefore there is one layout for each entity of
  /// each schema, no matter how many stores have the schema and how often they are opened.
  ///
  /// - Parameters:
  ///   - rules: The rules of properties that the file records.
  ///   - cases: The cases of enumerations that the file records.
  /// - Throws: ``SwiftDataError/unsupportedFeature`` if an entity references or inherits from an entity that
  ///   is not described.
  package static func described(
    by entities: [EntityDescription], rules: PropertyRule.Table, cases: RecordedCases.Table
  ) throws -> [ModelLayout] {
    try DescribedLayouts.layouts(
      of: DescribedLayouts.Source(entities: entities, rules: rules, cases: cases))
  }
}

/// Makes the layouts of the entities that a file describes.
private struct DescribedLayouts {
  /// The parts of a file's metadata that layouts are made from.
  struct Source: Hashable {
    let entities: [EntityDescription]
    let rules: PropertyRule.Table
    let cases: RecordedCases.Table
  }

  private static let known = Guarded<[Source: [ModelLayout]]>([:])

  private let source: Source
  private let entities: [String: EntityDescription]
  private var layouts: [String: ModelLayout] = [:]
  /// The entities with layouts, each after its superentity.
  private var ordered: [(entity: EntityDescription, layout: ModelLayout)] = []

  static func layouts(of source: Source) throws -> [ModelLayout] {
    try known.withLock { known in
      if let layouts = known[source] { return layouts }
      var made = DescribedLayouts(source)
      let layouts = try source.entities.map { try made.layout(of: $0) }
      made.connect()
      known[source] = layouts
      return layouts
    }
  }

  private init(_ source: Source) {
    self.source = source
    entities = Dictionary(first: source.entities.map { ($0.name, $0) })
  }

  /// Returns the layout of an entity. Makes it if necessary, after the layout of its superentity.
  ///
  /// - Parameter depth: The number of subentities whose layouts wait for this one.
  private mutating func layout(
    of entity: EntityDescription, depth: Int = 0
  ) throws -> ModelLayout {
    if let known = layouts[entity.name] { return known }
    var superlayout: ModelLayout?
    if let name = entity.superentity {
      // The entities of a damaged file may inherit from one another.
      guard let superentity = entities[name], depth < entities.count else {
        throw SwiftDataError.unsupportedFeature.because(
          "\(entity.name) inherits from “\(name)”, which the store does not have")
      }
      superlayout = try layout(of: superentity, depth: depth + 1)
    }
    let inherited = superlayout?.properties.count ?? 0
    let layout = ModelLayout(
      described: entity.name, inheriting: superlayout, table: entity.table,
      properties: try entity.properties.enumerated().map { number, property in
        try self.property(property, at: inherited + number, of: entity)
      },
      uniquenessConstraints: entity.uniquenessConstraints, indices: entity.indices,
      hasKnownRules: source.rules[entity.name] != nil)
    layouts[entity.name] = layout
    ordered.append((entity, layout))
    return layout
  }

  private func property(
    _ property: PropertyDescription, at index: Int, of entity: EntityDescription
  ) throws -> PropertyLayout {
    if let name = property.relationship?.destination, entities[name] == nil {
      throw SwiftDataError.unsupportedFeature.because(
        "\(entity.name).\(property.name) references “\(name)”, which the store does not have")
    }
    return PropertyLayout(
      index: index, of: _UnknownModel.self, named: entity.name,
      metadata: Schema.PropertyMetadata(
        name: property.name, keypath: \_UnknownModel.persistentModelID,
        metadata: property.metadata(source.rules[entity.name]?[property.name])),
      slot: property.slot, columnName: property.column?.name ?? "", recordedForm: property.value,
      recordedCases: source.cases[entity.name]?[property.name]?.known.map(\.value))
  }

  /// Connects the layouts by their relationships.
  private func connect() {
    for (entity, layout) in ordered {
      layout.resolve(
        zip(entity.properties, layout.ownProperties).map { description, property in
          guard let relationship = description.relationship,
            let destination = layouts[relationship.destination]
          else { return nil }
          property.reference(destination)
          let inverse = relationship.inverse.flatMap(destination.property(named:))
          return RelationshipLayout(
            property, of: layout, to: destination, ResolvedInverse(described: inverse))
        })
    }
  }
}

extension PropertyDescription {
  /// Returns the attribute or relationship that the property's macro would declare.
  fileprivate func metadata(_ rule: PropertyRule?) -> any SchemaProperty {
    if relationship != nil {
      return Schema.Relationship(
        deleteRule: rule?.deleteRule ?? .nullify, minimumModelCount: rule?.minimumModelCount ?? 0,
        maximumModelCount: rule?.maximumModelCount ?? 0, originalName: originalName,
        hashModifier: hashModifier)
    }
    let attribute = Schema.Attribute(originalName: originalName, hashModifier: hashModifier)
    if value?.isSearched == true { attribute.options.append(.spotlight) }
    if rule?.isPreserved == true { attribute.options.append(.preserveValueOnDeletion) }
    return attribute
  }
}
