public import Foundation

/// A catalog of presets that was applied to a store.
public struct CatalogSummary: Codable, Hashable, Sendable {
  /// The name of the catalog.
  public var name: String
  /// The version of the catalog; nil for a catalog without versions.
  public var version: Int?
  /// The time at which the catalog was last applied.
  public var applied: Date
}
