public import Foundation
public import Perennial
public import PerennialRecords

/// A change of this device that has met a change of another one, of which it knew nothing.
///
/// All devices have decided it in the same way already. The user can decide differently:
///
/// ```swift
/// for conflict in try await sync.conflicts() {
///   try await sync.resolve(conflict, keeping: .mine)
/// }
/// ```
public struct SyncConflict: Sendable, Equatable, Identifiable {
  /// The number of the conflict in its store. A later conflict of the same property replaces an earlier one.
  public let id: Int64
  /// The object. It may be deleted.
  public let object: PersistentIdentifier
  /// The two changes.
  public let kind: Kind

  /// The kinds of conflicts.
  public enum Kind: Sendable, Equatable {
    /// Both devices have changed a property. The later change is shown.
    ///
    /// `base` is the value that both have replaced; nil if it is not known.
    case edits(property: String, base: RecordValue?, mine: Edit, theirs: Edit)
    /// This device has changed an object that another one has deleted. The object stays deleted. The changes are
    /// kept.
    case deletedByOther(mine: [String: RecordValue], date: Date)
    /// This device has deleted an object that another one has changed. The object stays deleted.
    case deletedHere(theirs: [String: RecordValue], date: Date)
    /// Another object has the unique value that an edit has written. The object shows its former value; nil if
    /// that one is taken too, and the object is left out of fetches until one of the values is free.
    case uniqueValue(
      property: String, written: RecordValue, shown: RecordValue?, owner: PersistentIdentifier)
    /// The object must reference another one, which a device has deleted. Until this is decided, the property reads as
    /// an object without a context. The side ``Side/mine`` restores the other object, without the parts that were deleted
    /// with it, and ``Side/theirs`` deletes this one too.
    case missingReference(property: String, target: PersistentIdentifier)
  }

  /// A value that a device has written.
  public struct Edit: Sendable, Equatable {
    /// The value, as the store keeps it: a date is seconds since 2001, a `Codable` value is JSON. A value of more than
    /// 32 KiB is its checksum and its size.
    public let value: RecordValue
    /// The time of the edit.
    public let date: Date
  }

  /// The part of a conflict that is kept.
  public enum Side: Sendable {
    /// The change of this device.
    case mine
    /// The change of the other device.
    case theirs
    /// The object as it is shown. Nothing is written.
    case shown
  }
}
