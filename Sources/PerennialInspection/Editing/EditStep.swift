import Perennial

/// A finished edit of a store, which can be reverted.
public struct EditStep: Sendable {
  let edit: RowEdit
  /// The entity of the object that was edited.
  public let entity: String
  /// The primary key of the object.
  public let key: Int64

  /// `true` if the store had the values already.
  public var isEmpty: Bool { edit.isEmpty }
  /// The number of objects that were deleted.
  public var deletions: Int { edit.deleted.count }
  /// The number of objects that were inserted.
  public var insertions: Int { edit.inserted.count }
}
