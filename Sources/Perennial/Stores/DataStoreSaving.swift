/// What a context saves to a store.
///
/// The identifiers of new objects are temporary; so are those in the relationships of other
/// snapshots that lead to new objects. The store gives permanent ones: it keeps copies (see
/// ``DataStoreSnapshot/copy(persistentIdentifier:remappedIdentifiers:)``) and says so in its
/// ``DataStoreSaveChangesResult``.
public struct DataStoreSaveChangesRequest<SnapshotType: DataStoreSnapshot>: Sendable {
  /// Who saves.
  public let editingState: EditingState
  /// New objects.
  public let inserted: [SnapshotType]
  /// Changed objects, with all their values.
  public let updated: [SnapshotType]
  /// Objects to remove, with their last values.
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

/// What a store made of a save.
public final class DataStoreSaveChangesResult<T: DataStoreSnapshot>: Sendable {
  public let storeIdentifier: String
  /// The permanent identifiers of new objects, by their temporary ones. An object that is not among
  /// them keeps the key of its temporary identifier.
  public let remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]
  /// Objects whose values the store has changed, by their permanent identifiers.
  public let snapshotsToReregister: [PersistentIdentifier: T]
  /// The place of the save in the store's history, if it has one.
  public let historyToken: (any HistoryToken)?

  public convenience init(
    for storeIdentifier: String,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier] = [:],
    snapshotsToReregister: [PersistentIdentifier: T] = [:]
  ) {
    self.init(
      for: storeIdentifier, remappedIdentifiers: remappedIdentifiers,
      snapshotsToReregister: snapshotsToReregister, historyToken: nil)
  }

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
