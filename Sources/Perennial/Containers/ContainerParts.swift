import Foundation

/// What a container is made of: its whole schema, and what each of its stores keeps.
struct ContainerParts {
  /// The given schema with all that it refers to.
  let schema: Schema
  /// For each configuration, what is to be done to its file.
  let migrations: [StoreMigration]

  /// - Throws: ``SwiftDataError`` if the parts do not fit together.
  init(
    _ given: Schema, migrationPlan: (any SchemaMigrationPlan.Type)?,
    configurations: [ModelConfiguration]
  ) throws {
    let schema = try given.closed()
    self.schema = schema
    let configurations = configurations.isEmpty ? [ModelConfiguration()] : configurations
    let layouts = schema.types.map(ModelLayout.of)
    let homes = try Self.assign(layouts, to: configurations)
    try Self.checkSupported(layouts)
    try Self.checkHomes(layouts, homes)
    let plan = try migrationPlan.map {
      try ResolvedPlan($0, for: layouts.map(EntityDescription.init))
    }
    migrations = configurations.enumerated().map { number, configuration in
      let own = layouts.indices.filter { homes[$0] == number }.map { layouts[$0] }
      return StoreMigration(configuration, own, version: schema.version, plan: plan)
    }
  }

  /// The number of the configuration that holds each entity.
  private static func assign(
    _ layouts: [ModelLayout], to configurations: [ModelConfiguration]
  ) throws -> [Int] {
    let names = Set(layouts.map(\.entityName))
    var urls: Set<String> = []
    for configuration in configurations {
      try configuration.validate()
      if !configuration.isStoredInMemoryOnly, !urls.insert(configuration.url.path).inserted {
        throw SwiftDataError.duplicateConfiguration.because(
          "two configurations name the file \(configuration.url.path)")
      }
      let unknown = (configuration.schema?.entities ?? []).map(\.name).filter {
        !names.contains($0)
      }
      guard unknown.isEmpty else {
        throw SwiftDataError.configurationSchemaNotFoundInContainerSchema.because(
          """
          the configuration “\(configuration.name)” lists \(unknown.sorted().joined(separator: ", ")), \
          which the container's schema does not have
          """)
      }
    }
    return try layouts.map { layout in
      let homes = configurations.indices.filter { number in
        guard let schema = configurations[number].schema else { return true }
        return schema.entitiesByName[layout.entityName] != nil
      }
      if homes.count > 1 {
        throw SwiftDataError.unsupportedFeature.because(
          "\(layout.entityName) belongs to several configurations; give each its own schema")
      }
      guard let home = homes.first else {
        throw SwiftDataError.configurationSchemaNotFoundInContainerSchema.because(
          "no configuration lists \(layout.entityName)")
      }
      return home
    }
  }

  private static func checkSupported(_ layouts: [ModelLayout]) throws {
    for layout in layouts {
      if !layout.isDeclared {
        throw SwiftDataError.unsupportedFeature.because(
          "\(layout.entityName) inherits from a model and is none itself; mark it @Model")
      }
      for property in layout.ownProperties { try checkInverse(of: property, in: layout) }
    }
  }

  /// An inverse that is inherited would have to lead back to objects of other classes too.
  private static func checkInverse(of property: PropertyLayout, in layout: ModelLayout) throws {
    guard let named = property.relationship?.inverseKeyPath, let type = property.destination,
      let inverse = ModelLayout.of(type).property(at: named), inverse.owner != type
    else { return }
    let owner = ModelLayout.of(inverse.owner).entityName
    throw SwiftDataError.unsupportedFeature.because(
      """
      \(layout.entityName).\(property.name) names \(owner).\(inverse.name) as its inverse, which every \
      \(owner) has. Let it lead to \(owner), or declare its inverse in \(type).
      """)
  }

  /// The classes of a hierarchy have one table.
  private static func checkHomes(_ layouts: [ModelLayout], _ homes: [Int]) throws {
    let homeByClass = Dictionary(
      zip(layouts.map { ObjectIdentifier($0) }, homes), uniquingKeysWith: { first, _ in first })
    for (layout, home) in zip(layouts, homes) {
      guard let superlayout = layout.superlayout,
        homeByClass[ObjectIdentifier(superlayout)] != home
      else { continue }
      throw SwiftDataError.unsupportedFeature.because(
        """
        \(layout.entityName) and \(superlayout.entityName), from which it inherits, belong to different \
        configurations; list both in one
        """)
    }
  }
}
