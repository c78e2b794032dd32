public import Foundation

/// A preset of a store: an object that was inserted from a catalog, or a deleted preset.
public struct InspectedPreset: Codable, Hashable, Sendable {
  /// The state of a preset in comparison to its catalog.
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
    /// The name of the field.
    public let field: String
    /// The time of the edit; nil if it cannot be read from the store.
    public let time: Date?
  }

  /// The name of the preset's entity.
  public let entity: String
  /// The name of the preset's catalog.
  public let catalog: String
  /// The ID of the preset in its catalog.
  public let id: String
  /// The primary key of the preset's row.
  public let key: Int64
  /// The state of the preset.
  public let state: State
  /// The edited fields, in alphabetical order.
  public let edits: [Edit]
  /// The time at which the preset was deleted; nil if it was not.
  public let deleted: Date?
}
