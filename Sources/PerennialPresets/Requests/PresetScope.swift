public import Perennial

/// The presets that a reset or a restoration affects.
///
/// ```swift
/// // One preset with its parts, or some of its fields.
/// if let preset = try recipe.presetState().preset {
///   try container.presets.reset(.preset(preset))
///   try container.presets.reset(.fields(["title"], of: preset))
/// }
/// // The presets of a model; the second form needs no class.
/// try container.presets.reset(.models([Recipe.self]))
/// try container.presets.reset(.entities(["Recipe"]))
/// // All deleted presets exist again. Other presets keep their edits.
/// try container.presets.restore(.presets)
/// ```
///
/// The store records the time of a reset with its scope, except for ``fields(_:of:)``.
public enum PresetScope: Sendable {
  /// One preset and its parts: the objects that it owns by a relationship with the delete rule cascade.
  case preset(PresetIdentifier)
  /// Some fields of a preset.
  case fields([String], of: PresetIdentifier)
  /// The presets of some models.
  case models([any PersistentModel.Type])
  /// The presets of some entities, by name. For programs that do not have the classes.
  case entities([String])
  /// The presets of all catalogs.
  case presets
  /// All presets and all objects of the container. By default, user objects are deleted. Presets are
  /// then as new, including the properties that belong to the user from the beginning.
  case everything
}

extension PresetScope {
  /// Returns `true` if the scope contains a preset.
  func contains(_ preset: CatalogPreset) -> Bool {
    switch self {
    case .preset(let chosen): preset.reported == chosen || preset.isPart(of: chosen)
    case .fields(_, let chosen): preset.reported == chosen
    case .models, .entities, .presets, .everything: contains(preset.layout)
    }
  }

  /// Returns `true` if the scope contains all presets of a model.
  func contains(_ layout: ModelLayout) -> Bool {
    switch self {
    case .preset, .fields: false
    case .models(let types): types.contains { $0 == layout.type }
    case .entities(let names): names.contains(layout.entityName)
    case .presets, .everything: true
    }
  }

  /// Returns the scopes that a store records when they are reset. A reset of fields is not recorded.
  func resets(in contents: CatalogContents) -> [ResetRecord] {
    switch self {
    case .fields: []
    case .preset:
      contents.presets.filter(contains).map { .init(entityName: $0.entityName, key: $0.key) }
    case .models(let types): types.map { .init(entityName: ModelLayout.of($0).entityName) }
    case .entities(let names): names.map { .init(entityName: $0) }
    case .presets, .everything: [.init()]
    }
  }

  /// The fields in the scope; nil for all.
  var fields: Set<String>? {
    if case .fields(let names, _) = self { Set(names) } else { nil }
  }

  /// The single preset of the scope, which must exist; nil for other scopes.
  var preset: PresetIdentifier? {
    switch self {
    case .preset(let preset), .fields(_, let preset): preset
    default: nil
    }
  }
}

extension CatalogPreset {
  /// Returns `true` if the preset is a part of another one. The ID of a part begins with its owner's;
  /// see ``PresetParts``.
  fileprivate func isPart(of preset: PresetIdentifier) -> Bool {
    catalog == preset.catalog && id.hasPrefix(preset.id + "/")
  }
}
