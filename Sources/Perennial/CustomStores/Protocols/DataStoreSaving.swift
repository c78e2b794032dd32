/// The changes that a context saves to a store.
///
/// New objects have temporary identifiers. Relationships of other snapshots reference new objects by
/// these identifiers too. The store assigns permanent identifiers: it keeps copies of the snapshots
/// (see ``DataStoreSnapshot/copy(persistentIdentifier:remappedIdentifiers:)``) and returns the new
/// identifiers in its ``DataStoreSaveChangesResult``.
public struct DataStoreSaveChangesRequest<SnapshotType: DataStoreSnapshot>: Sendable {
  /// The context that saves.
  public let editingState: EditingState
  /// The snapshots of new objects.
  public let inserted: [SnapshotType]
  /// The snapshots of updated objects, with all their values.
  public let updated: [SnapshotType]
  /// The snapshots of objects to delete, with their last values.
  public let deleted: [SnapshotType]

  init(
    inserted: [SnapshotType] = [], updated: [SnapshotType] = [], deleted: [SnapshotType] = [],
    editingState: EditingState
  ) {
    self.inserted = inserted
    self.updated = updated
    self.deleted = deleted
    self.editingState = editingState
  }
}

/// The result of a save to a store.
public final class DataStoreSaveChangesResult<T: DataStoreSnapshot>: Sendable {
  /// The identifier of the store that saved.
  public let storeIdentifier: String
  /// The permanent identifiers of new objects, by their temporary ones. A new object without an entry
  /// keeps the key of its temporary identifier.
  public let remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]
  /// Snapshots of the objects whose values the store has changed, by their permanent identifiers.
  public let snapshotsToReregister: [PersistentIdentifier: T]
  /// The token of the save in the store's history; nil if the store has no history.
  public let historyToken: (any HistoryToken)?

  /// Creates the result of a store without a history.
  ///
  /// ```swift
  /// func save(
  ///   _ request: DataStoreSaveChangesRequest<DefaultSnapshot>, in storeIdentifier: String
  /// ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
  ///   var permanent: [PersistentIdentifier: PersistentIdentifier] = [:]
  ///   for snapshot in request.inserted {
  ///     let temporary = snapshot.persistentIdentifier
  ///     permanent[temporary] = try .identifier(
  ///       for: storeIdentifier, entityName: temporary.entityName, primaryKey: UUID().uuidString)
  ///   }
  ///   return DataStoreSaveChangesResult(for: storeIdentifier, remappedIdentifiers: permanent)
  /// }
  /// ```
  public convenience init(
    for storeIdentifier: String,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier] = [:],
    snapshotsToReregister: [PersistentIdentifier: T] = [:]
  ) {
    self.init(
      for: storeIdentifier, remappedIdentifiers: remappedIdentifiers,
      snapshotsToReregister: snapshotsToReregister, historyToken: nil)
  }

  /// Creates the result of a save.
  ///
  /// - Parameters:
  ///   - storeIdentifier: The identifier of the store.
  ///   - remappedIdentifiers: The permanent identifiers of new objects, by their temporary ones.
  ///   - snapshotsToReregister: Snapshots of objects whose values the store has changed, by identifier.
  ///   - historyToken: The token of the save; nil if the store has no history.
  public init(
    for storeIdentifier: String,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier],
    snapshotsToReregister: [PersistentIdentifier: T],
    historyToken: (any HistoryToken)?
  ) {
    self.storeIdentifier = storeIdentifier
    self.remappedIdentifiers = remappedIdentifiers
    self.snapshotsToReregister = snapshotsToReregister
    self.historyToken = historyToken
  }
}
