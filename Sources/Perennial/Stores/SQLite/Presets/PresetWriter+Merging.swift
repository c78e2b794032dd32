import Foundation

// Rows of several objects that become one.

/// A row as it is, for whoever compares it with others.
package struct StoredRow {
  package let key: Int64
  /// The attributes and the relationships to one, by name. Values in files are given as in a row.
  package var values: [String: SQLValue] = [:]
  package var stamps = FieldStamps()
  /// The relationships to many that are kept as pairs and told of this side, in their order.
  package var links: [String: [Int64]] = [:]
}

extension PresetWriter {
  private func list(_ keys: [Int64]) -> SQLValue {
    .text("[\(keys.map(String.init).joined(separator: ","))]")
  }

  /// The rows of a model with some keys.
  package func rows(_ keys: [Int64], of type: any PersistentModel.Type) throws -> [StoredRow] {
    let table = try graph.table(of: type)
    let properties = table.entity.columns.filter { $0.columnName != nil && !$0.isToMany }
    let hasStamps = try PresetTables.concern(table.layout.tableName, on: connection)
    let columns = properties.compactMap(\.columnName).map(SQLName.quoted)
    let selection = (["_pk", hasStamps ? SQLName.stamps : "NULL"] + columns).joined(separator: ", ")
    var found: [StoredRow] = []
    try connection.rows(
      """
      SELECT \(selection) FROM \(SQLName.quoted(table.layout.tableName)) \
      WHERE _pk IN (SELECT value FROM json_each(?)) ORDER BY _pk
      """, [list(keys)]
    ) { row in
      var stored = StoredRow(key: row.int64())
      if let text = row.value().text { stored.stamps = try FieldStamps(text: text) }
      let handle = connection.handle
      for property in properties {
        guard property.isExternal else {
          stored.values[property.name] = try row.exactValue()
          continue
        }
        let bytes = row.bytes { $0.isEmpty ? nil : ExternalColumn.value($0, of: handle) }
        stored.values[property.name] = bytes.map { .blob(Data([1]) + $0) } ?? .null
      }
      found.append(stored)
    }
    for relationship in table.layout.relationships.values where relationship.isLeading {
      guard case .joinTable(let join) = relationship.storage else { continue }
      var links: [Int64: [Int64]] = [:]
      try connection.rows(
        """
        SELECT \(join.owner), \(join.target) FROM \(SQLName.quoted(join.name)) \
        WHERE \(join.owner) IN (SELECT value FROM json_each(?)) \
        ORDER BY \(join.owner), \(join.position), \(join.target)
        """, [list(keys)]
      ) { row in
        let owner = row.int64()
        links[owner, default: []].append(row.int64())
      }
      for index in found.indices {
        found[index].links[relationship.property.name] = links[found[index].key] ?? []
      }
    }
    return found
  }

  /// When rows were last modified, as far as the history goes, or else made: milliseconds since 1970.
  /// That something else has come to refer to a row is no modification of it.
  package func lastModified(
    _ keys: Set<Int64>, of type: any PersistentModel.Type
  ) throws -> [Int64: Int64] {
    func milliseconds(_ seconds: Double) -> Int64 {
      Int64((seconds + Date.timeIntervalBetween1970AndReferenceDate) * 1000)
    }
    var found: [Int64: Int64] = [:]
    for key in keys where key >= 0 { found[key] = milliseconds(Double(key >> 22) / 1000) }
    guard history != nil else { return found }
    let layout = try graph.table(of: type).layout
    let fields = layout.properties.filter { $0.column != nil }.map(\.name)
    let list = String(decoding: try JSONEncoder().encode(fields), as: UTF8.self)
    try connection.rows(
      """
      SELECT h.time, g.value -> 'keys' FROM \(HistoryTables.transactions) AS h, json_each(h.changes) AS g \
      WHERE g.value ->> 'entity' = ?1 AND (g.value ->> 'kind' = 'insert' OR EXISTS (SELECT 1 \
      FROM json_each(g.value -> 'properties') AS p JOIN json_each(?2) AS field USING (value))) \
      ORDER BY h.id
      """, [.text(layout.entityName), .text(list)]
    ) { row in
      let time = milliseconds(row.double())
      for range in try JSONDecoder().decode([KeyRange].self, from: Data(row.string().utf8)) {
        if range.keys.count == 1 {
          if keys.contains(range.keys.lowerBound) { found[range.keys.lowerBound] = time }
        } else {
          for key in keys where range.keys.contains(key) { found[key] = time }
        }
      }
    }
    return found
  }

