/// A part of a catalog; see ``Presets``, ``PresetParts`` and ``JSONPresets``.
///
/// A type of your own has the content of one of these groups:
///
/// ```swift
/// struct SeasonalRecipes: PresetGroup {
///   let year: Int
///   var content: PresetGroupContent {
///     Presets(id: \Recipe.slug) { Recipe.recipes(of: year) }.leavingToUser(\.isFavourite).content
///   }
/// }
///
/// let cookbook = PresetCatalog("cookbook", version: 2) {
///   Presets(TagPreset.self)
///   SeasonalRecipes(year: 2026)
/// }
/// ```
public protocol PresetGroup: Sendable {
  /// The group's presets. They are made when the catalog has to be applied.
  var content: PresetGroupContent { get }
}

/// The presets of a group, which are made when the catalog has to be applied.
///
/// Only the groups of this module create contents. Another group returns the content of one of them:
///
/// ```swift
/// var content: PresetGroupContent { JSONPresets(contentsOf: url, for: Recipe.self).content }
/// ```
public struct PresetGroupContent: Sendable {
  /// Adds the presets to those of the other groups.
  let add: @Sendable (inout PresetAssembly) throws -> Void
}
