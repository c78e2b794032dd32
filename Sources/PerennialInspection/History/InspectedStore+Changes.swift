import Foundation
import Perennial

extension InspectedStore {
  /// Returns `true` if the store keeps a history.
  ///
  /// ```swift
  /// if try !store.keepsHistory() { print("Other programs do not see the changes.") }
  /// ```
  ///
  /// - Throws: `SwiftDataError.storeFailure`.
  public func keepsHistory() throws -> Bool { try hasTable("_perennial_history") }

  /// Returns the changes of an object, the latest ones first. Reads the history from its end.
  ///
  /// ```swift
  /// for change in try store.changes(of: "Recipe", key: 34, limit: 10) ?? [] {
  ///   print(change.time, change.properties)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - entity: The entity of the object.
  ///   - key: The object's primary key.
  ///   - transaction: Only changes of transactions with lower numbers are returned; nil for all.
  ///   - limit: The largest number of changes.
  /// - Returns: Nil if the store keeps no history.
  /// - Throws: ``InspectionError`` if there is no such entity; `SwiftDataError.storeFailure`.
  public func changes(
    of entity: String, key: Int64, before transaction: Int64? = nil, limit: Int
  ) throws -> [RowChange]? {
    _ = try shape(ofEntity: entity)
    guard try keepsHistory() else { return nil }
    return try database.map(
      Self.changeQuery,
      [
        .integer(transaction ?? .max), .text(entity), .integer(key), .integer(key), .integer(key),
        .integer(key), .integer(Int64(max(0, limit))),
      ]
    ) { row in
      let number = row.int64()
      let time = Date(timeIntervalSinceReferenceDate: row.double())
      let author: String? = if case .text(let text) = row.value() { text } else { nil }
      let (process, cause, kind) = (row.string(), row.string(), row.string())
      let names = [row.string(), row.string(), row.string()]
      return RowChange(
        transaction: number, time: time, author: author, process: process, cause: cause,
        kind: RowChange.Kind(rawValue: kind), properties: Self.names(in: names))
    }
  }

  /// The groups of changes that an object is in: those of its entity by key or range of keys, those of links by
  /// either end, and those of the whole store.
  private static let changeQuery = """
    SELECT h.id, h.time, h.author, h.process, h.cause, g.value ->> 'kind', \
    ifnull(g.value -> 'properties', ''), ifnull(g.value -> 'collections', ''), \
    ifnull(g.value ->> 'property', '') \
    FROM _perennial_history AS h, json_each(h.changes) AS g \
    WHERE h.id < ? AND (g.value ->> 'kind' IN ('erase', 'restore') \
    OR (g.value ->> 'entity' = ? AND EXISTS (SELECT 1 FROM json_each(g.value, '$.keys') AS k \
    WHERE CASE k.type WHEN 'array' THEN ? BETWEEN k.value ->> 0 AND k.value ->> 1 \
    ELSE k.value = ? END)) \
    OR EXISTS (SELECT 1 FROM json_each(g.value, '$.pairs') AS p \
    WHERE p.value ->> 0 = ? OR p.value ->> 1 = ?)) \
    ORDER BY h.id DESC LIMIT ?
    """

  /// Returns the names in JSON lists, and a name that isn't in a list.
  private static func names(in texts: [String]) -> [String] {
    texts.flatMap { text -> [String] in
      if text.isEmpty { return [] }
      return (try? JSONDecoder().decode([String].self, from: Data(text.utf8))) ?? [text]
    }
  }
}