  /// An element of the keys in the history: a key, or the first and the last of some.
  private struct KeyRange: Decodable {
    let keys: ClosedRange<Int64>

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let key = try? container.decode(Int64.self) {
        keys = key...key
      } else {
        let ends = try container.decode([Int64].self)
        guard let first = ends.first, let last = ends.last, first <= last else {
          throw DecodingError.dataCorruptedError(
            in: container, debugDescription: "no range of keys: \(ends)")
        }
        keys = first...last
      }
    }
  }

  /// When presets of a model were deleted, by key.
  package func deletionTimes(of type: any PersistentModel.Type) throws -> [Int64: Int64] {
    let name = try graph.table(of: type).layout.entityName
    var found: [Int64: Int64] = [:]
    try connection.rows(
      "SELECT pk, time FROM \(PresetTables.deleted) WHERE entity = ?", [.text(name)]
    ) { found[$0.int64()] = $0.int64() }
    return found
  }

  /// The links of presets of a model that somebody has cut: when, by owner, relationship and target.
  package func cutLinks(
    of type: any PersistentModel.Type
  ) throws -> [(owner: Int64, field: String, target: Int64, time: Int64)] {
    let table = try graph.table(of: type)
    var found: [(owner: Int64, field: String, target: Int64, time: Int64)] = []
    for relationship in table.layout.relationships.values where relationship.isLeading {
      guard case .joinTable(let join) = relationship.storage else { continue }
      try connection.rows(
        """
        SELECT \(join.owner), \(join.target), time FROM \(PresetTables.unlinked) WHERE links = ? \
        AND \(join.target) NOT IN (SELECT pk FROM \(PresetTables.deleted))
        """, [.text(join.name)]
      ) { row in
        found.append((row.int64(), relationship.property.name, row.int64(), row.int64()))
      }
    }
    return found
  }

  package func identifier(_ key: Int64, of type: any PersistentModel.Type) throws
    -> PersistentIdentifier
  {
    try graph.table(of: type).identifier(key)
  }
}

// MARK: - Writing

extension PresetWriter {
  /// Where rows of one model went; nil for nowhere.
  package typealias Moves = (type: any PersistentModel.Type, to: [Int64: Int64?])

  /// Those of some rows that a required reference of a row leads to which stays.
  package func required(
    _ keys: Set<Int64>, of type: any PersistentModel.Type, besides going: Set<Int64>
  ) throws -> Set<Int64> {
    let table = try graph.table(of: type)
    var found: Set<Int64> = []
    for (owner, property) in try references(to: table) where property.isRequiredReference {
      guard let column = property.columnName.map(SQLName.quoted) else { continue }
      try connection.rows(
        """
        SELECT _pk, \(column) FROM \(SQLName.quoted(owner.layout.tableName)) \
        WHERE \(column) IN (SELECT value FROM json_each(?))
        """, [list(Array(keys))]
      ) { row in
        let (key, target) = (row.int64(), row.int64())
        if !going.contains(key) { found.insert(target) }
      }
    }
    return found
  }

  private func references(
    to table: GraphTable
  ) throws -> [(owner: GraphTable, property: PropertyLayout)] {
    tables.flatMap { owner in
      owner.layout.ownProperties.compactMap { property in
        guard property.isToOne, owner.destinations[property.index]?.root === table.root else {
          return nil
        }
        return (owner, property)
      }
    }
  }

  /// Deletes rows and nothing that they own: that belongs to others now.
  package func discard(_ keys: [Int64], of type: any PersistentModel.Type) throws {
    if keys.isEmpty { return }
    let table = try graph.table(of: type)
    let condition = "_pk IN (SELECT value FROM json_each(?))"
    try history?.preserve(table.entity, where: condition, [list(keys)])
    try connection.run(
      "DELETE FROM \(SQLName.quoted(table.layout.tableName)) WHERE \(condition)", [list(keys)])
    var event = SaveEvent()
    event.changes[table.layout.entityName, default: .init()].deleted = keys
    news.add(event)
  }

  /// Has references and links to rows lead to where these went.
  ///
  /// - Returns: How many there were.
  package func redirect(_ moves: [Moves]) throws -> Int {
    var count = 0
    for (type, goals) in moves where !goals.isEmpty {
      let table = try graph.table(of: type)
      for (owner, property) in try references(to: table) {
        count += try redirect(property, of: owner, goals)
      }
    }
    var tablesOfPairs: Set<String> = []
    for owner in tables {
      for property in owner.layout.ownProperties {
        guard let relationship = owner.layout.relationship(property.index), relationship.isLeading,
          case .joinTable(let join) = relationship.storage,
          let destination = owner.destinations[property.index],
          tablesOfPairs.insert(join.name).inserted
        else { continue }
        func goals(_ end: GraphTable) throws -> [Int64: Int64?] {
          var all: [Int64: Int64?] = [:]
          for (type, to) in moves where try graph.table(of: type).root === end.root {
            all.merge(to) { first, _ in first }
          }
          return all
        }
        count += try redirect(
          join, relationship, owner, destination, goals(owner), goals(destination))
      }
    }
    return count
  }

