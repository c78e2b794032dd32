import Foundation

/// The parts of a container: its whole schema, and the plan of each of its stores.
struct ContainerParts {
  /// The given schema with all models to which it refers.
  let schema: Schema
  let stores: [PlannedStore]

  /// Plans the stores of a container.
  ///
  /// - Throws: ``SwiftDataError`` if the parts do not fit together.
  init(
    _ given: Schema, migrationPlan: (any SchemaMigrationPlan.Type)?,
    configurations: [any DataStoreConfiguration]
  ) throws {
    let schema = try given.closed()
    self.schema = schema
    let configurations = configurations.isEmpty ? [ModelConfiguration()] : configurations
    let layouts = schema.layouts
    try Self.check(configurations, layouts)
    try Self.checkSupported(layouts)
    let plan = try migrationPlan.map {
      try ResolvedPlan($0, for: layouts.map(EntityDescription.init))
    }
    stores = try configurations.map { configuration in
      // Models to which a listed model refers are in the same store.
      let listed = try configuration.schema.map {
        Set($0.entities.map(\.name)).union(try $0.closed().entities.map(\.name))
      }
      let own = layouts.filter { listed?.contains($0.entityName) ?? true }
      return PlannedStore(configuration, own, version: schema.version, plan: plan)
    }
    for store in stores { try Self.checkHierarchies(layouts, in: store) }
    for layout in layouts { try Self.checkHome(of: layout, stores) }
  }

  private static func check(
    _ configurations: [any DataStoreConfiguration], _ layouts: [ModelLayout]
  ) throws {
    let names = Set(layouts.map(\.entityName))
    var namesByFile: [String: String] = [:]
    for configuration in configurations {
      try configuration.validate()
      if let configuration = configuration as? ModelConfiguration,
        !configuration.isStoredInMemoryOnly,
        let other = namesByFile.updateValue(
          configuration.name, forKey: configuration.url.resolvingSymlinksInPath().path)
      {
        throw SwiftDataError.duplicateConfiguration.because(
          """
          the configurations “\(other)” and “\(configuration.name)” have the same file, \
          \(configuration.url.path). Give each a file of its own, or list the models of both in one
          """)
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
  }

  /// Throws unless a store has the entity and at most one writable store has it, which takes new objects.
  private static func checkHome(of layout: ModelLayout, _ stores: [PlannedStore]) throws {
    let homes = stores.filter { $0.layouts.contains { $0 === layout } }
    if homes.isEmpty {
      throw SwiftDataError.configurationSchemaNotFoundInContainerSchema.because(
        "no configuration lists \(layout.entityName)")
    }
    let writable = homes.filter(\.allowsSave).map { "“\($0.configuration.name)”" }
    guard writable.count > 1 else { return }
    throw SwiftDataError.unsupportedFeature.because(
      """
      \(layout.entityName) belongs to several writable configurations: \
      \(writable.joined(separator: ", ")). Give each its own schema, or open all but one with \
      allowsSave: false
      """)
  }

  private static func checkSupported(_ layouts: [ModelLayout]) throws {
    for layout in layouts {
      if !layout.isDeclared {
        throw SwiftDataError.unsupportedFeature.because(
          "\(layout.entityName) inherits from a model but is not a model; mark it @Model")
      }
      for property in layout.ownProperties {
        if let problem = ResolvedInverse.problem(of: property, in: layout) {
          throw SwiftDataError.unsupportedFeature.because(problem)
        }
        if let ambiguity = ResolvedInverse.ambiguity(of: property, in: layout) {
          Log.container.warning("\(ambiguity)")
        }
        try checkCounter(property, of: layout)
        noteUnsearched(property, in: layout)
      }
      try checkExternalStorage(of: layout)
      try checkMergeRule(of: layout)
    }
  }

  /// Throws if an externally stored attribute is unique or indexed: SQLite cannot compare the contents of
  /// files.
  private static func checkExternalStorage(of layout: ModelLayout) throws {
    for list in layout.ownUniquenessConstraints + layout.ownIndices {
      guard let property = list.first(where: \.isExternal) else { continue }
      throw SwiftDataError.unsupportedFeature.because(
        """
        \(layout.entityName).\(property.name) has the option externalStorage, but is unique or \
        indexed: SQLite cannot compare the contents of files. Leave one of them out.
        """)
    }
  }

  /// Throws if an attribute cannot be a counter: devices add up whole numbers, which are stored and not unique.
  private static func checkCounter(_ property: PropertyLayout, of layout: ModelLayout) throws {
    guard property.isCounter else { return }
    let isNumber = property.valueType == Int.self || property.valueType == Int64.self
    let isUnique = layout.uniquenessConstraints.contains { $0.contains { $0 === property } }
    let problem: String? =
      if !isNumber {
        "is of the type \(property.valueType). Declare it as Int or Int64"
      } else if !property.isStored {
        "isn't stored. Leave out one of the options counter and ephemeral"
      } else if isUnique {
        "is unique. Leave out the option or the constraint"
      } else {
        nil
      }
    guard let problem else { return }
    throw SwiftDataError.unsupportedFeature.because(
      "\(layout.entityName).\(property.name) has the option counter, but \(problem)")
  }

  /// Throws if a class declares two merge rules.
  private static func checkMergeRule(of layout: ModelLayout) throws {
    let rules = Set(layout.ownMergeRules.map(\.rawValue)).sorted()
    guard rules.count > 1 else { return }
    throw SwiftDataError.unsupportedFeature.because(
      """
      \(layout.entityName) declares several merge rules: \(rules.joined(separator: ", ")). Keep one \
      #Merge
      """)
  }

  private static func noteUnsearched(_ property: PropertyLayout, in layout: ModelLayout) {
    guard property.attribute?.options.contains(.spotlight) == true, !property.isSearched else {
      return
    }
    Log.container.notice(
      """
      \(layout.entityName).\(property.name) has the option spotlight, but is not a text in its row: \
      search(_:in:where:limit:) ignores it
      """)
  }

  /// Throws if the classes of a hierarchy are not in one store: they share one table.
  private static func checkHierarchies(
    _ layouts: [ModelLayout], in store: PlannedStore
  ) throws {
    func isThere(_ layout: ModelLayout) -> Bool { store.layouts.contains { $0 === layout } }
    for layout in layouts {
      guard let superlayout = layout.superlayout else { continue }
      if isThere(layout) != isThere(superlayout) {
        throw SwiftDataError.unsupportedFeature.because(
          """
          \(layout.entityName) and \(superlayout.entityName), from which it inherits, belong to \
          different configurations; list both in one
          """)
      }
    }
  }
}
