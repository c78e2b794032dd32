import Perennial

/// The changes that the deletion of an object would make to other objects.
public struct DeletionPreview: Sendable {
  /// Objects of one entity.
  public struct Group: Sendable {
    /// The name of the entity.
    public let entity: String
    /// The primary keys of the objects, ascending.
    public let keys: [Int64]
  }

  /// The objects that would be deleted too, because of delete rules. The entities are in alphabetical order.
  public let deleted: [Group]
  /// The objects that would lose a reference to a deleted object.
  public let changed: [Group]
  /// The number of many-to-many links that would be deleted.
  public let links: Int

  /// - Parameters:
  ///   - edit: The deletion, which was rolled back.
  ///   - entity: The entity of the object that was asked for.
  ///   - key: Its primary key.
  init(_ edit: RowEdit, of entity: String, key: Int64) {
    let others = edit.deleted.map(\.row).filter { $0.entityName != entity || $0.key != key }
    deleted = Self.groups(others)
    changed = Self.groups(edit.updated.map(\.row))
    links = edit.unlinkedCount
  }

  private static func groups(_ rows: [RowEdit.RowReference]) -> [Group] {
    Dictionary(grouping: Set(rows), by: \.entityName)
      .map { Group(entity: $0.key, keys: $0.value.map(\.key).sorted()) }
      .sorted { $0.entity < $1.entity }
  }
}
