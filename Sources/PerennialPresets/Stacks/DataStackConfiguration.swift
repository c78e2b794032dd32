public import Foundation
public import Perennial

/// The settings in which the data stacks of an app differ: those of the app itself, its previews, its
/// tests, and of an extension that shares its store.
///
/// ```swift
/// extension DataStackConfiguration {
///   static let app = DataStackConfiguration(
///     schema: { Schema(versionedSchema: CurrentSchema.self) }, migrationPlan: AppPlan.self,
///     presets: [cookbook])
/// }
/// let stack = try DataStack(.app)
/// let preview = try DataStack(.app.inMemory { context in context.insert(Recipe.sample) })
/// ```
public struct DataStackConfiguration: Sendable {
  /// The location of a store.
  public enum Location: Sendable {
    /// The default location of a store with this name; see `ModelConfiguration`.
    case standard(name: String?)
    /// A file.
    case file(URL)
    /// In memory. The store is discarded with its stack.
    case memory
  }

  /// A closure that creates the schema.
  public var schema: @Sendable () -> Schema
  /// The plan by which stores with older schemas are migrated; nil if there is none.
  public var migrationPlan: (any SchemaMigrationPlan.Type)?
  /// The catalogs that are applied when the stack is created.
  public var presets: [PresetCatalog]
  /// The location of the store.
  public var location: Location
  /// `true` if the store may be written. Presets are not applied to a store that is read-only.
  public var allowsSave = true
  /// The merge policy of all contexts of the stack, for saves that conflict with other writers.
  public var mergePolicy = MergePolicy.mergeByPropertyObjectTrump
  /// `true` if all contexts of the stack merge the saved changes of other contexts.
  public var automaticallyMergesChanges = true
  /// The time for which the store keeps its history.
  public var historyRetention = ModelConfiguration.HistoryRetention.unlimited
  /// The CloudKit database for Apple's synchronisation, on platforms that have it. A store that an
  /// extension shares has none.
  public var cloudKitDatabase = ModelConfiguration.CloudKitDatabase.none
  /// A closure that inserts objects besides presets when the stack is created, such as the sample data
  /// of a preview. They are saved in one transaction.
  public var samples: @Sendable (ModelContext) throws -> Void = { _ in }

  /// Creates a configuration with the defaults of the other properties.
  ///
  /// ```swift
  /// let configuration = DataStackConfiguration(
  ///   schema: { Schema([Recipe.self, Tag.self]) }, presets: [cookbook],
  ///   location: .file(directory.appending(path: "kitchen.store")))
  /// ```
  public init(
    schema: @escaping @Sendable () -> Schema,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil, presets: [PresetCatalog] = [],
    location: Location = .standard(name: nil)
  ) {
    self.schema = schema
    self.migrationPlan = migrationPlan
    self.presets = presets
    self.location = location
  }

  // MARK: Variants

  /// Returns the configuration with a store in memory, for previews and tests. Each stack has its own
  /// store.
  ///
  /// ```swift
  /// let configuration = DataStackConfiguration(schema: { Schema([Recipe.self]) })
  /// let preview = try DataStack(configuration.inMemory { $0.insert(Recipe.sample) })
  /// ```
  public func inMemory(
    samples: @escaping @Sendable (ModelContext) throws -> Void = { _ in }
  ) -> DataStackConfiguration {
    var copy = self
    copy.location = .memory
    copy.cloudKitDatabase = .none
    copy.samples = samples
    return copy
  }

  /// Returns the configuration with a store at another URL.
  ///
  /// ```swift
  /// let app = DataStackConfiguration(schema: { Schema([Recipe.self]) })
  /// let copy = try DataStack(app.at(directory.appending(path: "copy.store")))
  /// ```
  public func at(_ url: URL) -> DataStackConfiguration {
    var copy = self
    copy.location = .file(url)
    return copy
  }

  /// Returns the configuration of an extension or a helper that shares the store in a directory with
  /// the app. It has no synchronisation. By default, the saved values of the app win conflicts.
  ///
  /// ```swift
  /// let app = DataStackConfiguration(schema: { Schema([Recipe.self]) })
  /// let widget = try DataStack(app.shared(in: directory))
  /// ```
  public func shared(
    in directory: URL, named name: String = "default.store",
    mergePolicy: MergePolicy = .mergeByPropertyStoreTrump
  ) -> DataStackConfiguration {
    var copy = at(directory.appendingPathComponent(name))
    copy.cloudKitDatabase = .none
    copy.mergePolicy = mergePolicy
    return copy
  }

  func modelConfiguration(_ schema: Schema) -> ModelConfiguration {
    var configuration =
      switch location {
      case .standard(let name):
        ModelConfiguration(
          name, schema: schema, allowsSave: allowsSave, cloudKitDatabase: cloudKitDatabase)
      case .file(let url):
        ModelConfiguration(
          schema: schema, url: url, allowsSave: allowsSave, cloudKitDatabase: cloudKitDatabase)
      case .memory: ModelConfiguration(schema: schema, isStoredInMemoryOnly: true)
      }
    configuration.historyRetention = historyRetention
    return configuration
  }
}
