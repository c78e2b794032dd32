public import Perennial

/// A description of duplicates, which versions of an app without presets, or without keys, have
/// inserted.
///
/// ```swift
/// try container.presets.mergeDuplicates([
///   .ofPresets(\Tag.presetID),
///   .ofPresets { (part: Ingredient) in part.recipe?.slug.map { "\($0)/\(part.name)" } },
///   .withKeys({ (list: ShoppingList) in list.code }, confirmed: ["groceries"]),
/// ])
/// ```
public struct PresetDuplicates: Sendable {
  let type: any PersistentModel.Type
  /// Returns the text that identifies an object: the ID of a preset, or a key of the app.
  let identify: @Sendable (any PersistentModel) -> String?
  /// The keys that the app has confirmed to identify one object each; nil for IDs of presets.
  let confirmed: Set<String>?

  /// Returns a description of objects that have a current or former ID of a preset.
  ///
  /// - Parameter id: Returns the ID; nil for a user object. The ID of a part consists of its owner's
  ///   ID, a slash, and its own ID.
  public static func ofPresets<Model: PersistentModel>(
    _ id: @escaping @Sendable (Model) -> String?
  ) -> PresetDuplicates {
    PresetDuplicates(type: Model.self, identify: { ($0 as? Model).flatMap(id) }, confirmed: nil)
  }

  /// Returns a description of user objects that have keys of the app.
  ///
  /// Users may have created similar objects on purpose. Therefore only confirmed keys are merged. The
  /// report lists the others.
  ///
  /// - Parameters:
  ///   - key: Returns the key; nil for an object that has none.
  ///   - confirmed: The keys whose objects are merged into one.
  public static func withKeys<Model: PersistentModel>(
    _ key: @escaping @Sendable (Model) -> String?, confirmed: Set<String> = []
  ) -> PresetDuplicates {
    PresetDuplicates(
      type: Model.self, identify: { ($0 as? Model).flatMap(key) }, confirmed: confirmed)
  }
}
