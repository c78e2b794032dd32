import Perennial

/// A finished edit of a store, which can be reverted.
public struct EditStep: Sendable {
  let edit: RowEdit
  /// The store, and the checksums of its entities. The edit knows properties by their places in them.
  let origin: Origin
  /// The entity of the object that was edited.
  public let entity: String
  /// The primary key of the object.
  public let key: Int64

  struct Origin: Equatable, Sendable {
    let identifier: String
    let checksums: [String: String]

    init(_ store: InspectedStore) {
      (identifier, checksums) = (store.identifier, store.database.checksums)
    }
  }

  /// `true` if the store had the values already.
  public var isEmpty: Bool { edit.isEmpty }
  /// The number of objects that were deleted.
  public var deletions: Int { edit.deleted.count }
  /// The number of objects that were inserted.
  public var insertions: Int { edit.inserted.count }
}
