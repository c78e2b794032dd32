public import Foundation
public import Perennial

/// The models of a store whose program is not available. They are created from the descriptions in the file.
///
/// ```swift
/// let models = try StoreModels(of: InspectedStore(url))
/// let container = try models.container()
/// ```
///
/// With these models a store is opened as its program opens it. All operations on rows are available: backups
/// and their restoration, presets, erasing. Objects are not available, because there are no classes.
public struct StoreModels: Sendable {
  /// The file of the store.
  public let url: URL
  /// The schema, with the store's version.
  public let schema: Schema
  /// The names of the entities, in alphabetical order.
  public let entityNames: [String]
  private let configurationName: String
  private let hasHistory: Bool
  /// The entities without recorded delete rules, in alphabetical order. No program of this version has opened
  /// the store for writing. Objects that are related to a deleted object of these entities are kept.
  public let entitiesWithoutRules: [String]

  /// Creates the models.
  ///
  /// ```swift
  /// let models = try StoreModels(of: store, at: directory.appending(path: "copy.store"))
  /// print(models.schema.version, models.entityNames)
  /// ```
  ///
  /// - Parameters:
  ///   - store: The store that describes the entities.
  ///   - url: The file to open; nil for the file of the store.
  ///   - name: The configuration name of the container; nil for the name of the file.
  /// - Throws: `SwiftDataError.unsupportedFeature` if the schema cannot be recreated from the descriptions in
  ///   the file; `SwiftDataError.loadIssueModelContainer` if the descriptions are damaged.
  public init(of store: InspectedStore, at url: URL? = nil, name: String? = nil) throws {
    if let damage = store.database.damages.first { throw damage.error }
    self.url = url ?? store.url
    configurationName = name ?? self.url.deletingPathExtension().lastPathComponent
    entityNames = store.entityNames
    let rules = store.database.rules
    entitiesWithoutRules = store.entityNames.filter { rules[$0] == nil }
    hasHistory = try store.hasTable("_perennial_history")
    let layouts = try ModelLayout.described(
      by: store.schema.entities, rules: rules, cases: store.database.cases)
    schema = Schema(
      layouts: layouts, version: store.database.version ?? Schema.Version(1, 0, 0))
    for layout in layouts {
      let made = EntityDescription(layout)
      guard made.checksum == store.database.checksums[layout.entityName] else {
        throw SwiftDataError.unsupportedFeature.because(
          """
          \(store.url.path): the model of \(layout.entityName) cannot be created from its description in the file, \
          so the store would be migrated. Write to the store with its own program
          """)
      }
    }
  }

  /// Opens the store.
  ///
  /// ```swift
  /// let container = try StoreModels(of: store).container(allowsSave: false)
  /// print(container.schema.entities.map(\.name))
  /// ```
  ///
  /// - Throws: `SwiftDataError.loadIssueModelContainer` if the store cannot be opened, or if its program has
  ///   migrated it since the models were created.
  public func container(allowsSave: Bool = true) throws -> ModelContainer {
    var configuration = ModelConfiguration(configurationName, url: url, allowsSave: allowsSave)
    // If the program keeps no history, none is created.
    if !hasHistory { configuration.historyRetention = .none }
    return try ModelContainer(for: schema, configurations: [configuration])
  }
}
