/// The differences between a store and a backup: the changes that a restoration would make.
public struct RestorationChanges: Codable, Hashable, Sendable {
  /// The numbers of changed rows of a table.
  public struct Counts: Codable, Hashable, Sendable {
    /// The number of rows that only the backup has.
    public let inserted: Int
    /// The number of rows that have other values in the backup. Order keys count as values.
    public let updated: Int
    /// The number of rows that only the store has.
    public let deleted: Int

    /// `true` if the backup and the store have the same rows.
    public var isEmpty: Bool { inserted + updated + deleted == 0 }
  }

  /// The changed objects of each entity, by entity name.
  public internal(set) var objects: [String: Counts] = [:]
  /// The changed links in each join table, by table name.
  public internal(set) var links: [String: Counts] = [:]

  /// `true` if the backup and the store have the same objects and links.
  public var isEmpty: Bool {
    objects.values.allSatisfy(\.isEmpty) && links.values.allSatisfy(\.isEmpty)
  }
}
