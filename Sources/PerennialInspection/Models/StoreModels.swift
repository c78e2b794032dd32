public import Foundation
public import Perennial

/// The models of a store whose program is not available. The classes are created from the descriptions in the
/// file.
///
/// ```swift
/// let models = try StoreModels(of: InspectedStore(url))
/// let container = try models.container()
/// ```
///
/// With these models a store is opened as its program opens it. All operations that do not need the program's
/// classes are available: backups and their restoration, presets, erasing.
public struct StoreModels: Sendable {
  /// The file of the store.
  public let url: URL
  /// The schema, with the store's version.
  public let schema: Schema
  private let entities: [String: StoredEntity]
  private let configurationName: String
  private let hasHistory: Bool
  /// The entities without recorded delete rules, in alphabetical order. No program of this version has opened
  /// the store for writing. Objects that are related to a deleted object of these entities are kept.
  public let entitiesWithoutRules: [String]

  /// Creates the models.
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
    let rules = store.database.rules
    entitiesWithoutRules = store.entityNames.filter { rules[$0] == nil }
    hasHistory = try store.hasTable("_perennial_history")
    let entities = try StoredEntities.shared.entities(
      of: store.schema.entities, store.database.rules, store.database.cases)
    self.entities = Dictionary(
      entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    schema = Schema(
      entities.map { $0.model }, version: store.database.version ?? Schema.Version(1, 0, 0))
    for entity in entities {
      let made = EntityDescription(ModelLayout.of(entity.model))
      guard made.checksum == store.database.checksums[entity.name] else {
        throw SwiftDataError.unsupportedFeature.because(
          """
          \(store.url.path): the class of \(entity.name) cannot be created from its description in the file, so the \
          store would be migrated. Write to the store with its own program
          """)
      }
    }
  }

  /// The model of an entity; nil if there is no entity of this name.
  public subscript(_ entity: String) -> (any PersistentModel.Type)? { entities[entity]?.model }

  /// The names of the entities, in alphabetical order.
  public var entityNames: [String] { entities.keys.sorted() }

  /// Opens the store.
  public func container(allowsSave: Bool = true) throws -> ModelContainer {
    var configuration = ModelConfiguration(configurationName, url: url, allowsSave: allowsSave)
    // If the program keeps no history, none is created.
    if !hasHistory { configuration.historyRetention = .none }
    return try ModelContainer(for: schema, configurations: [configuration])
  }
}
