/// Finds the preset rows that can be deleted: those that no remaining row needs.
///
/// Rows of all entities are examined together. Candidates that only other deletable candidates reference can
/// be deleted with these, even in a cycle.
struct PresetRetirement {
  /// A row in a root table: the classes of a hierarchy share a table.
  private struct Place: Hashable {
    let table: UInt16
    let key: Int64
  }

  private let connection: Connection
  private let tables: [EntityTable]
  /// `true` if rows with links that the user has inserted are kept.
  private let sparesLinked: Bool
  /// The tables whose user objects are deleted at the same time.
  private let emptied: Set<UInt16>
  private var candidates: Set<Place> = []
  /// For each row, the candidates that must stay if that row stays, as far as they are known.
  private var kept: [Place: [Place]] = [:]
  private var staying: [Place] = []

  /// - Parameter tables: All tables of the store.
  init(
    _ connection: Connection, _ tables: [EntityTable], sparingLinked: Bool, emptied: [EntityTable]
  ) {
    sparesLinked = sparingLinked
    self.connection = connection
    self.tables = tables
    self.emptied = Set(emptied.filter { $0.root === $0 }.map(\.index))
  }

  /// Returns the candidates that have to stay.
  ///
  /// Complexity: O(*n* · *r*) queries for *n* rows of entities with *r* relationships.
  mutating func needed(
    among rows: [(table: EntityTable, keys: Set<Int64>)]
  ) throws -> [UInt16: Set<Int64>] {
    for (table, keys) in rows {
      candidates.formUnion(keys.map { Place(table: table.rootIndex, key: $0) })
    }
    for (table, keys) in rows {
      for key in keys { try look(at: key, of: table) }
    }
    var needed: Set<Place> = []
    while let place = staying.popLast() {
      if needed.insert(place).inserted { staying += kept[place] ?? [] }
    }
    var found: [UInt16: Set<Int64>] = [:]
    for (table, keys) in rows {
      found[table.index] = keys.filter {
        needed.contains(Place(table: table.rootIndex, key: $0))
      }
    }
    return found
  }

  /// Notes that a row needs a candidate.
  private mutating func note(_ other: Place, keeps candidate: Place) {
    if other.key >= 0, emptied.contains(other.table) { return }
    if candidates.contains(other) {
      kept[other, default: []].append(candidate)
    } else {
      staying.append(candidate)
    }
  }

  private mutating func look(at key: Int64, of table: EntityTable) throws {
    let place = Place(table: table.rootIndex, key: key)
    for owner in tables {
      for property in owner.layout.ownProperties {
        guard let relationship = owner.layout.relationship(property.index),
          table.layout.isKind(of: relationship.destination)
        else { continue }
        try lookBack(from: place, by: relationship, of: owner)
      }
    }
    for relationship in table.layout.relationships.values {
      guard let destination = table.destinations[relationship.property.index] else { continue }
      try lookAhead(from: place, by: relationship, to: destination, of: table)
    }
  }

  /// Notes the rows that reference a candidate: they keep it.
  private mutating func lookBack(
    from place: Place, by relationship: RelationshipLayout, of owner: EntityTable
  ) throws {
    if case .joinTable = relationship.storage, !relationship.isLeading { return }
    guard let sql = EntityLinks.owners(of: relationship, owner.layout) else { return }
    for key in try connection.integers(sql, [.integer(place.key)]) {
      note(Place(table: owner.rootIndex, key: key), keeps: place)
    }
  }

  /// Notes the rows that a candidate references, where these keep it. A candidate with a link that the user
  /// has inserted stays. So does a candidate whose deletion would cascade to a remaining row, or is denied by
  /// a delete rule because of such a row.
  private mutating func lookAhead(
    from place: Place, by relationship: RelationshipLayout, to destination: EntityTable,
    of table: EntityTable
  ) throws {
    if sparesLinked, case .joinTable(let join) = relationship.storage, relationship.isLeading {
      let added = try connection.integers(
        """
        SELECT 1 FROM \(SQLName.quoted(join.name)) \
        WHERE \(join.owner) = ? AND \(SQLName.preset) IS NULL LIMIT 1
        """, [.integer(place.key)])
      if !added.isEmpty { staying.append(place) }
    }
    guard [.cascade, .deny].contains(relationship.property.deleteRule) else { return }
    let sql =
      switch relationship.storage {
      case .column(let column):
        "SELECT \(SQLName.quoted(column)) FROM \(SQLName.quoted(table.layout.tableName)) WHERE _pk = ?"
      case .inverseColumn(let column, _):
        """
        SELECT _pk FROM \(SQLName.quoted(destination.layout.tableName)) \
        WHERE \(SQLName.quoted(column)) = ?
        """
      case .joinTable(let join):
        "SELECT \(join.target) FROM \(SQLName.quoted(join.name)) WHERE \(join.owner) = ?"
      }
    for key in try connection.integers(sql, [.integer(place.key)]) where key != 0 {
      note(Place(table: destination.rootIndex, key: key), keeps: place)
    }
  }
}

extension PresetWriter {
  /// Returns the presets, one set per entity, that have to stay because a remaining row needs them.
  ///
  /// - Parameters:
  ///   - sparingLinked: `true` if presets with links that the user has inserted stay too.
  ///   - userObjects: The models whose user objects are deleted at the same time.
  package func needed(
    among rows: [(type: any PersistentModel.Type, keys: Set<Int64>)], sparingLinked: Bool,
    with userObjects: [any PersistentModel.Type]
  ) throws -> [Set<Int64>] {
    let rows = try rows.map { (table: try graph.table(of: $0.type), keys: $0.keys) }
    var retirement = PresetRetirement(
      connection, tables, sparingLinked: sparingLinked,
      emptied: try userObjects.map { try graph.table(of: $0) })
    let needed = try retirement.needed(among: rows)
    return rows.map { needed[$0.table.index] ?? [] }
  }
}
