public import Perennial

/// What a container keeps of its catalogs.
private struct AttachedCatalogs: Sendable {
  let catalogs: [PresetCatalog]
}

extension ModelContainer {
  /// Opens the stores of a schema, and brings them to what catalogs say, before anybody can fetch.
  ///
  /// - Parameter presets: The catalogs; they may refer to one another's presets.
  /// - Throws: What opening the stores and ``PresetLibrary/apply(isDryRun:)`` throw.
  public convenience init(
    for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: [ModelConfiguration] = [], presets: [PresetCatalog]
  ) throws {
    try self.init(for: schema, migrationPlan: migrationPlan, configurations: configurations)
    try usePresets(presets)
  }

  /// Opens the stores of these models and of those that they are related to, and brings them to what
  /// catalogs say.
  public convenience init(
    for types: any PersistentModel.Type...,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration..., presets: PresetCatalog...
  ) throws {
    try self.init(
      for: Schema(types), migrationPlan: migrationPlan, configurations: configurations,
      presets: presets)
  }

  /// Gives the container catalogs, in place of those that it has, and applies them.
  @discardableResult
  public func usePresets(_ catalogs: [PresetCatalog]) throws -> PresetReport {
    let library = PresetLibrary(of: self, catalogs: catalogs)
    let report = try library.apply()
    attach(AttachedCatalogs(catalogs: catalogs))
    return report
  }

  /// The container's catalogs, and what can be done with them.
  public var presets: PresetLibrary {
    PresetLibrary(
      of: self, catalogs: attachment(AttachedCatalogs.self)?.catalogs ?? [])
  }
}

extension ModelContainer {
  /// Tells what ``usePresets(_:)`` would do.
  public func previewPresets(_ catalogs: [PresetCatalog]) throws -> PresetReport {
    try PresetLibrary(of: self, catalogs: catalogs).apply(isDryRun: true)
  }
}
