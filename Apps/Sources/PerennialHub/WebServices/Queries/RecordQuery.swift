import Crypto
import Foundation
import PerennialRecords

/// A query for the records of a type.
struct RecordQuery: Sendable {
  /// An order of results.
  struct Sort: Sendable {
    let field: QueryField
    let isAscending: Bool
    /// The place whose distance sorts the records; nil if the values do.
    let centre: WebLocation?
  }

  let type: String
  let filters: [QueryFilter]
  let sorts: [Sort]
  /// The user of the database.
  let owner: String
  /// A digest, by which a continuation is recognised.
  let digest: String

  /// Reads a query.
  ///
  /// - Throws: `BAD_REQUEST`.
  init(_ object: JSONObject, owner: String) throws {
    type = try object.required("recordType", object.text)
    filters = try (object.objects("filterBy") ?? []).map { try QueryFilter($0) }
    sorts = try (object.objects("sortBy") ?? []).map { object in
      guard let field = try QueryField(in: object) else {
        throw WebError.badRequest(
          "“\(object.place)” has neither “fieldName” nor “systemFieldName”.")
      }
      var centre: WebLocation?
      if let json = object.value("relativeLocation") {
        // A location, or a field whose value is one.
        centre = WebLocation(json) ?? json.members?["value"].flatMap { WebLocation($0) }
        guard centre != nil else {
          throw WebError.badRequest("“\(object.place).relativeLocation” isn't a location.")
        }
      }
      return Sort(field: field, isAscending: try object.flag("ascending") ?? true, centre: centre)
    }
    self.owner = owner
    let text = JSONText.stored(.object(object.members)) ?? ""
    digest = Data(SHA256.hash(data: Data(text.utf8)).prefix(12)).base64EncodedString()
  }

  func matches(_ view: RecordView) -> Bool {
    view.isVisible && filters.allSatisfy { $0.matches(view, owner: owner) }
  }

  /// Returns the values that sort a record.
  func keys(of view: RecordView) -> [WebValue?] {
    sorts.map { sort in
      let value = sort.field.value(in: view, owner: owner)
      // The hub cannot order what it cannot read.
      if case .encryptedBytes = value { return nil }
      guard let centre = sort.centre else { return value }
      guard case .location(let place) = value else { return nil }
      return .double(place.distance(to: centre))
    }
  }

  /// Returns `true` if a record is before another one. Records without a value, and those whose value devices have
  /// sealed, are the first ones in ascending order.
  func precedes(_ left: QueryPosition, _ right: QueryPosition) -> Bool {
    for (sort, values) in zip(sorts, zip(left.keys, right.keys)) {
      let (first, second) = sort.isAscending ? values : (values.1, values.0)
      switch (first, second) {
      case (nil, nil): continue
      case (nil, _): return true
      case (_, nil): return false
      case (let first?, let second?):
        if first.sorts(before: second) { return true }
        if second.sorts(before: first) { return false }
      }
    }
    return (left.zone, left.name) < (right.zone, right.name)
  }
}

/// The place of a record among the results of a query.
struct QueryPosition: Sendable {
  let keys: [WebValue?]
  let zone: String
  let name: RecordName
}

/// The place after which the results of a query continue, as clients keep it.
extension QueryPosition {
  /// Returns the text of a place.
  func marker(of query: RecordQuery) -> String {
    let keys = keys.map { key -> JSONValue in
      guard let key else { return .null }
      return .list([.text(key.type.rawValue), key.json { _ in nil }])
    }
    let json = JSONValue.list([
      .text(query.digest), .text(zone), .text(name.rawValue), .list(keys),
    ])
    return Data((JSONText.stored(json) ?? "").utf8).base64EncodedString()
  }

  /// Reads a place.
  ///
  /// - Throws: `BAD_REQUEST` for one of another query.
  init(marker: String, of query: RecordQuery) throws(WebError) {
    let invalid = WebError.badRequest(
      "“continuationMarker” isn't one of this query. Send the marker with the same query.")
    guard let data = Data(base64Encoded: marker),
      let parts = JSONText.value(of: String(decoding: data, as: UTF8.self))?.list,
      parts.count == 4, parts[0].text == query.digest, let zone = parts[1].text,
      let name = parts[2].text, let keys = parts[3].list, keys.count == query.sorts.count
    else { throw invalid }
    var values: [WebValue?] = []
    for key in keys {
      guard let parts = key.list else {
        values.append(nil)
        continue
      }
      guard parts.count == 2, let type = parts[0].text.flatMap(WebType.init(rawValue:)),
        let value = try? WebValue(parts[1], as: type, field: "continuationMarker")
      else { throw invalid }
      values.append(value)
    }
    self.init(keys: values, zone: zone, name: RecordName(name))
  }
}
