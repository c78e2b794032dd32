import Perennial

/// What an app comes with: objects that its users may edit and delete, that new versions of the app
/// improve, and that can be brought back.
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
/// A preset is told by its entity and its ID, and nothing else: it is the same on every device, in
/// every version of the app, and after the app was installed anew. Hence it cannot be there twice.
/// What the user writes is known by its stamps, field by field; so a new version of the catalog reaches
/// every field that nobody has touched, and no other.
///
/// The objects are made when the catalog has to be applied, and not whenever the app starts. Each time
/// they must be new ones, in no context.
public struct PresetCatalog: Sendable {
  /// What the store knows the catalog by.
  public let name: String
  /// Counts up with every change; nil for a catalog that is compared with what was applied last,
  /// whenever a container opens.
  public let version: Int?
  /// What makes the presets of this app others than those of another app, should they ever meet.
  public let namespace: String
  let groups: [any PresetGroup]

  /// - Parameters:
  ///   - name: Without a slash.
  ///   - version: A store that has seen a greater one is left as it is. Without versions, the objects
  ///     are made each time that a container opens, to see whether they have changed; that suits
  ///     some dozens.
  ///   - namespace: A URI that belongs to the app for ever. Presets of another namespace are others.
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

  /// The namespace of apps that name none: their stores never meet.
  public static let commonNamespace = "urn:perennial:presets"
}

extension PresetCatalog: CustomStringConvertible {
  /// The name and the version, such as `cookbook version 2`.
  public var description: String { version.map { "\(name) version \($0)" } ?? name }
}

/// Puts the groups of a catalog together.
@resultBuilder
public enum PresetCatalogBuilder {
  public static func buildExpression(_ group: any PresetGroup) -> [any PresetGroup] { [group] }
  public static func buildBlock(_ groups: [any PresetGroup]...) -> [any PresetGroup] {
    groups.flatMap(\.self)
  }
  public static func buildOptional(_ groups: [any PresetGroup]?) -> [any PresetGroup] {
    groups ?? []
  }
  public static func buildEither(first groups: [any PresetGroup]) -> [any PresetGroup] { groups }
  public static func buildEither(second groups: [any PresetGroup]) -> [any PresetGroup] { groups }
  public static func buildArray(_ groups: [[any PresetGroup]]) -> [any PresetGroup] {
    groups.flatMap(\.self)
  }
}
