public import Perennial

/// Objects that stand for what is there already, made by versions of an app that had no presets, or no
/// keys.
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
  /// What tells an object: the ID of a preset, or a key of the app's.
  let identify: @Sendable (any PersistentModel) -> String?
  /// The keys of which the app has confirmed that each is one object's; nil if IDs of presets are told.
  let confirmed: Set<String>?

  /// Objects that bear the ID of a preset: the present one, or one that it had before.
  ///
  /// - Parameter id: Tells the ID; nil for an object of the user. The ID of a part is that of its owner
  ///   and, behind a slash, its own.
  public static func ofPresets<Model: PersistentModel>(
    _ id: @escaping @Sendable (Model) -> String?
  ) -> PresetDuplicates {
    PresetDuplicates(type: Model.self, identify: { ($0 as? Model).flatMap(id) }, confirmed: nil)
  }

  /// Objects of the user to which the app has given keys.
  ///
  /// People may have made two that look alike on purpose. So nothing is merged but what the app has
  /// confirmed; the report names the others.
  ///
  /// - Parameters:
  ///   - key: Tells the key; nil for an object that has none.
  ///   - confirmed: The keys under which several objects are one.
  public static func withKeys<Model: PersistentModel>(
    _ key: @escaping @Sendable (Model) -> String?, confirmed: Set<String> = []
  ) -> PresetDuplicates {
    PresetDuplicates(
      type: Model.self, identify: { ($0 as? Model).flatMap(key) }, confirmed: confirmed)
  }
}
