import Foundation
import Hummingbird
import PerennialRecords

/// The operation that finds records by a query.
struct WebQueryRoutes: Sendable {
  let storage: any ZoneStorage
  let zones: WebZones
  let addresses: WebAddresses

  func addRoutes(to routes: WebRoutes) {
    routes.add("records/query") { try await query($0) }
  }

  /// The most records that are read at a time.
  private static let batch = 500

  private func query(_ call: WebCall) async throws -> JSONValue {
    let (database, body) = (call.database, call.body)
    let query = try RecordQuery(
      try body.required("query", body.object), owner: database.owner)
    let limit = try body.resultsLimit() ?? WebLimits.records
    let start = try body.text("continuationMarker").map { text throws in
      try QueryPosition(marker: text, of: query)
    }
    var names: [String]
    if try body.flag("zoneWide") == true {
      names = try await zones.zones(of: database).map(\.name)
    } else {
      names = [try database.zone(in: body)]
      _ = try await zones.head(of: names[0], in: database)
    }
    var results = QueryResults(query: query, limit: limit, after: start)
    for zone in names {
      try await read(zone, of: database, into: &results)
      if results.isComplete { break }
    }
    var (records, forms) = ([JSONValue](), [String: RecordForm]())
    for (position, view) in results.page {
      if forms[position.zone] == nil {
        forms[position.zone] = try await RecordForm(
          of: call, in: position.zone, addresses: addresses)
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
    let resets = try await zones.resets(of: key)
    var last = results.start(in: zone)
    while !results.isComplete {
      let batch = try await storage.records(
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
  private func syncToken(for call: WebCall, of zones: [String]) async throws -> JSONValue? {
    guard zones.count == 1,
      call.request.uri.queryParameters["getCurrentSyncToken"]?.lowercased() == "true"
    else { return nil }
    let head = try await storage.zone(call.database.key(of: zones[0]))
    return .text(head.token.description)
  }
}
