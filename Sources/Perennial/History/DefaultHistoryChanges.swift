/// A new object, in the history of a default store.
public struct DefaultHistoryInsert<Model: PersistentModel>: HistoryInsert, Hashable {
  public let changeIdentifier: Int64
  public let transactionIdentifier: Int64
  public let changedPersistentIdentifier: PersistentIdentifier
}

/// An object with new values, in the history of a default store.
public struct DefaultHistoryUpdate<Model: PersistentModel>: HistoryUpdate, Hashable {
  public let changeIdentifier: Int64
  public let transactionIdentifier: Int64
  public let changedPersistentIdentifier: PersistentIdentifier
  /// The properties with new values, in the order of their declaration. A property that the model
  /// does not have any more is not among them; one that was renamed is, by its new name.
  public let updatedAttributes: [any PartialKeyPath<Model> & Sendable]

  /// Whether a property has a new value.
  public func containsAttribute(_ keyPath: PartialKeyPath<Model>) -> Bool {
    updatedAttributes.contains { $0 == keyPath }
  }

  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.changeIdentifier == rhs.changeIdentifier
      && lhs.transactionIdentifier == rhs.transactionIdentifier
      && lhs.changedPersistentIdentifier == rhs.changedPersistentIdentifier
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(changeIdentifier)
    hasher.combine(transactionIdentifier)
    hasher.combine(changedPersistentIdentifier)
  }
}

/// An object that is gone, in the history of a default store.
public struct DefaultHistoryDelete<Model: PersistentModel>: HistoryDelete, Hashable {
  public let changeIdentifier: Int64
  public let transactionIdentifier: Int64
  public let changedPersistentIdentifier: PersistentIdentifier
  public let tombstone: HistoryTombstone<Model>

  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.changeIdentifier == rhs.changeIdentifier
      && lhs.transactionIdentifier == rhs.transactionIdentifier
      && lhs.changedPersistentIdentifier == rhs.changedPersistentIdentifier
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(changeIdentifier)
    hasher.combine(transactionIdentifier)
    hasher.combine(changedPersistentIdentifier)
  }
}
