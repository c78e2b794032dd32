/// What a save does where somebody else has written to the same rows.
///
/// A property is in conflict if this context changed it, and the store has another value than the
/// one that it was changed from, be it the same as here. Whether the others' save was merged in the meantime makes no
/// difference. Two contexts that change different properties of an object are not in conflict;
/// neither are collections, which get what both have added and lose what either has removed.
///
/// An object that was deleted elsewhere stays deleted, whatever the policy: what was changed of it
/// here is dropped, with a warning, or refused by ``error``.
public enum MergePolicy: String, Sendable, CaseIterable {
  /// The save throws ``SwiftDataError/mergeConflict``, whose ``SwiftDataError/conflicts`` list both
  /// values of each property. Nothing is written, and the changes stay pending. A new object whose
  /// unique value is taken is a conflict too.
  ///
  /// Who computes a value from what was read before, a counter say, and must not lose what others
  /// have added, uses it in a context that does not merge by itself: there nothing changes between
  /// the reading and the writing.
  case error
  /// Properties in conflict keep the store's value, others are written. An object that was changed
  /// elsewhere is not deleted, and a row is not overwritten by a new object with its unique value.
  case mergeByPropertyStoreTrump
  /// The values of this context are written. That is the default.
  case mergeByPropertyObjectTrump
  /// The whole object is written as this context shows it, properties that were not changed
  /// included. They differ only in a context that does not merge by itself; see
  /// ``ModelContext/automaticallyMergesChanges``.
  case overwrite
  /// Objects in conflict are left as the store has them, with all their changes forgotten. Others
  /// are written.
  case rollback

  /// Whether it matters what values were changed from.
  var comparesSnapshots: Bool {
    switch self {
    case .error, .mergeByPropertyStoreTrump, .rollback: true
    case .mergeByPropertyObjectTrump, .overwrite: false
    }
  }

  /// Whether the store's values stay where there is a conflict.
  var keepsStored: Bool { self == .mergeByPropertyStoreTrump || self == .rollback }
}
