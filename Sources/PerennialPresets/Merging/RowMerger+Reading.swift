import Foundation
import Perennial

// The stored rows, modifications and deletions that a search for duplicates compares.

extension RowMerger {
  /// Returns the rows of a model with the given keys.
  func rows(_ keys: [Int64], of layout: ModelLayout) throws -> [StoredRow] {
    let entity = try transaction.entity(layout)
    let properties = entity.entity.columns.filter { $0.columnName != nil }
    let hasMarks = try PresetTables.concern(layout.tableName, on: connection)
    let columns = properties.compactMap(\.columnName).map(SQLName.quoted)
    let selection = (["_pk", hasMarks ? SQLName.preset : "NULL"] + columns).joined(separator: ", ")
    var found: [StoredRow] = []
    try connection.rows(
      """
      SELECT \(selection) FROM \(SQLName.quoted(layout.tableName)) \
      WHERE _pk IN (SELECT value FROM json_each(?)) ORDER BY _pk
      """, [.keys(keys)]
    ) { row in
      var stored = StoredRow(key: row.int64())
      if case .text(let text) = row.value() {
        stored.stamps = try PresetMetadata(
          text, of: "\(layout.entityName) \(stored.key)", in: connection
        ).stamps
      }
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
    for relationship in layout.relationships.values where relationship.isLeading {
      guard case .joinTable(let join) = relationship.storage else { continue }
      var links: [Int64: [Int64]] = [:]
      try connection.rows(
        """
        SELECT \(join.owner), \(join.target) FROM \(SQLName.quoted(join.name)) \
        WHERE \(join.owner) IN (SELECT value FROM json_each(?)) \
        ORDER BY \(join.owner), \(join.position), \(join.target)
        """, [.keys(keys)]
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

  /// Returns the times at which rows were last modified according to the history, or else inserted, in
  /// milliseconds since 1970. A new reference to a row does not count as a modification of the row.
  func lastModified(
    _ keys: Set<Int64>, of layout: ModelLayout
  ) throws -> [Int64: Int64] {
    func milliseconds(_ seconds: Double) -> Int64 {
      Int64((seconds + Date.timeIntervalBetween1970AndReferenceDate) * 1000)
    }
    var found: [Int64: Int64] = [:]
    for key in keys where key >= 0 { found[key] = milliseconds(Double(key >> 22) / 1000) }
    guard transaction.history != nil else { return found }
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

  /// An element of the keys in the history: one key, or the first and the last key of a range.
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
            in: container, debugDescription: "not a range of keys: \(ends)")
        }
        keys = first...last
      }
    }
  }

  /// Returns the times at which presets of a model were deleted, by key.
  func deletionTimes(of layout: ModelLayout) throws -> [Int64: Int64] {
    var found: [Int64: Int64] = [:]
    try connection.rows(
      "SELECT pk, stamp FROM \(PresetTables.deleted) WHERE entity = ?", [.text(layout.entityName)]
    ) { found[$0.int64()] = $0.int64() }
    return found
  }

  /// Returns the deleted links of a model's presets: owner, relationship, target and time.
  func cutLinks(
    of layout: ModelLayout
  ) throws -> [(owner: Int64, field: String, target: Int64, time: Int64)] {
    var found: [(owner: Int64, field: String, target: Int64, time: Int64)] = []
    for relationship in layout.relationships.values where relationship.isLeading {
      guard case .joinTable(let join) = relationship.storage else { continue }
      try connection.rows(
        """
        SELECT \(join.owner), \(join.target), stamp FROM \(PresetTables.unlinked) WHERE links = ? \
        AND \(join.target) NOT IN (SELECT pk FROM \(PresetTables.deleted))
        """, [.text(join.name)]
      ) { row in
        found.append((row.int64(), relationship.property.name, row.int64(), row.int64()))
      }
    }
    return found
  }

  /// Returns the values at the ends of routes from user objects, by key. A route consists of to-one
  /// relationships and an attribute.
  func values(
    at routes: [[PropertyLayout]], of layout: ModelLayout
  ) throws -> [Int64: [SQLValue]] {
    let entity = try transaction.entity(layout)
    var joins = ""
    var columns: [String] = []
    var count = 0
    for route in routes {
      var (alias, owner) = ("t0", entity)
      for property in route.dropLast() {
        guard let column = property.columnName,
          let destination = transaction.entities.destination(of: property, in: owner)
        else { return [:] }
        count += 1
        joins += """
           LEFT JOIN \(SQLName.quoted(destination.layout.tableName)) AS t\(count) \
          ON t\(count)._pk = \(alias).\(SQLName.quoted(column))
          """
        (alias, owner) = ("t\(count)", destination)
      }
      guard let column = route.last?.columnName else { return [:] }
      columns.append("\(alias).\(SQLName.quoted(column))")
    }
    var found: [Int64: [SQLValue]] = [:]
    try connection.rows(
      """
      SELECT t0._pk, \(columns.joined(separator: ", ")) \
      FROM \(SQLName.quoted(layout.tableName)) AS t0\(joins) \
      WHERE t0._pk >= 0\(entity.entity.isOwn(alias: "t0"))
      """
    ) { row in found[row.int64()] = columns.map { _ in row.value() } }
    return found
  }
}
