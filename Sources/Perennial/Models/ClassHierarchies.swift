/// Which classes of a container share a table, and whose rows a query for one of them gives.
///
/// A class of itself does not know what inherits from it. Which classes there are is a matter of the
/// schema, and what else is in a table one of the file. Classes that neither inherit nor are
/// inherited from are not listed, and cost nothing.
struct ClassHierarchies: Sendable {
  private struct Family: Sendable {
    /// The class, and those that inherit from it; each behind its superclass.
    let members: [ModelLayout]
    /// Whether the table has rows of other classes.
    let isPart: Bool
  }

  /// What is said where no container is at hand: any class may have a table of its own or not.
  static let unknown = ClassHierarchies()

  private var families: [ObjectIdentifier: Family] = [:]
  /// The entities that hierarchies begin with, by those that inherit from them.
  private var roots: [String: String] = [:]
  /// The hierarchies whose tables have objects of entities that the schema does not have.
  private var strange: Set<ObjectIdentifier> = []
  private var isUnknown = false

  private init() { isUnknown = true }

  /// - Parameter strangers: The entities that the file's tables have and the schema does not, by
  ///   the table; an empty list for a table that could have some.
  init(_ layouts: [ModelLayout], strangers: [String: [String]] = [:]) {
    let hierarchies = Dictionary(grouping: layouts) { ObjectIdentifier($0.root) }
    for classes in hierarchies.values {
      guard let root = classes.first?.root else { continue }
      let others = strangers[root.tableName]
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

  /// The hierarchies of several stores.
  init(merging stores: [ClassHierarchies]) {
    for store in stores {
      families.merge(store.families) { first, _ in first }
      roots.merge(store.roots) { first, _ in first }
      strange.formUnion(store.strange)
    }
  }

  /// Whether no class inherits from another.
  var isEmpty: Bool { families.isEmpty }

  /// Whether the class's table has a column with the names of entities.
  func isShared(_ layout: ModelLayout) -> Bool { families[ObjectIdentifier(layout)] != nil }

  /// The entity that an entity's hierarchy begins with.
  func root(of entityName: String) -> String { roots[entityName] ?? entityName }

  /// The class, and those that inherit from it; each behind its superclass.
  func members(of layout: ModelLayout) -> [ModelLayout] {
    families[ObjectIdentifier(layout)]?.members ?? [layout]
  }

  /// The entities of the class and of those that inherit from it, as far as the schema has them.
  func entityNames(of layout: ModelLayout) -> [String] {
    if let family = families[ObjectIdentifier(layout)] { return family.members.map(\.entityName) }
    return isUnknown ? [layout.entityName] : []
  }

  /// Whether references may lead to objects that the schema does not know.
  func hasStrangers(in layout: ModelLayout) -> Bool {
    strange.contains(ObjectIdentifier(layout.root))
  }

  /// The entities of the objects that a query for a class gives; nil if every row of its table is
  /// of one of them.
  ///
  /// - Parameter includesSubclasses: Whether the query is for objects of subclasses too.
  func condition(of layout: ModelLayout, includesSubclasses: Bool = true) -> [String]? {
    guard let family = families[ObjectIdentifier(layout)] else { return nil }
    if !includesSubclasses { return [layout.entityName] }
    return family.isPart ? family.members.map(\.entityName) : nil
  }
}

extension ModelLayout {
  /// How many classes it is away from the beginning of its hierarchy.
  fileprivate var depth: Int { superlayout.map { $0.depth + 1 } ?? 0 }
}
