/// Finds which rows of presets can go: those that nothing needs which stays.
///
/// Rows of all entities are looked at together. What only such rows refer to that can go themselves
/// goes with them, be it in a circle.
struct PresetRetirement {
  /// A row, wherever it is: the classes of a hierarchy share a table.
  private struct Place: Hashable {
    let table: UInt16
    let key: Int64
  }

  private let connection: Connection
  private let tables: [GraphTable]
  /// Whether a row with links that the user has made stays.
  private let sparesLinked: Bool
  /// The tables whose objects of the user go at the same time.
  private let emptied: Set<UInt16>
  private var candidates: Set<Place> = []
  /// For each row that stays, the candidates which that keeps, as far as it is known.
  private var kept: [Place: [Place]] = [:]
  private var staying: [Place] = []

  /// - Parameter tables: All tables of the store.
  init(
    _ connection: Connection, _ tables: [GraphTable], sparingLinked: Bool, emptied: [GraphTable]
  ) {
    sparesLinked = sparingLinked
    self.connection = connection
    self.tables = tables
    self.emptied = Set(emptied.filter { $0.root === $0 }.map(\.index))
  }

  /// Those of some rows that have to stay.
  ///
  /// Complexity: O(*n* · *r*) queries for *n* rows of entities with *r* relationships.
  mutating func needed(
    among rows: [(table: GraphTable, keys: Set<Int64>)]
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

  private mutating func look(at key: Int64, of table: GraphTable) throws {
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

  /// What refers to a candidate keeps it.
  private mutating func lookBack(
    from place: Place, by relationship: RelationshipLayout, of owner: GraphTable
  ) throws {
    if case .joinTable = relationship.storage, !relationship.isLeading { return }
    guard let sql = EntityLinks.owners(of: relationship, owner.layout) else { return }
    for key in try connection.integers(sql, [.integer(place.key)]) {
      note(Place(table: owner.rootIndex, key: key), keeps: place)
    }
  }

  /// A candidate with a link that the user has made is the user's; and so is one that would take along
  /// what stays, or that a delete rule forbids to go without it.
  private mutating func lookAhead(
    from place: Place, by relationship: RelationshipLayout, to destination: GraphTable,
    of table: GraphTable
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
  /// Those of some presets that something needs which stays; of each entity a set.
  ///
  /// - Parameters:
  ///   - sparingLinked: Whether what the user has linked stays too.
  ///   - userObjects: The models whose objects of the user go at the same time.
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
