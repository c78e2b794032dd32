public import Foundation
public import Perennial

/// Everything in which the data stacks of an app differ: that of the app itself, of its previews, its
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
  /// Where the store is.
  public enum Location: Sendable {
    /// Where stores of this name are without further ado; see `ModelConfiguration`.
    case standard(name: String?)
    case file(URL)
    /// Nowhere: the store goes with its stack.
    case memory
  }

  /// Makes the schema.
  public var schema: @Sendable () -> Schema
  public var migrationPlan: (any SchemaMigrationPlan.Type)?
  public var presets: [PresetCatalog]
  public var location: Location
  /// Whether the store may be written. One that may not is not given presets.
  public var allowsSave = true
  /// What a save does where somebody else has written, in all contexts of the stack.
  public var mergePolicy = MergePolicy.mergeByPropertyObjectTrump
  /// Whether objects follow when others save, in all contexts of the stack.
  public var automaticallyMergesChanges = true
  /// How long the store keeps its history.
  public var historyRetention = ModelConfiguration.HistoryRetention.unlimited
  /// Whether Apple's CloudKit synchronisation is wanted, where there is such. In a store that an
  /// extension shares it is not.
  public var cloudKitDatabase = ModelConfiguration.CloudKitDatabase.none
  /// What the store is given besides presets, when the stack is made: the sample data of a preview. It
  /// is saved in one transaction.
  public var samples: @Sendable (ModelContext) throws -> Void = { _ in }

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

  /// The same in memory, for previews and tests: each stack has a store of its own.
  public func inMemory(
    samples: @escaping @Sendable (ModelContext) throws -> Void = { _ in }
  ) -> DataStackConfiguration {
    var copy = self
    copy.location = .memory
    copy.cloudKitDatabase = .none
    copy.samples = samples
    return copy
  }

  /// The same at another place.
  public func at(_ url: URL) -> DataStackConfiguration {
    var copy = self
    copy.location = .file(url)
    return copy
  }

  /// The same for an extension or a helper that shares the store in a directory with the app: without
  /// synchronisation, and by default with the app having the last word.
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
