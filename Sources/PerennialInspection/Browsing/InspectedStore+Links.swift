import Perennial

/// Consecutive objects of a to-many relationship.
public struct LinkWindow: Sendable {
  /// The labels of the related objects, in the order of the collection.
  public let labels: [RowLabel]
  /// `true` if there are objects before the window.
  public let hasPrevious: Bool
  /// `true` if there are objects after the window.
  public let hasNext: Bool
  /// `true` if the object at which the window should begin is not related any more. The window then has the
  /// first objects.
  public let startsOver: Bool
}

extension InspectedStore {
  /// Returns consecutive objects of an object's to-many relationship.
  ///
  /// ```swift
  /// let ingredients = try store.links(of: "Recipe", key: 34, "ingredients", limit: 20)
  /// for label in ingredients.labels { print(label.text ?? "\(label.key)") }
  /// ```
  ///
  /// - Parameters:
  ///   - entity: The entity of the object.
  ///   - key: The object's primary key.
  ///   - relationship: The name of the relationship.
  ///   - start: The place of the window, by the keys of related objects.
  ///   - limit: The largest number of objects.
  /// - Throws: ``InspectionError`` if the entity or its to-many relationship does not exist;
  ///   `SwiftDataError.storeFailure`.
  public func links(
    of entity: String, key: Int64, _ relationship: String, _ start: RowWindow.Start = .first,
    limit: Int
  ) throws -> LinkWindow {
    let query = try linkQuery(of: entity, relationship)
    let order = KeysetOrder(column: query.order, key: query.other)
    let owner = SQLCondition(sql: "\(query.own) = ?", bindings: [.integer(key)])
    return try database.snapshot {
      let keyset = try Keyset(start, order, limit: limit) { order, anchor in
        try order.rows(behind: anchor, of: query.table, [owner], in: database)
      }
      let all = [owner] + (keyset.condition.map { [$0] } ?? [])
      let keys = try database.map(
        """
        SELECT \(query.other) FROM \(query.table)\(all.clause) \
        ORDER BY \(keyset.order.terms) LIMIT \(keyset.limit + 1)
        """, all.bindings
      ) { $0.int64() }
      let page = keyset.page(keys)
      let labels = try labels(of: query.destination, page.elements)
      return LinkWindow(
        labels: page.elements.map {
          labels[$0] ?? RowLabel(entity: query.destination, key: $0, text: nil)
        },
        hasPrevious: page.hasPrevious, hasNext: page.hasNext, startsOver: keyset.startsOver)
    }
  }

  /// Returns the numbers of the objects of a to-many relationship, by the keys of the objects that have it.
  /// Objects without related objects are missing.
  ///
  /// ```swift
  /// let counts = try store.linkCounts(of: "Recipe", [34, 35], "ingredients")
  /// print(counts[34] ?? 0)
  /// ```
  ///
  /// - Throws: ``InspectionError`` if the entity or its to-many relationship does not exist;
  ///   `SwiftDataError.storeFailure`.
  public func linkCounts(
    of entity: String, _ keys: some Sequence<Int64>, _ relationship: String
  ) throws -> [Int64: Int] {
    let query = try linkQuery(of: entity, relationship)
    var counts: [Int64: Int] = [:]
    try database.rows(
      """
      SELECT \(query.own), count(*) FROM \(query.table) \
      WHERE \(query.own) IN (SELECT value FROM json_each(?)) GROUP BY \(query.own)
      """, [.keys(keys)]
    ) { row in counts[row.int64()] = Int(row.int64()) }
    return counts
  }

  private func linkQuery(of entity: String, _ relationship: String) throws -> LinkQuery {
    _ = try shape(ofEntity: entity)
    guard let query = linkQueries(ofEntity: entity).last(where: { $0.name == relationship }) else {
      throw InspectionError(
        .unknownProperty,
        "\(entity) has no to-many relationship “\(relationship)” whose links are described.")
    }
    return query
  }
}
