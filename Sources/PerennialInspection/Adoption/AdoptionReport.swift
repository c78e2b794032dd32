/// The changes that an adoption has entered in the history, or would enter.
public struct AdoptionReport: Codable, Hashable, Sendable {
  /// The changes of the objects of one entity.
  public struct EntityChanges: Codable, Hashable, Sendable {
    /// The number of inserted objects.
    public internal(set) var inserted = 0
    /// The number of objects with other values, or with other members of a relationship.
    public internal(set) var updated = 0
    /// The number of deleted objects.
    public internal(set) var deleted = 0
  }

  /// The changes by the name of the entity.
  public internal(set) var entities: [String: EntityChanges] = [:]
  /// The number of links of relationships with join tables that were made, removed or moved.
  public internal(set) var links = 0
  /// The number of rows that had the key of a preset and were none, and have keys of their own now.
  public internal(set) var newKeys = 0

  /// `true` if the history has all changes.
  public var isEmpty: Bool { entities.isEmpty && links == 0 && newKeys == 0 }
}
