/// The classes of a container that share a table, and the classes whose rows a query for each
/// returns.
///
/// A class does not know its subclasses. The schema defines the classes, and the file defines the
/// other entities in a table. Classes that neither inherit nor are inherited from are not listed,
/// and have no cost.
package struct ClassHierarchies: Sendable {
  private struct Family: Sendable {
    /// The class and its subclasses. Each class follows its superclass.
    let members: [ModelLayout]
    /// `true` if the table has rows of other classes.
    let isPart: Bool
  }

  /// The hierarchies for code without a container: any class may or may not have a table of its
  /// own.
  static let unknown = ClassHierarchies()

  private var families: [ObjectIdentifier: Family] = [:]
  /// The entities of root classes, by the entities of the classes in their hierarchies.
  private var roots: [String: String] = [:]
  /// The root classes whose tables have objects of entities that the schema does not have.
  private var strange: Set<ObjectIdentifier> = []
  private var isUnknown = false

  private init() { isUnknown = true }

  /// Creates the hierarchies of some classes.
  ///
  /// - Parameter unknownSubentities: The entities that are in the file's tables and not in the schema, by
  ///   table. The list is empty for a table that could have such entities.
  init(_ layouts: [ModelLayout], unknownSubentities: [String: [String]] = [:]) {
    let hierarchies = Dictionary(grouping: layouts) { ObjectIdentifier($0.root) }
    for classes in hierarchies.values {
      guard let root = classes.first?.root else { continue }
      let others = unknownSubentities[root.tableName]
      if classes.count == 1, classes[0] === root, others == nil { continue }
      if others?.isEmpty == false { strange.insert(ObjectIdentifier(root)) }
      let ordered = classes.sorted { $0.depth < $1.depth }
      for layout in classes {
        roots[layout.entityName] = root.entityName
        families[ObjectIdentifier(layout)] = Family(
          members: ordered.filter { $0.isKind(of: layout) },
          isPart: layout !== root || others?.isEmpty == false)
      }
    }
  }

  /// Merges the hierarchies of several stores.
  init(merging stores: [ClassHierarchies]) {
    for store in stores {
      families.merge(store.families) { first, _ in first }
      roots.merge(store.roots) { first, _ in first }
      strange.formUnion(store.strange)
    }
  }

  /// `true` if no class is listed: no class inherits from another, and no table can have unknown
  /// entities.
  var isEmpty: Bool { families.isEmpty }

  /// Returns `true` if the class's table has a column with the names of entities.
  func isShared(_ layout: ModelLayout) -> Bool { families[ObjectIdentifier(layout)] != nil }

  /// Returns the entity of the root class in an entity's hierarchy.
  func root(of entityName: String) -> String { roots[entityName] ?? entityName }

  /// Returns the class and its subclasses. Each class follows its superclass.
  func members(of layout: ModelLayout) -> [ModelLayout] {
    families[ObjectIdentifier(layout)]?.members ?? [layout]
  }

  /// Returns the entities of the class and of its subclasses that the schema has.
  package func entityNames(of layout: ModelLayout) -> [String] {
    if let family = families[ObjectIdentifier(layout)] { return family.members.map(\.entityName) }
    return isUnknown ? [layout.entityName] : []
  }

  /// Returns `true` if relationships may reference objects of entities that the schema does not
  /// have.
  func hasUnknownSubentities(in layout: ModelLayout) -> Bool {
    strange.contains(ObjectIdentifier(layout.root))
  }

  /// Returns the entities of the objects that a query for a class returns, or nil if every row of
  /// the table matches.
  ///
  /// - Parameter includesSubclasses: `true` if the query includes objects of subclasses.
  func condition(of layout: ModelLayout, includesSubclasses: Bool = true) -> [String]? {
    guard let family = families[ObjectIdentifier(layout)] else { return nil }
    if !includesSubclasses { return [layout.entityName] }
    return family.isPart ? family.members.map(\.entityName) : nil
  }
}
