public import Foundation

/// A preset of a store: an object that was inserted from a catalog, or a deleted preset.
public struct InspectedPreset: Codable, Hashable, Sendable {
  public enum State: String, Codable, CaseIterable, Sendable {
    /// The preset has the catalog's values.
    case pristine
    /// The preset has edited fields, for which the catalog has values.
    case edited
    /// The preset was deleted.
    case deleted
  }

  /// An edited field.
  public struct Edit: Codable, Hashable, Sendable {
    public let field: String
    /// The time of the edit; nil if it cannot be read from the store.
    public let time: Date?
  }

  public let entity: String
  public let catalog: String
  public let id: String
  /// The primary key of the preset's row.
  public let key: Int64
  public let state: State
  /// The edited fields, in alphabetical order.
  public let edits: [Edit]
  /// The time at which the preset was deleted; nil if it was not.
  public let deleted: Date?
}
