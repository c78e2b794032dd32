/// The change that a transaction made to one object.
///
/// ```swift
/// for transaction in try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()) {
///   for case .update(let update as DefaultHistoryUpdate<Recipe>) in transaction.changes
///   where update.containsAttribute(\.title) {
///     print(update.changedPersistentIdentifier)
///   }
/// }
/// ```
public enum HistoryChange: Sendable {
  /// An object was inserted.
  case insert(any HistoryInsert)
  /// An object was updated.
  case update(any HistoryUpdate)
  /// An object was deleted.
  case delete(any HistoryDelete)

  /// The identifier of the object.
  public var changedPersistentIdentifier: PersistentIdentifier {
    switch self {
    case .insert(let insert): insert.changedPersistentIdentifier
    case .update(let update): update.changedPersistentIdentifier
    case .delete(let delete): delete.changedPersistentIdentifier
    }
  }
}

/// The insertion of an object.
public protocol HistoryInsert<Model>: Sendable {
  /// The class of the object.
  associatedtype Model: PersistentModel
  /// The type of ``transactionIdentifier``.
  associatedtype TransactionIdentifier: Comparable & Hashable & Sendable
  /// The type of ``changeIdentifier``.
  associatedtype ChangeIdentifier: Comparable & Hashable & Sendable

  /// The identity of the change in its store.
  var changeIdentifier: ChangeIdentifier { get }
  /// The identity of the transaction that the change belongs to.
  var transactionIdentifier: TransactionIdentifier { get }
  /// The identifier of the object.
  var changedPersistentIdentifier: PersistentIdentifier { get }
}

/// The update of an object.
public protocol HistoryUpdate<Model>: Sendable {
  /// The class of the object.
  associatedtype Model: PersistentModel
  /// The type of ``transactionIdentifier``.
  associatedtype TransactionIdentifier: Comparable & Hashable & Sendable
  /// The type of ``changeIdentifier``.
  associatedtype ChangeIdentifier: Comparable & Hashable & Sendable
  /// The key path of an updated property.
  typealias PropertyUpdate = PartialKeyPath<Model> & Sendable

  /// The identity of the change in its store.
  var changeIdentifier: ChangeIdentifier { get }
  /// The identity of the transaction that the change belongs to.
  var transactionIdentifier: TransactionIdentifier { get }
  /// The identifier of the object.
  var changedPersistentIdentifier: PersistentIdentifier { get }
  /// The properties with new values, including relationships.
  var updatedAttributes: [any PartialKeyPath<Model> & Sendable] { get }
}

/// The deletion of an object.
public protocol HistoryDelete<Model>: Sendable {
  /// The class of the object.
  associatedtype Model: PersistentModel
  /// The type of ``transactionIdentifier``.
  associatedtype TransactionIdentifier: Comparable & Hashable & Sendable
  /// The type of ``changeIdentifier``.
  associatedtype ChangeIdentifier: Comparable & Hashable & Sendable

  /// The identity of the change in its store.
  var changeIdentifier: ChangeIdentifier { get }
  /// The identity of the transaction that the change belongs to.
  var transactionIdentifier: TransactionIdentifier { get }
  /// The identifier of the object.
  var changedPersistentIdentifier: PersistentIdentifier { get }
  /// The preserved values of the object; see ``Schema/Attribute/Option/preserveValueOnDeletion``.
  var tombstone: HistoryTombstone<Model> { get }
}
