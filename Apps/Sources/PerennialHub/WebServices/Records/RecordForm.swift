import PerennialRecords

/// The form in which a request wants its records.
struct RecordForm: Sendable {
  let database: WebDatabase
  let zone: String
  /// The fields that the request wants; nil for all.
  var keys: Set<String>?
  var numbersAsStrings = false
  /// Returns the address at which an asset of the zone can be read.
  let address: @Sendable (RecordAsset) -> String?

  /// Returns the form with other fields, if a request names some.
  func wanting(_ keys: [String]?) -> RecordForm {
    guard let keys else { return self }
    var form = self
    form.keys = Set(keys)
    return form
  }

  /// Returns the JSON form of a record.
  func json(of view: RecordView) -> JSONValue {
    var fields: [String: JSONValue] = [:]
    for field in keys.map({ view.fields.intersection($0) }) ?? view.fields {
      guard let value = view.value(of: field) else { continue }
      fields[field] = .object([
        "value": value.json(numbersAsStrings: numbersAsStrings, address),
        "type": .text(value.type.rawValue),
      ])
    }
    return .object([
      "recordName": .text(view.name.rawValue), "recordType": .text(view.record.type),
      "recordChangeTag": .text(view.changeTag), "fields": .object(fields),
      "pluginFields": .object([:]),
      "created": event(at: view.created, by: view.record.created),
      "modified": event(at: view.changed, by: view.latestStamp),
      "zoneID": database.identifier(of: zone),
    ])
  }

  /// Returns the form of an event: its time, its user, and its device if that is known.
  private func event(at time: Int64, by stamp: Stamp?) -> JSONValue {
    .members([
      "timestamp": .integer(time), "userRecordName": .text(database.owner),
      "deviceID": stamp.map { .text(String($0.device.rawValue, radix: 16)) },
    ])
  }

  /// Returns the JSON form of a deletion.
  func deletion(of name: RecordName) -> JSONValue {
    .object([
      "recordName": .text(name.rawValue), "deleted": .bool(true),
    ])
  }

  /// Returns the JSON form of the error of a record.
  static func error(_ error: WebError, of name: String?) -> JSONValue {
    var members = error.members
    members["recordName"] = name.map { .text($0) }
    return .object(members)
  }
}

extension RecordForm {
  /// Creates the form that a request wants.
  init(of call: WebCall, in zone: String, addresses: WebAddresses) async throws {
    let body = call.body
    // The page of changes/zone spells the member in its own way.
    let asTexts = try body.flag("numbersAsStrings") ?? body.flag("numberAsStrings")
    self.init(
      database: call.database, zone: zone, keys: try body.texts("desiredKeys").map(Set.init),
      numbersAsStrings: asTexts ?? false,
      address: try await addresses.addresses(of: call, in: zone))
  }
}
