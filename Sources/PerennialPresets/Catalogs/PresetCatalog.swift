import Perennial

/// A collection of objects that an app provides. Users can edit and delete them, new versions of the
/// app can improve them, and a reset restores them.
///
/// ```swift
/// let cookbook = PresetCatalog("cookbook", version: 2) {
///   Presets(TagPreset.self)
///   Presets(id: \.slug) { Recipe.defaults }
///   PresetParts(\Recipe.ingredients, id: \.name)
/// }
/// let container = try ModelContainer(for: Recipe.self, Tag.self, presets: cookbook)
/// ```
///
/// The entity and the ID alone identify a preset. It is the same preset on every device, in every
/// version of the app, and after the app was installed anew. Hence a store cannot contain it twice.
/// Stamps record the user's edits field by field. A new version of the catalog therefore updates every
/// field that the user has not edited, and no other.
///
/// The objects are created when the catalog has to be applied, not at each launch of the app. Each time
/// they must be new objects that are in no context.
public struct PresetCatalog: Sendable {
  /// The name that identifies the catalog in the store.
  public let name: String
  /// The version, which increases with every change. A catalog without a version is compared with its
  /// last applied content whenever a container opens.
  public let version: Int?
  /// The namespace that keeps the presets of this app distinct from those of other apps.
  public let namespace: String
  let groups: [any PresetGroup]

  /// Creates a catalog.
  ///
  /// ```swift
  /// let tags = PresetCatalog("tags", version: 4, namespace: "https://example.com/presets") {
  ///   Presets(TagPreset.self)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name, without a slash.
  ///   - version: The version. A store that has a greater one is left as it is. Without a version, the
  ///     objects are created and compared each time that a container opens; this suits a few dozen
  ///     presets.
  ///   - namespace: A URI that belongs to the app for ever. Presets of different namespaces are
  ///     different.
  ///   - content: The groups of presets.
  public init(
    _ name: String, version: Int? = nil, namespace: String = PresetCatalog.commonNamespace,
    @PresetCatalogBuilder _ content: () -> [any PresetGroup]
  ) {
    self.init(name, version: version, namespace: namespace, groups: content())
  }

  init(_ name: String, version: Int?, namespace: String, groups: [any PresetGroup]) {
    self.name = name
    self.version = version
    self.namespace = namespace
    self.groups = groups
  }

  /// The namespace of apps that specify none, because their stores never meet.
  public static let commonNamespace = "urn:perennial:presets"
}

extension PresetCatalog: CustomStringConvertible {
  /// The name and the version, such as `cookbook version 2`.
  public var description: String { version.map { "\(name) version \($0)" } ?? name }
}
