import PerennialRecords

/// The records of a page of a query.
///
/// Without an order, records are taken in that of the database until the page is full. With one, all records are
/// read, and the first ones after the start are kept.
struct QueryResults {
  let query: RecordQuery
  private let limit: Int
  private let after: QueryPosition?
  private var found: [(position: QueryPosition, view: RecordView)] = []

  init(query: RecordQuery, limit: Int, after: QueryPosition?) {
    (self.query, self.limit, self.after) = (query, limit, after)
  }

  /// `true` if no further record changes the page.
  var isComplete: Bool { query.sorts.isEmpty && found.count > limit }

  /// Returns the name of the record after which the records of a zone have to be read; nil for the first one.
  func start(in zone: String) -> RecordName? {
    query.sorts.isEmpty && after?.zone == zone ? after?.name : nil
  }

  /// Takes a record, if it belongs to the page.
  mutating func offer(_ view: RecordView, of zone: String) {
    if query.sorts.isEmpty, let after, zone < after.zone { return }
    guard query.matches(view) else { return }
    let position = QueryPosition(keys: query.keys(of: view), zone: zone, name: view.name)
    if !query.sorts.isEmpty, let after, !query.precedes(after, position) { return }
    found.append((position, view))
    // One more than the page shows that there are more.
    if !query.sorts.isEmpty, found.count > 2 * limit + 100 {
      sort()
      found.removeLast(found.count - limit - 1)
    }
  }

  private mutating func sort() {
    if !query.sorts.isEmpty {
      found.sort { query.precedes($0.position, $1.position) }
    }
  }

  /// The records of the page, in their order.
  var page: ArraySlice<(position: QueryPosition, view: RecordView)> {
    var results = self
    results.sort()
    return results.found.prefix(limit)
  }

  /// The place at which the next page begins; nil after the last page.
  var marker: String? {
    guard found.count > limit else { return nil }
    return page.last?.position.marker(of: query)
  }
}
