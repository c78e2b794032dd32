import Foundation
import PerennialRecords

/// A subscription: the changes of which a client wants to be notified.
struct WebSubscription: Sendable {
  enum Kind: String, Sendable {
    case zone, query, database
  }

  let id: String
  let kind: Kind
  /// The zone; nil for all zones of the database.
  let zone: String?
  /// The query whose records are meant; nil for all records.
  let query: RecordQuery?
  /// `true` if deletions of records, or insertions and updates, are meant.
  let firesOnDeletion, firesOnChange: Bool
  /// `true` if the subscription ends with its first notification.
  let firesOnce: Bool
  /// The form that the client has sent, with the identifier and the zone.
  let json: JSONValue

  /// The most bytes of the JSON form.
  private static let largest = 16 << 10

  /// Reads a subscription.
  ///
  /// - Throws: `BAD_REQUEST`.
  init(_ object: JSONObject, in database: WebDatabase) throws {
    let id = try object.text("subscriptionID") ?? UUID().uuidString
    guard (1...255).contains(id.utf8.count), id.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else {
      throw WebError.badRequest(
        "“\(object.place(of: "subscriptionID"))” isn't 1 to 255 printable ASCII characters without "
          + "spaces.")
    }
    let name = try object.required("subscriptionType", object.text)
    guard let kind = Kind(rawValue: name) else {
      throw WebError.badRequest(
        "“\(object.place(of: "subscriptionType"))” is “\(name)”: zone, query or database.")
    }
    let isWide = try kind == .database || object.flag("zoneWide") == true
    (self.id, self.kind) = (id, kind)
    zone = isWide ? nil : try database.zone(in: object)
    query =
      kind == .query
      ? try RecordQuery(try object.required("query", object.object), owner: database.owner) : nil
    let events = try object.texts("firesOn") ?? ["create", "update", "delete"]
    guard !events.isEmpty, Set(events).isSubset(of: ["create", "update", "delete"]) else {
      throw WebError.badRequest(
        "“\(object.place(of: "firesOn"))” isn't a list of create, update and delete.")
    }
    firesOnDeletion = events.contains("delete")
    firesOnChange = events.contains("create") || events.contains("update")
    firesOnce = try object.flag("firesOnce") ?? false
    var members = object.members
    members["subscriptionID"] = .text(id)
    if let zone { members["zoneID"] = database.identifier(of: zone) }
    json = .object(members)
    guard let text = JSONText.stored(json), text.utf8.count <= Self.largest else {
      throw WebError.badRequest(
        "“\(object.place)” has more than \(Self.largest) bytes.")
    }
  }

  /// Reads a stored subscription; nil for one that a later version of the hub has written.
  init?(_ stored: StoredSubscription, in database: WebDatabase) {
    guard let json = try? JSONDecoder().decode(JSONValue.self, from: stored.body),
      let object = try? JSONObject(json, at: ""),
      let subscription = try? WebSubscription(object, in: database)
    else { return nil }
    self = subscription
  }

  /// The form for the database of the hub.
  func stored(in database: WebDatabase) -> StoredSubscription {
    StoredSubscription(
      database: database.name, id: id, body: Data((JSONText.stored(json) ?? "").utf8))
  }

  /// Returns `true` if a change of a record is meant.
  ///
  /// The values that a deleted record had are not compared: the record counts if it is of the type.
  func isMeant(_ view: RecordView) -> Bool {
    guard view.isVisible else {
      return firesOnDeletion && (query.map { $0.type == view.record.type } ?? true)
    }
    guard firesOnChange else { return false }
    return query.map { $0.type == view.record.type && $0.matches(view) } ?? true
  }
}
