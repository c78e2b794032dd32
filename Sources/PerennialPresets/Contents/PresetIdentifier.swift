import Perennial

/// The identity of a preset in all versions of the app: its catalog, its entity and its ID.
///
/// ```swift
/// let soup = PresetIdentifier(catalog: "cookbook", entityName: "Recipe", id: "soup")
/// try container.presets.reset(.preset(soup))
/// ```
public struct PresetIdentifier: Sendable, Hashable, CustomStringConvertible {
  /// The name of the catalog.
  public let catalog: String
  /// The name of the model's entity.
  public let entityName: String
  /// The ID in the catalog. The ID of a part begins with its owner's.
  public let id: String

  /// Creates the identifier of a preset.
  public init(catalog: String, entityName: String, id: String) {
    self.catalog = catalog
    self.entityName = entityName
    self.id = id
  }

  /// The entity and the ID, such as `Recipe “risotto”`.
  public var description: String { "\(entityName) “\(id)”" }
}

extension PresetIdentifier {
  /// Creates a preset from its name in a row.
  ///
  /// - Parameter name: The catalog and the ID, with a slash between them.
  init(entityName: String, name: String) {
    let parts = name.split(separator: "/", maxSplits: 1).map(String.init)
    self.init(
      catalog: parts.first ?? "", entityName: entityName, id: parts.count > 1 ? parts[1] : name)
  }
}

extension CatalogPreset {
  var reported: PresetIdentifier {
    PresetIdentifier(catalog: catalog, entityName: entityName, id: id)
  }
}
