/// The result of a verification.
public struct Verification: Codable, Sendable {
  /// The problems, at most a hundred of each kind; empty for a sound store.
  public internal(set) var problems: [Problem] = []
  /// The number of problems of each kind, by the raw value of ``Problem/Kind``.
  public internal(set) var counts: [String: Int] = [:]
  /// The number of verified objects and links.
  public internal(set) var rows = 0
  /// The number of verified objects of each entity, by entity name.
  public internal(set) var objects: [String: Int] = [:]
  /// The number of verified links in each join table, by table name.
  public internal(set) var links: [String: Int] = [:]

  /// `true` if no problem was found.
  ///
  /// ```swift
  /// if try !store.verify().isSound { print("Repair the store.") }
  /// ```
  public var isSound: Bool { problems.isEmpty }

  /// A problem that a verification has found.
  public struct Problem: Codable, Hashable, Sendable {
    /// The part of a store that a problem is in.
    public enum Kind: String, Codable, CaseIterable, Sendable {
      /// A problem that SQLite's integrity check found in pages, indices or constraints.
      case integrity
      /// A reference to a missing row.
      case reference
      /// A description of an entity that cannot be read, or isn't the one with which the file was made.
      case description
      /// A missing table, column, index or trigger.
      case table
      /// A row of an entity that is not described.
      case entity
      /// A value that does not have its property's form.
      case value
      /// A value that isn't a recorded case of an enumeration.
      case unknownCase
      /// The two sides of a relationship do not agree.
      case relationship
      /// A file beside the store that is missing, or whose recorded number of uses is wrong.
      case external
      /// Preset metadata that cannot be read, or contradicts the objects.
      case preset
      /// A transaction of the history that cannot be read.
      case history
    }

    /// The part of the store that the problem is in.
    public let kind: Kind
    /// The problem, and the rows, tables or files that have it.
    public let description: String
  }

  mutating func add(_ kind: Problem.Kind, _ description: String) {
    counts[kind.rawValue, default: 0] += 1
    if counts[kind.rawValue, default: 0] <= 100 {
      problems.append(Problem(kind: kind, description: description))
    }
  }
}
