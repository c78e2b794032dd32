import Foundation
import Perennial

// The texts that identify user objects, and the times at which they were modified.

extension StoreStateReader {
  /// Returns the texts at a path from user objects, by key. An object without such a text is left out.
  func texts(at path: IdentifyingPath, of layout: ModelLayout) throws -> [Int64: String] {
    let entity = try transaction.entity(layout)
    var joins = ""
    var columns: [String] = []
    var count = 0
    for route in path.routes {
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
    var found: [Int64: String] = [:]
    try connection.rows(
      """
      SELECT t0._pk, \(columns.joined(separator: ", ")) \
      FROM \(SQLName.quoted(layout.tableName)) AS t0\(joins) \
      WHERE t0._pk >= 0\(entity.table.isOwn(alias: "t0"))
      """
    ) { row in
      let key = row.int64()
      found[key] = path.text(columns.map { _ in row.value() })
    }
    return found
  }

  /// Returns the times at which rows were last modified according to the history, or else inserted, in
  /// milliseconds since 1970. A new reference to a row does not count as a modification of the row.
  func lastModified(_ keys: Set<Int64>, of layout: ModelLayout) throws -> [Int64: Int64] {
    func milliseconds(_ seconds: Double) -> Int64 {
      Int64((seconds + Date.timeIntervalBetween1970AndReferenceDate) * 1000)
    }
    var found: [Int64: Int64] = [:]
    for key in keys where key >= 0 { found[key] = milliseconds(Double(key >> 22) / 1000) }
    guard transaction.history != nil else { return found }
    let fields = layout.properties.filter { $0.column != nil }.map(\.name)
    let list = String(decoding: try JSONEncoder().encode(fields), as: UTF8.self)
    // An element of the keys is a key, or an array of the first and the last key of a range.
    try connection.rows(
      """
      SELECT h.time, ifnull(k.value ->> 0, k.value), ifnull(k.value ->> 1, k.value) \
      FROM \(HistoryTables.transactions) AS h, json_each(h.changes) AS g, \
      json_each(g.value, '$.keys') AS k \
      WHERE g.value ->> 'entity' = ?1 AND (g.value ->> 'kind' = 'insert' OR EXISTS (SELECT 1 \
      FROM json_each(g.value -> 'properties') AS p JOIN json_each(?2) AS field USING (value))) \
      ORDER BY h.id
      """, [.text(layout.entityName), .text(list)]
    ) { row in
      let (time, first, last) = (milliseconds(row.double()), row.int64(), row.int64())
      if first == last {
        if keys.contains(first) { found[first] = time }
      } else {
        for key in keys where first <= key && key <= last { found[key] = time }
      }
    }
    return found
  }
}
