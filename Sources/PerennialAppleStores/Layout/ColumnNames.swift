/// The names of the columns in the table of a hierarchy of entities.
///
/// A column is `Z` and the name of its property in capitals. A composite has a column for each leaf, with the name of the
/// leaf alone. Names that repeat get a number: in the order of the properties' names, the second leaf `key` has the column
/// `ZKEY1`.
///
/// The rules follow from files. So the names are compared with the table, by their existence and declared type, and
/// other orders are tried if those of the first do not fit.
struct ColumnNames {
  /// A property with a column of its own, or an element of a composite.
  struct Leaf: Hashable {
    /// The entity that declares the property.
    let entity: String
    /// The names of the property and the elements down to the leaf.
    let path: [String]
    /// The type that Core Data declares the column with; nil if any is right.
    let type: String?
  }

  /// The column of each leaf.
  let columns: [Leaf: String]

  /// An order in which equal names are numbered.
  enum Order: CaseIterable {
    case byName, attributesFirst, relationshipsFirst
  }

  /// Names the columns of a hierarchy.
  ///
  /// - Parameters:
  ///   - entities: The entities of the hierarchy, each one before those below it.
  ///   - table: The columns of the table.
  /// - Returns: The names in the first order that fits the table, or else those in the order of names, and the leaf that
  ///   does not fit.
  static func fitting(
    _ entities: [StoredModel.Entity], _ model: StoredModel, in table: [SourceTables.Column]
  ) -> (names: ColumnNames, misfit: Leaf?) {
    let types = Dictionary(table.map { ($0.name, $0.type) }) { first, _ in first }
    var first: (names: ColumnNames, misfit: Leaf?)?
    for order in Order.allCases {
      let names = ColumnNames(entities, model, order: order)
      let misfit = names.leaves.first { leaf in
        guard let column = names.columns[leaf], let type = types[column] else { return true }
        guard let expected = leaf.type, !type.isEmpty else { return false }
        return !type.hasPrefix(expected)
      }
      if misfit == nil { return (names, nil) }
      if first == nil { first = (names, misfit) }
    }
    return first ?? (names: ColumnNames(entities, model, order: .byName), misfit: nil)
  }

  /// A property with its leaves.
  private struct Part {
    let name: String
    let isAttribute: Bool
    let leaves: [Leaf]
  }

  private let leaves: [Leaf]

  private init(_ entities: [StoredModel.Entity], _ model: StoredModel, order: Order) {
    var leaves: [Leaf] = []
    for entity in entities {
      let inherited = entity.superentity.flatMap { model[$0] }
      let attributes = entity.attributes.filter {
        !$0.isTransient && inherited?.attribute($0.name) == nil
      }
      let relationships = entity.relationships.filter {
        !$0.isToMany && inherited?.relationship($0.name) == nil
      }
      var parts = attributes.map { attribute in
        Part(
          name: attribute.name, isAttribute: true,
          leaves: Self.leaves(of: attribute, in: entity.name))
      }
      parts += relationships.map { relationship in
        let leaf = Leaf(entity: entity.name, path: [relationship.name], type: "INTEGER")
        return Part(name: relationship.name, isAttribute: false, leaves: [leaf])
      }
      parts.sort { first, second in
        if order != .byName, first.isAttribute != second.isAttribute {
          return first.isAttribute == (order == .attributesFirst)
        }
        return first.name.utf8.lexicographicallyPrecedes(second.name.utf8)
      }
      leaves += parts.flatMap(\.leaves)
    }
    self.leaves = leaves
    var counts: [String: Int] = [:]
    var taken: Set<String> = []
    var columns: [Leaf: String] = [:]
    for leaf in leaves {
      let name = "Z" + (leaf.path.last ?? "").uppercased()
      var number = counts[name] ?? 0
      var column = number == 0 ? name : "\(name)\(number)"
      while !taken.insert(column).inserted {
        number += 1
        column = "\(name)\(number)"
      }
      counts[name] = number + 1
      columns[leaf] = column
    }
    self.columns = columns
  }

  private static func leaves(
    of attribute: StoredModel.Attribute, in entity: String, below path: [String] = []
  ) -> [Leaf] {
    let path = path + [attribute.name]
    if attribute.type == .composite {
      return attribute.elements.flatMap { leaves(of: $0, in: entity, below: path) }
    }
    return [Leaf(entity: entity, path: path, type: attribute.type.declaredType)]
  }
}

extension StoredModel.AttributeType {
  /// The type with which Core Data declares a column; nil if any is right.
  var declaredType: String? {
    switch self {
    case .integer, .boolean: "INTEGER"
    case .decimal: "DECIMAL"
    case .double, .float: "FLOAT"
    case .string, .url: "VARCHAR"
    case .date: "TIMESTAMP"
    case .data, .transformable, .uuid: "BLOB"
    case .objectID, .composite, .other: nil
    }
  }
}
