/// The format of a document with the contents of a store.
public enum DocumentFormat: String, CaseIterable, Sendable {
  /// One JSON file.
  case json
  /// A folder with a file of comma-separated values for each entity and each many-to-many relationship,
  /// and the schema.
  case csv
}

/// The numbers of objects and links that were exported or imported.
public struct TransferReport: Codable, Hashable, Sendable {
  /// The number of objects of each entity, by entity name.
  public internal(set) var objects: [String: Int] = [:]
  /// The number of links in each table that holds links, by table name.
  public internal(set) var links: [String: Int] = [:]
  /// The number of exported or omitted links to objects that do not exist, by relationship, such as `Recipe.tags`.
  /// Relationships without such links are missing. A document with such links cannot be imported.
  public internal(set) var danglingLinks: [String: Int] = [:]

  /// The number of objects of all entities.
  public var objectCount: Int { objects.values.reduce(0, +) }
  /// The number of links in all tables.
  public var linkCount: Int { links.values.reduce(0, +) }
  /// The number of links to objects that do not exist.
  public var danglingLinkCount: Int { danglingLinks.values.reduce(0, +) }
}

/// A closure that is called from time to time with the number of processed rows, and the number of all rows;
/// nil if that is not known.
public typealias TransferProgress = (_ done: Int, _ total: Int?) -> Void
