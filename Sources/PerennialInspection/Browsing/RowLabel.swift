import Perennial

/// A short text by which an object is recognised.
public struct RowLabel: Hashable, Sendable {
  /// The name of the object's own entity.
  public let entity: String
  /// The primary key of the object's row.
  public let key: Int64
  /// The beginning of the object's name or title, or of another text; nil if the object has no text.
  public let text: String?
}

extension InspectedStore {
  /// Returns the labels of objects, by key. Keys without an object are missing.
  ///
  /// ```swift
  /// for (key, label) in try store.labels(of: "Recipe", [34, 35]) { print(key, label.text ?? "") }
  /// ```
  ///
  /// - Parameters:
  ///   - entity: The entity of the objects, or one from which their entities inherit.
  ///   - keys: The primary keys of the objects.
  /// - Throws: ``InspectionError`` if there is no such entity; `SwiftDataError.storeFailure`.
  public func labels(
    of entity: String, _ keys: some Sequence<Int64>
  ) throws -> [Int64: RowLabel] {
    let shape = try shape(ofEntity: entity)
    let column = shape.labelField.map { "substr(\(SQLName.quoted($0.column)), 1, 80)" } ?? "NULL"
    let own = shape.isShared ? SQLName.entity : "NULL"
    var labels: [Int64: RowLabel] = [:]
    try database.rows(
      """
      SELECT \(SQLName.primaryKey), \(own), \(column) FROM \(SQLName.quoted(shape.table)) \
      WHERE \(SQLName.primaryKey) IN (SELECT value FROM json_each(?))
      """, [.keys(keys)]
    ) { row in
      let key = row.int64()
      let own: String? = if case .text(let name) = row.value() { name } else { nil }
      let text: String? = if case .text(let text) = row.value(), !text.isEmpty { text } else { nil }
      labels[key] = RowLabel(entity: own ?? entity, key: key, text: text)
    }
    return labels
  }

  /// Returns the label of an object from its excerpt.
  ///
  /// ```swift
  /// for row in try store.window(of: RowQuery(entity: "Recipe"), limit: 20).rows {
  ///   print(try store.label(of: row).text ?? "\(row.key)")
  /// }
  /// ```
  ///
  /// - Throws: ``InspectionError`` if the store has no such entity; `SwiftDataError.storeFailure`.
  public func label(of row: RowExcerpt) throws -> RowLabel {
    let field = try shape(ofEntity: row.entity).labelField
    let text: String? =
      if case .text(let text)? = field.flatMap({ row[$0.name] }), !text.isEmpty {
        String(text.prefix(80))
      } else { nil }
    return RowLabel(entity: row.entity, key: row.key, text: text)
  }
}
