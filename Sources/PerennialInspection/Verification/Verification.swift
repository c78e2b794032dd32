/// What a verification has found.
public struct Verification: Codable, Sendable {
  /// What is wrong; empty for a sound store. Of each kind the first hundred.
  public internal(set) var problems: [Problem] = []
  /// How many there are of each kind, by ``Problem/Kind``.
  public internal(set) var counts: [String: Int] = [:]
  /// How many objects and links were looked at.
  public internal(set) var rows = 0

  /// Whether nothing is wrong.
  public var isSound: Bool { problems.isEmpty }

  public struct Problem: Codable, Hashable, Sendable {
    public enum Kind: String, Codable, CaseIterable, Sendable {
      /// SQLite's own check: pages, indices, constraints.
      case integrity
      /// A reference to a row that is not there.
      case reference
      /// A description of an entity that cannot be read, or is not the one that the file was made with.
      case description
      /// A table, a column or an index that is not there.
      case table
      /// A row of an entity that is not described.
      case entity
      /// A value that is not of its property's form.
      case value
      /// A value that is none of the recorded cases of an enumeration.
      case unknownCase
      /// The two sides of a relationship do not agree.
      case relationship
      /// A file beside the store that is missing, or whose account is wrong.
      case external
      /// What the store knows of presets cannot be read, or contradicts the objects.
      case preset
      /// A transaction of the history that cannot be read.
      case history
    }

    public let kind: Kind
    /// What is wrong, and with what.
    public let description: String
  }

  mutating func add(_ kind: Problem.Kind, _ description: String) {
    counts[kind.rawValue, default: 0] += 1
    if counts[kind.rawValue, default: 0] <= 100 {
      problems.append(Problem(kind: kind, description: description))
    }
  }
}
