/// A rule that identifies duplicates by the values of properties. It serves programs that cannot name
/// classes because they work with any store.
///
/// ```swift
/// let rules: [DuplicateRule] = [
///   .presets(of: "Tag", by: "presetID"),
///   .presets(of: "Ingredient", by: "recipe.presetID/name"),
///   .keys(of: "ShoppingList", by: "code", confirmed: ["groceries"]),
/// ]
/// let library = container.presets
/// try library.mergeDuplicates(library.duplicates(by: rules))
/// ```
///
/// A path is the name of a property, after the names of the to-one relationships that lead to it,
/// separated by dots. Several paths are separated by slashes. Their values, joined by slashes, identify
/// the object, as in the ID of a part. A value can be a text, a whole number, a UUID or a URL, or have
/// one of these as its raw value. An object without a value for one of the paths is a user object.
public struct DuplicateRule: Sendable, Hashable {
  /// The name of the objects' entity.
  public let entityName: String
  /// The path to the values that identify an object.
  public let path: String
  /// The keys that are confirmed to identify one object each; nil for a rule about IDs of presets.
  public let confirmed: Set<String>?

  /// Returns a rule for objects that have the ID of a preset.
  ///
  /// ```swift
  /// let library = container.presets
  /// let tags = try library.duplicates(by: [.presets(of: "Tag", by: "presetID")])
  /// print(try library.mergeDuplicates(tags, isDryRun: true).merges.count)
  /// ```
  public static func presets(of entityName: String, by path: String) -> DuplicateRule {
    DuplicateRule(entityName: entityName, path: path, confirmed: nil)
  }

  /// Returns a rule for user objects that have keys of the app.
  ///
  /// ```swift
  /// let rule = DuplicateRule.keys(of: "ShoppingList", by: "code", confirmed: ["7F3K", "Q2XM"])
  /// ```
  ///
  /// - Parameters:
  ///   - entityName: The entity of the objects.
  ///   - path: The name of the property with the key, or a path of names.
  ///   - confirmed: The keys whose objects are merged into one.
  public static func keys(
    of entityName: String, by path: String, confirmed: Set<String> = []
  ) -> DuplicateRule {
    DuplicateRule(entityName: entityName, path: path, confirmed: confirmed)
  }
}

extension DuplicateRule: CustomStringConvertible {
  /// The entity and the path, in the form of the command line: `Tag=presetID`.
  public var description: String { "\(entityName)=\(path)" }
}
