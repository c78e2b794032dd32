public import Perennial

/// The catalogs that are attached to a container.
private struct AttachedCatalogs: Sendable {
  let catalogs: [PresetCatalog]
}

extension ModelContainer {
  /// Opens the stores of a schema and applies catalogs, before any context can fetch.
  ///
  /// ```swift
  /// let container = try ModelContainer(
  ///   for: Schema(versionedSchema: CurrentSchema.self), migrationPlan: AppPlan.self,
  ///   configurations: [ModelConfiguration(url: url)], presets: [cookbook])
  /// ```
  ///
  /// - Parameter presets: The catalogs. They may reference each other's presets.
  /// - Throws: The errors of opening the stores and of ``PresetLibrary/apply(isDryRun:)``.
  public convenience init(
    for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: [ModelConfiguration] = [], presets: [PresetCatalog]
  ) throws {
    try self.init(for: schema, migrationPlan: migrationPlan, configurations: configurations)
    try usePresets(presets)
  }

  /// Opens the stores of the given models and of their related models, and applies catalogs.
  ///
  /// ```swift
  /// let container = try ModelContainer(
  ///   for: Recipe.self, Tag.self,
  ///   presets: PresetCatalog("cookbook", version: 1) {
  ///     Presets(TagPreset.self)
  ///     Presets(id: \.slug) { Recipe.defaults }
  ///   })
  /// ```
  public convenience init(
    for types: any PersistentModel.Type...,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration..., presets: PresetCatalog...
  ) throws {
    try self.init(
      for: Schema(types), migrationPlan: migrationPlan, configurations: configurations,
      presets: presets)
  }

  /// Replaces the catalogs of the container, and applies the new ones.
  ///
  /// ```swift
  /// let report = try container.usePresets([cookbook])
  /// print("\(report.inserted.count) new presets, \(report.updated.count) updated")
  /// ```
  @discardableResult
  public func usePresets(_ catalogs: [PresetCatalog]) throws -> PresetReport {
    let library = PresetLibrary(of: self, catalogs: catalogs)
    let report = try library.apply()
    attach(AttachedCatalogs(catalogs: catalogs))
    return report
  }

  /// The catalogs of the container, and the operations on them.
  ///
  /// ```swift
  /// try container.presets.reset(.models([Recipe.self]))
  /// ```
  public var presets: PresetLibrary {
    PresetLibrary(
      of: self, catalogs: attachment(AttachedCatalogs.self)?.catalogs ?? [])
  }
}

extension ModelContainer {
  /// Reports the changes that ``usePresets(_:)`` would make.
  ///
  /// ```swift
  /// for preset in try container.previewPresets([cookbook]).retired {
  ///   print("\(preset) would be deleted.")
  /// }
  /// ```
  public func previewPresets(_ catalogs: [PresetCatalog]) throws -> PresetReport {
    try PresetLibrary(of: self, catalogs: catalogs).apply(isDryRun: true)
  }
}
