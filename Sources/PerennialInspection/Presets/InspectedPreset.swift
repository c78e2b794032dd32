public import Foundation

/// A preset of a store: an object that a catalog has brought, or one that somebody has deleted.
public struct InspectedPreset: Codable, Hashable, Sendable {
  public enum State: String, Codable, CaseIterable, Sendable {
    /// As the catalog says.
    case pristine
    /// Somebody has written fields that the catalog has values for.
    case edited
    /// Somebody has deleted it.
    case deleted
  }

  /// A field that somebody has written.
  public struct Edit: Codable, Hashable, Sendable {
    public let field: String
    /// Nil if the store does not say it in a way that can be read.
    public let time: Date?
  }

  public let entity: String
  public let catalog: String
  public let id: String
  /// The key of its row.
  public let key: Int64
  public let state: State
  /// What somebody has written, in alphabetical order of the fields.
  public let edits: [Edit]
  /// When it was deleted.
  public let deleted: Date?
}
