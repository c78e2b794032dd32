import Foundation
import NIOCore
import PerennialRecords

@testable import PerennialHub

// Requests of the CloudKit Web Services protocol: operations on records, queries, and subscriptions.

extension FuzzTarget {
  static let webServices = FuzzTarget(
    name: "web services", share: 5, seeds: operations + queries + subscriptions, isJSON: true
  ) { bytes in
    try JSONCheck.check(ByteBuffer(bytes: bytes))
    let json = try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
    let body = try JSONObject(json, at: "")
    if body.value("operations") != nil { try checkOperations(body) }
    if let query = try body.object("query") { try checkQuery(query) }
    if body.value("subscriptionType") != nil { try checkSubscription(body) }
  }

  private static let account = Account(id: 1, name: "ann", created: 1, limit: 1 << 30)
  private static let hubTime: Int64 = 1_800_000_000_000

  private static let database = WebDatabase(
    container: "iCloud.example", environment: .production, scope: .private, account: account,
    caller: .app)

  private static let form = RecordForm(
    database: database, zone: "Z", keys: nil, address: { _ in nil })

  /// Carries the operations out on a zone without records, and again on their results.
  private static func checkOperations(_ body: JSONObject) throws {
    let clock = StampClock(device: .random(), wallClock: { hubTime })
    let modification = try RecordModification(
      body, of: try database.zone(in: body), clock: clock, hubTime: hubTime)
    var stored = StoredZone(
      zone: account.zone(1, sequence: 5), exists: true, records: [:], missing: [], account: account)
    for _ in 0..<2 {
      let update = try ZoneUpdate(modification, on: stored, without: [])
      guard update.reply.count == modification.operations.count else {
        throw Violation(description: "\(update.reply.count) outcomes")
      }
      for outcome in update.reply {
        guard case .saved(let view, let keys) = outcome else { continue }
        try checking { try check(view, form.wanting(keys)) }
      }
      stored = StoredZone(
        zone: update.zone, exists: true,
        records: Dictionary(
          update.changes.map { change in
            (
              change.record.name,
              RecordRow(body: change.body, sequence: change.sequence, changed: hubTime)
            )
          }, uniquingKeysWith: { $1 }), missing: [], account: account)
    }
  }

  /// A client that sends back what it has received writes the same values.
  private static func check(_ view: RecordView, _ form: RecordForm) throws {
    guard let text = JSONText.stored(form.json(of: view)),
      let answer = JSONText.value(of: text)?.members, let fields = answer["fields"]?.members
    else { throw Violation(description: "\(view.record) has no JSON") }
    for (name, json) in fields {
      guard let field = json.members, let value = field["value"],
        let type = field["type"]?.text.flatMap(WebType.init(rawValue:))
      else { throw Violation(description: "\(name) of \(text)") }
      guard try WebValue(value, as: type, field: name) == view.value(of: name) else {
        throw Violation(description: "\(name) of \(text)")
      }
    }
  }

  private static func checkQuery(_ object: JSONObject) throws {
    let query = try RecordQuery(object, owner: database.owner)
    let found = views.map { view in
      _ = query.matches(view)
      return QueryPosition(keys: query.keys(of: view), zone: "Z", name: view.name)
    }
    for position in found {
      let copy = try checking {
        try QueryPosition(marker: position.marker(of: query), of: query)
      }
      guard copy.keys == position.keys, copy.name == position.name else {
        throw Violation(description: "\(position) became \(copy)")
      }
    }
    // All records have one order.
    let sorted = found.sorted(by: query.precedes)
    for (index, first) in sorted.enumerated() {
      for second in sorted[(index + 1)...]
      where query.precedes(second, first) || !query.precedes(first, second) {
        throw Violation(description: "\(second) isn't after \(first)")
      }
    }
  }

  private static func checkSubscription(_ object: JSONObject) throws {
    let subscription = try WebSubscription(object, in: database)
    for view in views { _ = subscription.isMeant(view) }
    guard let copy = WebSubscription(subscription.stored(in: database), in: database),
      copy.json == subscription.json, copy.zone == subscription.zone
    else { throw Violation(description: "\(subscription) cannot be read again") }
  }

