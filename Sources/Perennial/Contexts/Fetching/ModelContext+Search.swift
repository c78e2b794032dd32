public import Foundation

extension ModelContext {
  /// Returns the objects whose searchable texts contain all words of a text, ordered by relevance.
  ///
  /// The texts of properties with the option `.spotlight` are searchable. The search ignores case and
  /// diacritics. A word also matches the beginning of a longer word. Text in `"quotation marks"` is
  /// searched for as a sequence of whole words. The relevance of an object grows with the number of
  /// matches, and is higher for shorter texts and rarer words (BM25). Texts without spaces between words,
  /// as in Japanese, are found by their beginnings. If several stores have the model, the relevance is
  /// computed within each store. A custom store is read as a whole.
  ///
  /// The search reads saved values: an object is found by its texts at the last save. Objects that this
  /// context has deleted are left out.
  ///
  /// ```swift
  /// @Attribute(.spotlight) var title: String
  /// …
  /// let found = try context.search("elderflower syr", in: Recipe.self, limit: 20)
  /// ```
  ///
  /// - Parameters:
  ///   - text: The words to search for. Without any words, nothing is found.
  ///   - type: The class of the objects.
  ///   - predicate: An additional condition. It is evaluated in memory, from the most relevant object on,
  ///     until `limit` objects are found.
  ///   - limit: The greatest number of objects; nil for all objects.
  /// - Throws: ``SwiftDataError/unsupportedFeature`` if the model has no searchable text;
  ///   ``SwiftDataError/unknownSchema``, ``SwiftDataError/storeFailure``, and the errors of the predicate.
  public func search<T: PersistentModel>(
    _ text: String, in type: T.Type = T.self, where predicate: Predicate<T>? = nil,
    limit: Int? = nil
  ) throws -> [T] {
    try graph.remoteChanges.catchUp()
    let table = try graph.table(of: T.self)
    let layout = table.layout
    guard layout.properties.contains(where: \.isSearched) else {
      throw SwiftDataError.unsupportedFeature.because(
        """
        \(layout.entityName) cannot be searched: it does not have searchable texts. Mark some with \
        @Attribute(.spotlight)
        """)
    }
    let descriptor = FetchDescriptor<T>(predicate: predicate)
    try FetchPlan(descriptor, graph.coordinator.hierarchies).checkVariables()
    let filter = ModelFilter(predicate)
    let limit = limit.map { max($0, 0) } ?? .max
    guard limit > 0, let match = SearchQuery(text).match else { return [] }
    let hits = try hits(match, table, limit: predicate == nil ? limit : nil)
    var found: [T] = []
    let size = 200
    for start in stride(from: 0, to: hits.count, by: size) {
      let window = hits[start..<min(start + size, hits.count)]
      // Keeps the objects alive while the identity map finds them by key.
      let loaded = try Dictionary(grouping: window, by: \.table.index).values.map { hits in
        try graph.reader.load(hits[0].table, rowIDs: hits.map(\.rowID))
      }
      try withExtendedLifetime(loaded) {
        for case let model as T in window.compactMap({ $0.table.map.find($0.rowID) })
        where !model.isDeleted && !model.isLeftOut && found.count < limit {
          if try graph.reader.throwingUnreadable({ filter.matches(model) }) { found.append(model) }
        }
      }
      if found.count == limit { break }
    }
    return found
  }
}

/// A row that a search has found.
private struct SearchHit {
  let table: EntityTable
  let rowID: Int64
  /// The rank by FTS5. A smaller value is a better match.
  let rank: Double
}

extension ModelContext {
  /// Returns the matches of an FTS5 query in all stores that have the table's entity, the best first.
  private func hits(_ match: String, _ table: EntityTable, limit: Int?) throws -> [SearchHit] {
    let otherTables = graph.tablesElsewhere(of: table)
    for table in [table] + otherTables {
      guard let source = graph.source(of: table) else { continue }
      // The full-text index belongs to the mirror, which needs all objects of the entity.
      try source.complete([table.layout.type], for: graph.client)
      graph.mergeRemoteChanges()
    }
    // Objects with a pending deletion may be among the best matches.
    let count = limit.map { $0.addingReportingOverflow(graph.pending.deleted.count) }
    let bound = count.map { $0.overflow ? -1 : Int64($0.partialValue) } ?? -1
    let hits = try hits(match, in: table, limit: bound)
    if otherTables.isEmpty { return hits }
    return try otherTables.reduce(into: hits) { $0 += try self.hits(match, in: $1, limit: bound) }
      .sorted { $0.rank < $1.rank }
  }

  private func hits(_ match: String, in table: EntityTable, limit bound: Int64) throws
    -> [SearchHit]
  {
    let index = SQLName.quoted(SearchTables.name(table.layout.tableName))
    let membership = table.entity.membership(alias: "t0")
    let rows =
      membership.isEmpty
      ? "" : " JOIN \(SQLName.quoted(table.layout.tableName)) AS t0 ON t0._pk = s.rowid"
    return try graph.reader.connection(table.store).map(
      """
      SELECT s.rowid, s.rank FROM \(index) AS s\(rows) WHERE s.\(index) MATCH ?\(membership) \
      ORDER BY s.rank, s.rowid LIMIT ?
      """,
      [.text(match), .integer(bound)]
    ) { row in
      SearchHit(table: table, rowID: row.int64(), rank: row.double())
    }
  }
}
