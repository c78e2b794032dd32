// The links between presets in join tables.
//
// The links of a catalog are marked. A trigger records the marked links that are deleted. So the links that
// the catalog had before are known: the marked and the deleted ones. Only their difference from the catalog's
// present links is written; links that the user has inserted or deleted stay so.

/// The presets whose links were inserted or deleted, with the names of the relationships.
package struct PresetLinkChanges {
  package var changed: [Int64: Set<String>] = [:]
}

extension PresetWriter {
  private struct Pair: Hashable {
    let source: Int64
    let target: Int64
  }

  /// Updates the links of a catalog's presets.
  ///
  /// - Parameters:
  ///   - catalogs: The names of the catalogs to update.
  ///   - places: The rows of the presets. An object that stands in for a preset is linked to, and keeps its
  ///     own links.
  ///   - arrived: The new presets. They begin with the catalog's links, also for relationships that are left
  ///     to the user. Those links are then the user's.
  ///   - reset: The presets that get exactly the catalog's links; nil if the user's changes stay.
  package func link(
    _ contents: CatalogGraph, of catalogs: Set<String>, in places: PresetKeyMap,
    beginning arrived: Set<Int64>, resetting reset: @autoclosure () -> Set<Int64>? = nil
  ) throws -> PresetLinkChanges {
    var changes = PresetLinkChanges()
    let joinTables = joinTables(of: contents)
    if joinTables.isEmpty { return changes }
    let reset = reset()
    let wanted = Dictionary(grouping: contents.links, by: \.table)
    let keys = Set(contents.drafts.lazy.filter { catalogs.contains($0.catalog) }.map(\.key))
    for (name, relationship, table) in joinTables {
      let sides = Sides(name, relationship, table, graph)
      let links = (wanted[name] ?? []).compactMap { sides.pair($0, in: places) }
      if userProperties[table.layout.entityName]?.contains(relationship.property.name) == true {
        for pair in links where arrived.contains(sides.owner(pair)) {
          try insert(pair, sides, isMarked: false, &changes)
        }
      } else {
        try link(links, sides, among: keys, resetting: reset, &changes)
      }
    }
    return changes
  }

  /// Returns the join tables of a catalog's entities, each with the relationship that leads it; see
  /// ``RelationshipLayout/isLeading``.
  private func joinTables(
    of contents: CatalogGraph
  ) -> [(name: String, RelationshipLayout, EntityTable)] {
    var seen: Set<String> = []
    var found: [(String, RelationshipLayout, EntityTable)] = []
    let layouts = Set(contents.drafts.lazy.map { ObjectIdentifier($0.layout) })
    for table in tables where layouts.contains(ObjectIdentifier(table.layout)) {
      for relationship in table.layout.relationships.values.sorted(by: {
        $0.property.index < $1.property.index
      }) {
        guard case .joinTable(let join) = relationship.storage, relationship.isLeading,
          seen.insert(join.name).inserted
        else { continue }
        found.append((join.name, relationship, table))
      }
    }
    return found
  }

  /// A join table as seen from the presets that own the links.
  private struct Sides {
    let name: String
    let owner: String
    let isSource: Bool
    let isSymmetric: Bool
    let property: PropertyLayout
    let table: EntityTable
    let inverse: PropertyLayout?
    let destination: EntityTable?

    init(
      _ name: String, _ relationship: RelationshipLayout, _ table: EntityTable, _ graph: ObjectGraph
    ) {
      self.name = name
      self.table = table
      property = relationship.property
      isSymmetric = relationship.isSymmetric
      inverse = relationship.inverse
      destination = table.destinations[relationship.property.index]
      if case .joinTable(let join) = relationship.storage {
        owner = join.owner
      } else {
        owner = "source"
      }
      isSource = owner == "source"
    }

    func owner(_ pair: Pair) -> Int64 { isSource ? pair.source : pair.target }
    func target(_ pair: Pair) -> Int64 { isSource ? pair.target : pair.source }

