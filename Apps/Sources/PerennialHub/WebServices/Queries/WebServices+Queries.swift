import Foundation
import Hummingbird
import PerennialRecords

extension WebServices {
  func addQueryRoutes(to routes: HubRoutes) {
    add("records/query", to: routes) { try await query($0) }
  }

  /// The most records that are read at a time.
  private static let batch = 500

  private func query(_ call: Call) async throws -> JSONValue {
    let (database, body) = (call.database, call.body)
    let query = try RecordQuery(
      try body.required("query", body.object), owner: database.owner)
    let limit = try body.resultsLimit() ?? WebLimits.records
    let start = try body.text("continuationMarker").map { text throws in
      try QueryPosition(marker: text, of: query)
    }
    var names: [String]
    if try body.flag("zoneWide") == true {
      names = try await zones(of: database).map(\.name)
    } else {
      names = [try database.zone(in: body)]
      _ = try await head(of: names[0], in: database)
    }
    var results = QueryResults(query: query, limit: limit, after: start)
    for zone in names {
      try await read(zone, of: database, into: &results)
      if results.isComplete { break }
    }
    var (records, forms) = ([JSONValue](), [String: RecordForm]())
    for (position, view) in results.page {
      if forms[position.zone] == nil {
        forms[position.zone] = try await form(of: call, in: position.zone)
      }
      if let form = forms[position.zone] { records.append(form.json(of: view)) }
    }
    call.context.notes.note { $0.records = records.count }
    var answer: [String: JSONValue] = ["records": .list(records)]
    answer["continuationMarker"] = results.marker.map { .text($0) }
    answer["syncToken"] = try await syncToken(for: call, of: names)
    return .object(answer)
  }

  /// Offers the records of a zone to the results of a query.
  private func read(
    _ zone: String, of database: WebDatabase, into results: inout QueryResults
  ) async throws {
    let key = database.key(of: zone)
    let resets = try await resets(of: key)
    var last = results.start(in: zone)
    while !results.isComplete {
      let batch = try await hub.storage.records(
        ofType: results.query.type, in: key, after: last, upTo: Self.batch)
      for (_, record) in batch {
        results.offer(try RecordView(record, resets: resets), of: zone)
        if results.isComplete { return }
      }
      guard batch.count == Self.batch else { return }
      last = batch.last?.name
    }
  }

  /// Returns the position after the present changes of a zone, if the request wants it.
  func syncToken(for call: Call, of zones: [String]) async throws -> JSONValue? {
    guard zones.count == 1,
      call.request.uri.queryParameters["getCurrentSyncToken"]?.lowercased() == "true"
    else { return nil }
    let head = try await hub.storage.zone(call.database.key(of: zones[0]))
    return .text(head.token.description)
  }
}

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
