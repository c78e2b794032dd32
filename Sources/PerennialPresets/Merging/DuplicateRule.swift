/// How duplicates are told where classes are not named, such as in a program that works with any store:
/// by what their properties hold.
///
/// ```swift
/// let rules: [DuplicateRule] = [
///   .presets(of: "Tag", by: "presetID"),
///   .presets(of: "Ingredient", by: "recipe.presetID/name"),
///   .keys(of: "ShoppingList", by: "code", confirmed: ["groceries"]),
/// ]
/// try library.mergeDuplicates(library.duplicates(by: rules))
/// ```
///
/// A path is the name of a property, behind those of relationships to one that lead to it, with dots
/// between them. There may be several with slashes between them: their values, with slashes between
/// these, are what is told, as in the ID of a part. It can be texts, whole numbers, UUIDs and URLs, and what
/// has one of these as its raw value. An object that has nil or nothing at the end of one of the paths is
/// the user's.
public struct DuplicateRule: Sendable, Hashable {
  public let entityName: String
  public let path: String
  /// The keys of which it is confirmed that each is one object's; nil if IDs of presets are told.
  public let confirmed: Set<String>?

  /// Objects that bear the ID of a preset.
  public static func presets(of entityName: String, by path: String) -> DuplicateRule {
    DuplicateRule(entityName: entityName, path: path, confirmed: nil)
  }

  /// Objects of the user with keys that the app has given them.
  ///
  /// - Parameter confirmed: The keys under which several objects are one.
  public static func keys(
    of entityName: String, by path: String, confirmed: Set<String> = []
  ) -> DuplicateRule {
    DuplicateRule(entityName: entityName, path: path, confirmed: confirmed)
  }
}

extension DuplicateRule: CustomStringConvertible {
  public var description: String { "\(entityName)=\(path)" }
}