  private func redirect(
    _ property: PropertyLayout, of owner: GraphTable, _ goals: [Int64: Int64?]
  ) throws -> Int {
    guard let column = property.columnName.map(SQLName.quoted) else { return 0 }
    let name = SQLName.quoted(owner.layout.tableName)
    var found: [(key: Int64, target: Int64)] = []
    try connection.rows(
      "SELECT _pk, \(column) FROM \(name) WHERE \(column) IN (SELECT value FROM json_each(?))",
      [list(Array(goals.keys))]
    ) { found.append(($0.int64(), $0.int64())) }
    for (key, target) in found {
      guard let goal = goals[target] else { continue }
      try connection.run(
        "UPDATE \(name) SET \(column) = ? WHERE _pk = ?",
        [goal.map(SQLValue.integer) ?? .null, .integer(key)])
      news.update(key, property.mask, owner)
      news.redirect(from: target, to: goal ?? 0, property, owner)
    }
    // Of a pair, one of several has the object.
    if owner.layout.relationship(property.index)?.inverse?.isToOne == true, !property.isOptional {
      return found.count
    }
    if owner.layout.relationship(property.index)?.inverse?.isToOne == true {
      let winners = list(goals.values.compactMap(\.self))
      let emptied = try connection.integers(
        """
        UPDATE \(name) SET \(column) = NULL WHERE \(column) IN (SELECT value FROM json_each(?)) \
        AND _pk <> (SELECT min(o._pk) FROM \(name) AS o WHERE o.\(column) = \(name).\(column)) \
        RETURNING _pk
        """, [winners])
      for key in emptied { news.update(key, property.mask, owner) }
    }
    return found.count
  }

  private func redirect(
    _ join: RelationshipLayout.JoinTable, _ relationship: RelationshipLayout, _ owner: GraphTable,
    _ destination: GraphTable, _ owners: [Int64: Int64?], _ targets: [Int64: Int64?]
  ) throws -> Int {
    if owners.isEmpty, targets.isEmpty { return 0 }
    struct Pair {
      let (owner, target, position, inversePosition): (Int64, Int64, Int64, Int64)
    }
    let name = SQLName.quoted(join.name)
    let condition = """
      \(join.owner) IN (SELECT value FROM json_each(?1)) \
      OR \(join.target) IN (SELECT value FROM json_each(?2))
      """
    let lists = [list(Array(owners.keys)), list(Array(targets.keys))]
    var pairs: [Pair] = []
    try connection.rows(
      """
      SELECT \(join.owner), \(join.target), \(join.position), \(join.inversePosition) FROM \(name) \
      WHERE \(condition) ORDER BY \(join.position), \(join.target)
      """, lists
    ) { row in
      pairs.append(
        Pair(
          owner: row.int64(), target: row.int64(), position: row.int64(),
          inversePosition: row.int64()))
    }
    if pairs.isEmpty { return 0 }
    try connection.run("DELETE FROM \(name) WHERE \(condition)", lists)
    // Nobody has cut these.
    try connection.run(
      "DELETE FROM \(PresetTables.unlinked) WHERE links = ?3 AND (\(condition))",
      lists + [.text(join.name)])
    for pair in pairs {
      guard let newOwner = owners[pair.owner] ?? pair.owner,
        let newTarget = targets[pair.target] ?? pair.target
      else {
        note(pair.owner, pair.target, relationship, owner, destination)
        continue
      }
      try connection.run(
        """
        INSERT INTO \(name) (\(join.owner), \(join.target), \(join.position), \
        \(join.inversePosition)) VALUES (?, ?, ?, ?) ON CONFLICT (source, target) DO UPDATE SET \
        \(join.position) = min(\(join.position), excluded.\(join.position)), \
        \(join.inversePosition) = min(\(join.inversePosition), excluded.\(join.inversePosition))
        """,
        [
          .integer(newOwner), .integer(newTarget), .integer(pair.position),
          .integer(pair.inversePosition),
        ])
      note(newOwner, newTarget, relationship, owner, destination)
    }
    return pairs.count
  }

  private func note(
    _ owner: Int64, _ target: Int64, _ relationship: RelationshipLayout, _ table: GraphTable,
    _ destination: GraphTable
  ) {
    news.update(owner, relationship.property.mask, table)
    if let inverse = relationship.inverse { news.update(target, inverse.mask, destination) }
  }

