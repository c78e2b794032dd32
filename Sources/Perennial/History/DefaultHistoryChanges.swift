/// The insertion of an object, in the history of a default store.
///
/// ```swift
/// for transaction in try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()) {
///   for case .insert(let insertion as DefaultHistoryInsert<Recipe>) in transaction.changes {
///     print(insertion.changedPersistentIdentifier)
///   }
/// }
/// ```
public struct DefaultHistoryInsert<Model: PersistentModel>: HistoryInsert, Hashable {
  /// The number of the change in its store. Later changes have greater numbers.
  public let changeIdentifier: Int64
  /// The number of the transaction that the change belongs to.
  public let transactionIdentifier: Int64
  /// The identifier of the object.
  public let changedPersistentIdentifier: PersistentIdentifier
}

/// The update of an object, in the history of a default store.
public struct DefaultHistoryUpdate<Model: PersistentModel>: HistoryUpdate, Hashable {
  /// The number of the change in its store. Later changes have greater numbers.
  public let changeIdentifier: Int64
  /// The number of the transaction that the change belongs to.
  public let transactionIdentifier: Int64
  /// The identifier of the object.
  public let changedPersistentIdentifier: PersistentIdentifier
  /// The properties with new values, in the order of their declaration. A renamed property has its new name.
  /// A property that the model no longer has is omitted.
  public let updatedAttributes: [any PartialKeyPath<Model> & Sendable]

  /// Returns `true` if a property has a new value.
  ///
  /// ```swift
  /// let history = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
  /// for case .update(let update as DefaultHistoryUpdate<Recipe>) in history.flatMap(\.changes) {
  ///   if update.containsAttribute(\.rating) { print(update.changedPersistentIdentifier) }
  /// }
  /// ```
  public func containsAttribute(_ keyPath: PartialKeyPath<Model>) -> Bool {
    updatedAttributes.contains { $0 == keyPath }
  }

  /// Returns `true` if both are the same change of the same object.
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

/// The deletion of an object, in the history of a default store.
public struct DefaultHistoryDelete<Model: PersistentModel>: HistoryDelete, Hashable {
  /// The number of the change in its store. Later changes have greater numbers.
  public let changeIdentifier: Int64
  /// The number of the transaction that the change belongs to.
  public let transactionIdentifier: Int64
  /// The identifier of the object.
  public let changedPersistentIdentifier: PersistentIdentifier
  /// The values that were preserved when the object was deleted.
  public let tombstone: HistoryTombstone<Model>

  /// Returns `true` if both are the same change of the same object.
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
