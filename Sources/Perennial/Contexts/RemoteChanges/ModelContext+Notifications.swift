public import Foundation

extension ModelContext {
  /// Posted before a save. The object is the context. It is nil for the save of a released context, which
  /// autosave performs.
  public static let willSave = Notification.Name("ModelContext.willSave")
  /// Posted after a save that succeeded.
  ///
  /// The object is the same as for ``willSave``. The `userInfo` dictionary has arrays of identifiers under
  /// the raw values of ``NotificationKey``. Under the raw value of ``NotificationKey/historyTokens`` it has
  /// a dictionary of history tokens by store identifier.
  ///
  /// ```swift
  /// let subscription = NotificationCenter.default.addObserver(
  ///   forName: ModelContext.didSave, object: nil, queue: nil
  /// ) { notification in
  ///   print("\(notification.identifiers(.insertedIdentifiers).count) new objects")
  /// }
  /// ```
  public static let didSave = Notification.Name("ModelContext.didSave")

  /// The keys of the `userInfo` dictionary of ``ModelContext/didSave``.
  public enum NotificationKey: String {
    /// Declared for compatibility; the framework's notifications do not contain it.
    case queryGeneration
    /// Declared for compatibility; the framework's notifications do not contain it.
    case invalidatedAllIdentifiers
    /// The identifiers of inserted objects.
    case insertedIdentifiers
    /// The identifiers of updated objects.
    case updatedIdentifiers
    /// The identifiers of deleted objects.
    case deletedIdentifiers
    /// The tokens of the save in the histories of its stores, by store identifier.
    case historyTokens
  }
}

/// The identifiers of the objects of one save.
struct SavedIdentifiers {
  var inserted: [PersistentIdentifier] = []
  var updated: [PersistentIdentifier] = []
  var deleted: [PersistentIdentifier] = []

  init() {}

  var all: [PersistentIdentifier] { inserted + updated + deleted }

  /// Posts the notification after a save. The object is nil for the last save of a released context.
  func post(from context: ModelContext?, _ tokens: [String: any HistoryToken]) {
    typealias Key = ModelContext.NotificationKey
    NotificationCenter.default.post(
      name: ModelContext.didSave, object: context,
      userInfo: [
        Key.insertedIdentifiers.rawValue: inserted,
        Key.updatedIdentifiers.rawValue: updated,
        Key.deletedIdentifiers.rawValue: deleted,
        Key.historyTokens.rawValue: tokens,
      ])
  }

  mutating func add(_ other: SavedIdentifiers) {
    inserted += other.inserted
    updated += other.updated
    deleted += other.deleted
  }

  /// Collects the identifiers after the rows are written, while the objects still belong to the graph.
  init(_ plan: SavePlan) {
    func identifiers(_ changes: [SaveChange]) -> [PersistentIdentifier] {
      changes.map { $0.containerEntity.identifier($0.rowID) }
    }
    inserted = identifiers(plan.rows.inserted)
    updated = identifiers(plan.rows.updated)
    deleted = identifiers(plan.rows.deleted)
  }
}

extension Notification {
  /// Returns the identifiers of a ``ModelContext/didSave`` notification as a set.
  public func identifiers(_ key: ModelContext.NotificationKey) -> Set<PersistentIdentifier> {
    Set(userInfo?[key.rawValue] as? [PersistentIdentifier] ?? [])
  }
}