  /// Writes values of a row, and its stamps if it is a preset.
  package func write(
    _ values: [String: SQLValue], _ stamps: FieldStamps?, to key: Int64,
    of type: any PersistentModel.Type
  ) throws {
    let table = try graph.table(of: type)
    let name = SQLName.quoted(table.layout.tableName)
    for (field, value) in values.sorted(by: { $0.key < $1.key }) {
      guard let property = table.layout.property(named: field),
        let column = property.columnName.map(SQLName.quoted)
      else { continue }
      let statement = try connection.statement("UPDATE \(name) SET \(column) = ? WHERE _pk = ?")
      try connection.run(statement) { binder in
        binder.bind(exactly: value)
        binder.bind(key)
      }
      news.update(key, property.mask, table)
      if property.isToOne, case .integer(let target) = value {
        news.redirect(from: 0, to: target, property, table)
        try pair(property, of: key, with: target, table)
      }
    }
    if let stamps {
      try connection.run(
        "UPDATE \(name) SET \(SQLName.stamps) = ? WHERE _pk = ?",
        [stamps.text.map(SQLValue.text) ?? .null, .integer(key)])
    }
    news.update(key, .all, table)
  }

  /// Makes the other side of a one-to-one relationship true.
  private func pair(
    _ property: PropertyLayout, of key: Int64, with target: Int64, _ table: GraphTable
  ) throws {
    guard let inverse = table.layout.relationship(property.index)?.inverse, inverse.isToOne,
      let column = inverse.columnName.map(SQLName.quoted),
      let destination = table.destinations[property.index]
    else { return }
    let name = SQLName.quoted(destination.layout.tableName)
    let changed = try connection.integers(
      """
      UPDATE \(name) SET \(column) = CASE WHEN _pk = ?2 THEN ?1 END \
      WHERE (\(column) = ?1 AND _pk <> ?2) OR (_pk = ?2 AND \(column) IS NOT ?1) RETURNING _pk
      """, [.integer(key), .integer(target)])
    for other in changed { news.update(other, inverse.mask, destination) }
  }

  /// Those of some rows that are there.
  package func existing(
    _ keys: [Int64], by field: String, of type: any PersistentModel.Type
  ) throws -> [Int64] {
    let table = try graph.table(of: type)
    guard let property = table.layout.property(named: field),
      let destination = table.destinations[property.index]
    else { return [] }
    let there = Set(
      try connection.integers(
        """
        SELECT _pk FROM \(SQLName.quoted(destination.layout.tableName)) \
        WHERE _pk IN (SELECT value FROM json_each(?))
        """, [list(keys)]))
    return keys.filter(there.contains)
  }

  /// Gives a relationship to many that is kept as pairs its members, in order.
  ///
  /// - Parameter catalogs: Those that a catalog has linked.
  package func write(
    _ targets: [Int64], to field: String, of key: Int64, _ type: any PersistentModel.Type,
    marking catalogs: Set<Int64>
  ) throws {
    let table = try graph.table(of: type)
    guard let property = table.layout.property(named: field),
      let relationship = table.layout.relationship(property.index),
      case .joinTable(let join) = relationship.storage,
      let destination = table.destinations[property.index]
    else { return }
    let name = SQLName.quoted(join.name)
    let known = try connection.integers(
      "SELECT \(join.target) FROM \(name) WHERE \(join.owner) = ? ORDER BY \(join.position)",
      [.integer(key)])
    let goal = Set(targets)
    for target in known where !goal.contains(target) {
      try connection.run(
        "DELETE FROM \(name) WHERE \(join.owner) = ? AND \(join.target) = ?",
        [.integer(key), .integer(target)])
      note(key, target, relationship, table, destination)
    }
    var place = PlaceGenerator.reserve(Int64(targets.count) * 2)
    for target in targets {
      try connection.run(
        """
        INSERT INTO \(name) (\(join.owner), \(join.target), \(join.position), \
        \(join.inversePosition)) VALUES (?1, ?2, ?3, ?4) \
        ON CONFLICT (source, target) DO UPDATE SET \(join.position) = ?3
        """, [.integer(key), .integer(target), .integer(place), .integer(place + 1)])
      place += 2
      if catalogs.contains(target) {
        try connection.run(
          """
          UPDATE \(name) SET \(SQLName.preset) = 1 WHERE \(join.owner) = ? AND \(join.target) = ?
          """, [.integer(key), .integer(target)])
      }
      note(key, target, relationship, table, destination)
    }
  }
}
