public import Foundation

extension ModelContext {
  /// Posted before a save; the object is the context, or nil for the save by which a context that saves
  /// by itself ends.
  public static let willSave = Notification.Name("ModelContext.willSave")
  /// Posted after a save that succeeded; the object is as that of ``willSave``, and `userInfo` has arrays of
  /// identifiers under the raw values of ``NotificationKey``, and under that of
  /// ``NotificationKey/historyTokens`` a dictionary of tokens by the identifiers of stores.
  public static let didSave = Notification.Name("ModelContext.didSave")

  public enum NotificationKey: String {
    case queryGeneration
    case invalidatedAllIdentifiers
    case insertedIdentifiers
    case updatedIdentifiers
    case deletedIdentifiers
    case historyTokens
  }

}

extension ObjectGraph {
  /// Posts that a save begins. The save that ends a context has no context to name.
  func postWillSave() {
    NotificationCenter.default.post(name: ModelContext.willSave, object: context)
  }

  /// Posts that a save has succeeded.
  func postDidSave(
    _ identifiers: SavedIdentifiers, _ tokens: [String: any HistoryToken]
  ) {
    typealias Key = ModelContext.NotificationKey
    NotificationCenter.default.post(
      name: ModelContext.didSave, object: context,
      userInfo: [
        Key.insertedIdentifiers.rawValue: identifiers.inserted,
        Key.updatedIdentifiers.rawValue: identifiers.updated,
        Key.deletedIdentifiers.rawValue: identifiers.deleted,
        Key.historyTokens.rawValue: tokens,
      ])
  }
}

/// The identifiers of the objects of one save.
struct SavedIdentifiers {
  var inserted: [PersistentIdentifier] = []
  var updated: [PersistentIdentifier] = []
  var deleted: [PersistentIdentifier] = []

  init() {}

  var all: [PersistentIdentifier] { inserted + updated + deleted }

  mutating func add(_ other: SavedIdentifiers) {
    inserted += other.inserted
    updated += other.updated
    deleted += other.deleted
  }

  /// Taken after the rows are written, while the objects still belong to the graph.
  init(_ plan: SavePlan) {
    func identifiers(_ changes: [SavePlan.Change]) -> [PersistentIdentifier] {
      changes.map { $0.table.identifier($0.rowID) }
    }
    inserted = identifiers(plan.inserted)
    updated = identifiers(plan.updated)
    deleted = identifiers(plan.deleted)
  }
}

extension ChangeSet {
  /// The places of the save in the histories of the stores, by their identifiers.
  var historyTokens: [String: any HistoryToken] {
    var tokens = ownTokens
    for (store, number) in transactions where tokens[store] == nil {
      tokens[store] = DefaultHistoryToken(storeIdentifier: store, number: number)
    }
    return tokens
  }
}

extension Notification {
  /// The identifiers that a ``ModelContext/didSave`` notification carries, as a set.
  public func identifiers(_ key: ModelContext.NotificationKey) -> Set<PersistentIdentifier> {
    Set(userInfo?[key.rawValue] as? [PersistentIdentifier] ?? [])
  }
}
