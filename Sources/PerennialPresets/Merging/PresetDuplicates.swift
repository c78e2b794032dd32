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
  /// The source of the texts that identify objects: IDs of presets, or keys of the app.
  enum Source: Sendable {
    /// A closure for the objects of a class.
    case objects(any PersistentModel.Type, @Sendable (any PersistentModel) -> String?)
    /// The columns at a path.
    case rows(ModelLayout, IdentifyingPath)
  }

  let source: Source
  /// The keys that the app has confirmed to identify one object each; nil for IDs of presets.
  let confirmed: Set<String>?

  /// Returns a description of objects that have a current or former ID of a preset.
  ///
  /// ```swift
  /// let tags = PresetDuplicates.ofPresets { (tag: Tag) in tag.presetID ?? tag.name.lowercased() }
  /// try container.presets.mergeDuplicates([tags])
  /// ```
  ///
  /// - Parameter id: Returns the ID; nil for a user object. The ID of a part consists of its owner's
  ///   ID, a slash, and its own ID.
  public static func ofPresets<Model: PersistentModel>(
    _ id: @escaping @Sendable (Model) -> String?
  ) -> PresetDuplicates {
    PresetDuplicates(
      source: .objects(Model.self) { ($0 as? Model).flatMap(id) }, confirmed: nil)
  }

  /// Returns a description of user objects that have keys of the app.
  ///
  /// Users may have created similar objects on purpose. Therefore only confirmed keys are merged. The
  /// report lists the others.
  ///
  /// ```swift
  /// let lists = PresetDuplicates.withKeys({ (list: ShoppingList) in list.code }, confirmed: ["7F3K"])
  /// print(try container.presets.mergeDuplicates([lists], isDryRun: true).lookAlikes.count)
  /// ```
  ///
  /// - Parameters:
  ///   - key: Returns the key; nil for an object that has none.
  ///   - confirmed: The keys whose objects are merged into one.
  public static func withKeys<Model: PersistentModel>(
    _ key: @escaping @Sendable (Model) -> String?, confirmed: Set<String> = []
  ) -> PresetDuplicates {
    PresetDuplicates(
      source: .objects(Model.self) { ($0 as? Model).flatMap(key) }, confirmed: confirmed)
  }
}

extension PresetDuplicates {
  var layout: ModelLayout {
    switch source {
    case .objects(let type, _): ModelLayout.of(type)
    case .rows(let layout, _): layout
    }
  }
}
