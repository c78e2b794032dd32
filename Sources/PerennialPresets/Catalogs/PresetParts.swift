public import Perennial

/// The parts of presets: objects that only their owner references, such as the ingredients of a recipe.
///
/// The ID of a part consists of its owner's ID, a slash, and its own ID.
public struct PresetParts<Owner: PersistentModel, Part: PersistentModel>: PresetGroup {
  private let name: String
  private let isRelationship: Bool
  private let members: @Sendable (Owner) -> [any PersistentModel]
  private let identify: @Sendable (Part) -> String?

  /// Creates a group of parts.
  ///
  /// ```swift
  /// let ingredients = PresetParts(\Recipe.ingredients, id: \.name)
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath: The relationship from an owner to its parts. Any other key path makes the catalog
  ///     invalid.
  ///   - id: Returns the ID that identifies a part among the parts of its owner. It never changes.
  public init(
    _ keyPath: any KeyPath<Owner, [Part]> & Sendable, id: @escaping @Sendable (Part) -> String?
  ) {
    self.init(path: keyPath, id: id)
  }

  /// Creates a group of parts, for an optional relationship.
  ///
  /// ```swift
  /// @Model final class Menu {
  ///   var courses: [Recipe]? = []
  ///   init() {}
  /// }
  /// let courses = PresetParts(\Menu.courses) { $0.slug }
  /// ```
  public init(
    _ keyPath: any KeyPath<Owner, [Part]?> & Sendable, id: @escaping @Sendable (Part) -> String?
  ) {
    self.init(path: keyPath, id: id)
  }

  /// Creates a group of parts, for a to-one relationship.
  ///
  /// ```swift
  /// let owners = PresetParts(\Recipe.owner, id: \.name)
  /// ```
  public init(
    _ keyPath: any KeyPath<Owner, Part?> & Sendable, id: @escaping @Sendable (Part) -> String?
  ) {
    let property = ModelLayout.of(Owner.self).property(at: keyPath)
    name = property?.name ?? "\(keyPath)"
    isRelationship = property?.isRelationship == true
    members = { $0[keyPath: keyPath].map { [$0] } ?? [] }
    identify = id
  }

  private init(path: any AnyKeyPath & Sendable, id: @escaping @Sendable (Part) -> String?) {
    let property = ModelLayout.of(Owner.self).property(at: path)
    name = property?.name ?? "\(path)"
    isRelationship = property?.isRelationship == true
    members = { owner in property.map { owner.relatedObjects($0) } ?? [] }
    identify = id
  }

  /// The parts, which are found in their owners when a catalog with the group has to be applied.
  public var content: PresetGroupContent { PresetGroupContent { add(to: &$0) } }

  private func add(to assembly: inout PresetAssembly) {
    guard isRelationship else {
      assembly.problems.append(
        """
        PresetParts: \(name) is not a relationship of \(ModelLayout.of(Owner.self).entityName) and \
        cannot have parts
        """)
      return
    }
    let (members, identify) = (members, identify)
    assembly.parts.append(
      .init(
        owner: ModelLayout.of(Owner.self), members: { ($0 as? Owner).map(members) ?? [] },
        id: { ($0 as? Part).flatMap(identify) }, name: name))
  }
}
