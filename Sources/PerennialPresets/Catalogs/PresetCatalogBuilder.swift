/// Combines the groups of a catalog.
///
/// ```swift
/// let cookbook = PresetCatalog("cookbook") {
///   Presets(TagPreset.self)
///   for year in 2024...2026 {
///     Presets(id: \.slug) { Recipe.recipes(of: year) }
///   }
/// }
/// ```
@resultBuilder
public enum PresetCatalogBuilder {
  /// Begins with one group.
  public static func buildExpression(_ group: any PresetGroup) -> [any PresetGroup] { [group] }
  /// Combines the groups of a block, in order.
  public static func buildBlock(_ groups: [any PresetGroup]...) -> [any PresetGroup] {
    groups.flatMap(\.self)
  }
  /// Returns the groups of an `if` without `else`, or none.
  public static func buildOptional(_ groups: [any PresetGroup]?) -> [any PresetGroup] {
    groups ?? []
  }
  /// Returns the groups of an `if` whose condition is met.
  public static func buildEither(first groups: [any PresetGroup]) -> [any PresetGroup] { groups }
  /// Returns the groups of an `else`.
  public static func buildEither(second groups: [any PresetGroup]) -> [any PresetGroup] { groups }
  /// Combines the groups of a loop, in order.
  public static func buildArray(_ groups: [[any PresetGroup]]) -> [any PresetGroup] {
    groups.flatMap(\.self)
  }
}
