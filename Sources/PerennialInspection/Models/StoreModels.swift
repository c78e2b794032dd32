public import Foundation
public import Perennial

/// The models of a store whose program is not at hand: classes that are made from what the file says.
///
/// ```swift
/// let models = try StoreModels(of: InspectedStore(url))
/// let container = try models.container()
/// ```
///
/// With them a store is opened as its program opens it, and everything can be done that is done to objects
/// without their classes being named: backups and their restoration, presets, erasing.
public struct StoreModels: Sendable {
  /// The file of the store.
  public let url: URL
  /// The schema with the version that the store has.
  public let schema: Schema
  private let entities: [String: StoredEntity]
  private let configurationName: String
  private let hasHistory: Bool
  /// The entities of which the file does not say what becomes of related objects when one is deleted, in
  /// alphabetical order: no program of this version has opened it to be written. Theirs are kept.
  public let entitiesWithoutRules: [String]

  /// - Parameters:
  ///   - store: What says which entities there are.
  ///   - url: The file that is to be opened; nil for that of the store.
  ///   - name: What the container calls the store; nil for the name of the file.
  /// - Throws: `SwiftDataError.unsupportedFeature` if the schema cannot be made anew from what the file says
  ///   of it; `SwiftDataError.loadIssueModelContainer` if that is damaged.
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
          \(store.url.path): the class of \(entity.name) cannot be made from what the file says of it, so the \
          store would be migrated; only the program that it belongs to can write to it
          """)
      }
    }
  }

  /// The model of an entity; nil if there is none of this name.
  public subscript(_ entity: String) -> (any PersistentModel.Type)? { entities[entity]?.model }

  /// The names of the entities, in alphabetical order.
  public var entityNames: [String] { entities.keys.sorted() }

  /// Opens the store.
  public func container(allowsSave: Bool = true) throws -> ModelContainer {
    var configuration = ModelConfiguration(configurationName, url: url, allowsSave: allowsSave)
    // A program that keeps no history is not given one.
    if !hasHistory { configuration.historyRetention = .none }
    return try ModelContainer(for: schema, configurations: [configuration])
  }
}
