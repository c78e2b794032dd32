/// How a document has the contents of a store.
public enum DocumentFormat: String, CaseIterable, Sendable {
  /// One file of JSON.
  case json
  /// A folder with a file of comma-separated values for each entity and each many-to-many relationship,
  /// and the schema.
  case csv
}

/// What was exported or imported.
public struct TransferReport: Codable, Hashable, Sendable {
  /// The number of objects by the names of their entities.
  public internal(set) var objects: [String: Int] = [:]
  /// The number of links by the names of the tables that hold them.
  public internal(set) var links: [String: Int] = [:]

  public var objectCount: Int { objects.values.reduce(0, +) }
  public var linkCount: Int { links.values.reduce(0, +) }
}

/// Is told from time to time how many rows were dealt with, and how many there are in all; nil if that
/// is not known.
public typealias TransferProgress = (_ done: Int, _ total: Int?) -> Void