  // MARK: Valid requests

  /// Values of all types, by the names of their fields.
  private static let fields = [
    #""title":{"value":"Pasta","type":"STRING"}"#, #""n":{"value":20}"#,
    #""x":{"value":0.5}"#, #""due":{"value":1800000000123,"type":"TIMESTAMP"}"#,
    #""place":{"value":{"latitude":47.4,"longitude":8.5,"timestamp":7}}"#,
    #""tags":{"value":["a","b"],"type":"STRING_LIST"}"#,
    #""days":{"value":[1,2],"type":"TIMESTAMP_LIST"}"#,
    #""up":{"value":{"recordName":"o.02","action":"NONE"},"type":"REFERENCE"}"#,
    #""links":{"value":[{"recordName":"p.1"},{"recordName":"p.2"}],"type":"REFERENCE_LIST"}"#,
    #""raw":{"value":"q80=","type":"BYTES"}"#,
    #""photo":{"value":{"fileChecksum":"q80=","size":2},"type":"ASSETID"}"#, #""gone":null"#,
  ]

  private static let zone = #""zoneID":{"zoneName":"Z"}"#

  private static let operations =
    ["create", "update", "forceUpdate", "replace", "forceReplace", "delete", "forceDelete"].map {
      kind in
      let record =
        #""recordName":"o.01","recordType":"Note","fields":{\#(fields.joined(separator: ","))}"#
      return #"{\#(zone),"operations":[{"operationType":"\#(kind)","record":{\#(record)}}]}"#
    }
    + fields.map { field in
      let record = #"{"recordName":"p.1","recordType":"Note","fields":{\#(field)}}"#
      return
        #"{\#(zone),"atomic":false,"operations":[{"operationType":"create","record":\#(record)},"#
        + #"{"operationType":"forceReplace","desiredKeys":["n"],"#
        + #""record":{"recordName":"p.2","recordType":"Note"}}]}"#
    }

  private static let queries = QueryFilter.Comparator.allCases.flatMap { comparator in
    fields.prefix(10).map { field in
      let parts = field.split(separator: ":", maxSplits: 1)
      let filter =
        #"{"comparator":"\#(comparator.rawValue)","fieldName":\#(parts[0]),"fieldValue":\#(parts[1]),"distance":9}"#
      let sort =
        #"[{"fieldName":\#(parts[0]),"ascending":false},{"systemFieldName":"createdTimestamp"}]"#
      return #"{"query":{"recordType":"Note","filterBy":[\#(filter)],"sortBy":\#(sort)}}"#
    }
  }

  private static let subscriptions = [
    #"{"subscriptionType":"zone","subscriptionID":"s","\#(zone.dropFirst())}"#,
    #"{"subscriptionType":"query","subscriptionID":"s","firesOn":["create"],\#(queries[0].dropFirst())"#,
    #"{"subscriptionType":"database","subscriptionID":"s","firesOnce":true}"#,
  ]

  /// Records with values of different types in their fields.
  private static let views: [RecordView] = {
    let clock = StampClock(device: .random(), wallClock: { hubTime })
    var values: [RecordValue] = [
      .null, .integer(1), .integer(2), .real(1.5), .text("a"), .text("b"), .blob(Data([1])),
      .reference(RecordName("p.1")), .sealed(Data([1])),
    ]
    values += ["[1,2]", "[\"a\"]", "{\"latitude\":1,\"longitude\":2}"].map { .text($0) }
    return values.enumerated().map { index, value in
      var state = RecordState<RecordValue>()
      for field in ["title", "n", "tags", "place", "due"] {
        state.write(value, to: field, at: clock.next(after: nil))
      }
      // The names have another order than the values.
      let name = RecordName("o.\(String((index * 7) % 12, radix: 16))")
      return RecordView(
        Record(name, type: "Note", created: clock.next(after: nil), state: state), sequence: 1,
        changed: hubTime, resets: nil)
    }
  }()
}