    /// Returns the rows that a catalog's link connects; nil if one of them is missing.
    func pair(_ link: CatalogGraph.Link, in places: PresetKeyMap) -> Pair? {
      if places.isEmpty { return Pair(source: link.source, target: link.target) }
      guard let source = places[link.source], let target = places[link.target] else { return nil }
      let given = Pair(source: link.source, target: link.target)
      guard places.hasRow(owner(given)), !isSymmetric || places.hasRow(self.target(given)) else {
        return nil
      }
      return Pair(source: source, target: target)
    }
  }

  private func pairs(_ sql: String, _ bindings: [SQLValue] = []) throws -> [Pair] {
    var found: [Pair] = []
    try connection.rows(sql, bindings) { row in
      found.append(Pair(source: row.int64(), target: row.int64()))
    }
    return found
  }

  private func link(
    _ wanted: [Pair], _ sides: Sides, among keys: Set<Int64>, resetting reset: Set<Int64>?,
    _ changes: inout PresetLinkChanges
  ) throws {
    let name = SQLName.quoted(sides.name)
    let links = SQLValue.text(sides.name)
    let marked = Set(
      try pairs("SELECT source, target FROM \(name) WHERE \(SQLName.preset) IS NOT NULL"))
    let cut = Set(
      try pairs("SELECT source, target FROM \(PresetTables.unlinked) WHERE links = ?", [links]))
    func isReset(_ pair: Pair) -> Bool { reset?.contains(sides.owner(pair)) == true }
    let former = marked.union(cut)
    let wanted = wanted.filter { keys.contains(sides.owner($0)) }
    let goal = Set(wanted)
    if let reset {
      for pair in try pairs("SELECT source, target FROM \(name) WHERE \(SQLName.preset) IS NULL")
      where reset.contains(sides.owner(pair)) && !goal.contains(pair) {
        try unlink(pair, sides, &changes)
      }
    }
    // Links of other catalogs are not changed.
    for pair in former.subtracting(goal) where keys.contains(sides.owner(pair)) {
      if marked.contains(pair) { try unlink(pair, sides, &changes) }
      try forget(pair, sides)
    }
    for pair in wanted where !marked.contains(pair) {
      if cut.contains(pair), !isReset(pair) { continue }
      try forget(pair, sides)
      try insert(pair, sides, isMarked: true, &changes)
    }
  }

  private func insert(
    _ pair: Pair, _ sides: Sides, isMarked: Bool, _ changes: inout PresetLinkChanges
  ) throws {
    let place = OrderKeyGenerator.reserve(2)
    let isNew = try connection.integers(
      """
      INSERT INTO \(SQLName.quoted(sides.name)) \
      (source, target, position, inverse_position, \(SQLName.preset)) \
      VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (source, target) DO NOTHING RETURNING source
      """,
      [
        .integer(pair.source), .integer(pair.target), .integer(place), .integer(place + 1),
        isMarked ? .integer(1) : .null,
      ])
    if !isNew.isEmpty { note(pair, sides, &changes) }
  }

  private func unlink(_ pair: Pair, _ sides: Sides, _ changes: inout PresetLinkChanges) throws {
    try connection.run(
      "DELETE FROM \(SQLName.quoted(sides.name)) WHERE source = ? AND target = ?",
      [.integer(pair.source), .integer(pair.target)])
    note(pair, sides, &changes)
  }

  private func forget(_ pair: Pair, _ sides: Sides) throws {
    try connection.run(
      "DELETE FROM \(PresetTables.unlinked) WHERE links = ? AND source = ? AND target = ?",
      [.text(sides.name), .integer(pair.source), .integer(pair.target)])
  }

  private func note(_ pair: Pair, _ sides: Sides, _ changes: inout PresetLinkChanges) {
    changes.changed[sides.owner(pair), default: []].insert(sides.property.name)
    news.update(sides.owner(pair), sides.property.mask, sides.table)
    if let inverse = sides.inverse, let destination = sides.destination {
      news.update(sides.target(pair), inverse.mask, destination)
    }
  }
}

extension RelationshipLayout {
  /// `true` if links in a join table are attributed to the objects on this side. That is the side whose
  /// relationship names its inverse. If neither or both do, it is the source side.
  var isLeading: Bool {
    guard case .joinTable(let join) = storage, let inverse else { return true }
    let here = property.relationship?.inverseKeyPath != nil
    let there = inverse.relationship?.inverseKeyPath != nil
    return here == there ? join.owner == "source" : here
  }
}
