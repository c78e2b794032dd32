/// A policy for conflicts between a save and remote changes to the same rows.
///
/// A property is in conflict if this context changed it, and the store has another value than the one from
/// which it was changed. The store's value may equal the new value. It makes no difference whether the
/// remote change was merged in the meantime. Two contexts that change different properties of an object are
/// not in conflict. Collections are not in conflict either: they get the members that both contexts added,
/// and lose the members that either removed.
///
/// An object that was deleted elsewhere stays deleted with every policy. Its changes in this context are
/// dropped with a warning. With ``error``, the save throws instead.
///
/// ```swift
/// context.mergePolicy = .mergeByPropertyStoreTrump
/// try context.save()
/// ```
public enum MergePolicy: String, Sendable, CaseIterable {
  /// The save throws ``SwiftDataError/mergeConflict``, whose ``SwiftDataError/conflicts`` list both values
  /// of each property. Nothing is written, and the changes stay pending. A new object whose unique value is
  /// taken is a conflict too.
  ///
  /// Use this policy to compute a value from the previous one, such as a counter, without losing remote
  /// increments. Set ``ModelContext/automaticallyMergesChanges`` to `false` in this context, so that no
  /// value changes between the read and the save.
  case error
  /// Properties in conflict keep the store's value, and other properties are written. An object that was
  /// changed elsewhere is not deleted. A new object does not overwrite a row that has its unique value.
  case mergeByPropertyStoreTrump
  /// The values of this context are written. This is the default.
  case mergeByPropertyObjectTrump
  /// The whole object is written with the values of this context, including unchanged properties. These
  /// values differ from the store only in a context that does not merge automatically; see
  /// ``ModelContext/automaticallyMergesChanges``.
  case overwrite
  /// Objects in conflict stay as the store has them, and all their changes are discarded. Other objects are
  /// written.
  case rollback

  /// `true` if the policy needs the values from which properties were changed.
  var comparesSnapshots: Bool {
    switch self {
    case .error, .mergeByPropertyStoreTrump, .rollback: true
    case .mergeByPropertyObjectTrump, .overwrite: false
    }
  }

  /// `true` if properties in conflict keep the store's values.
  var keepsStored: Bool { self == .mergeByPropertyStoreTrump || self == .rollback }
}
