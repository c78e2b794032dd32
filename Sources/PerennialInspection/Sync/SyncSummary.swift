/// The state of a store that is synced with a hub, as its file tells it.
public struct SyncSummary: Hashable, Sendable {
  /// The account on the hub whose data the store has; nil if the file does not tell.
  public let account: String?
  /// `true` if the store has left its account, and is not synced until its program says so.
  public let hasLeft: Bool
  /// The number of records of the hub that the store knows.
  public let records: Int
  /// The number of objects with changes that the hub has not acknowledged.
  public let unsent: Int
  /// The number of records that the hub has refused.
  public let refused: Int
  /// The number of records whose rows could not be written.
  public let unwritten: Int
  /// The number of conflicts that a merge has decided and that wait for a user.
  public let conflicts: Int
  /// The number of fields whose assets are not on this device.
  public let missingAssets: Int
}

/// The state of one object in the sync of its store.
public struct RowSyncState: Hashable, Sendable {
  /// `true` if the hub has the object, as far as the store knows.
  public let isOnHub: Bool
  /// The names of fields and links with changes that the hub has not acknowledged.
  public let unsentFields: [String]
  /// `true` if the hub has not acknowledged all changes.
  public let hasUnsentChanges: Bool
  /// The reason for which the hub has refused the object; nil if it has not.
  public let refusal: String?
  /// The reason for which the received values could not be written to the row; nil if they were.
  public let unwritten: String?
}
