import Foundation
import Hummingbird
import PerennialRecords

extension WebServices {
  func addZoneRoutes(to routes: HubRoutes) {
    add("zones/list", to: routes, alsoGet: true) { call in
      let zones = try await zones(of: call.database)
      return .object([
        "zones": .list(zones.map { Self.zone($0.name, $0.head, in: call.database) })
      ])
    }
    add("zones/lookup", to: routes) { call in
      let zones = Dictionary(
        try await zones(of: call.database).map { ($0.name, $0.head) },
        uniquingKeysWith: { first, _ in first })
      let wanted = try call.body.required("zones", call.body.objects)
      return .object([
        "zones": .list(
          wanted.map { object in
            // Each is a zoneID, or an object that has one.
            do throws(WebError) {
              let name = try call.database.zone(object.object("zoneID") ?? object)
              guard let head = zones[name] else { throw .zoneNotFound(name) }
              return Self.zone(name, head, in: call.database)
            } catch {
              return Self.zoneError(error, of: object.value("zoneID") ?? .object(object.members))
            }
          })
      ])
    }
    add("zones/modify", to: routes, for: .write) { try await modifyZones($0) }
    add("changes/database", to: routes) { try await databaseChanges($0, "syncToken") }
    add("zones/changes", to: routes) { call in
      let key = call.body.value("metaSyncToken") == nil ? "syncToken" : "metaSyncToken"
      guard case .object(var answer) = try await databaseChanges(call, key) else {
        return .object([:])
      }
      answer["metaSyncToken"] = answer["syncToken"]
      return .object(answer)
    }
  }

  /// Returns the zones of a database, by their names.
  func zones(of database: WebDatabase) async throws -> [(name: String, head: Zone)] {
    var zones: [String: Zone] = [:]
    for (name, head) in try await hub.storage.zones(of: database.account.id) {
      if let zone = database.zone(named: name) { zones[zone] = head }
    }
    for zone in [WebDatabase.defaultZone, WebDatabase.deviceZone] where zones[zone] == nil {
      zones[zone] = try await hub.storage.zone(database.key(of: zone))
    }
    return zones.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private static func zone(
    _ name: String, _ head: Zone, in database: WebDatabase
  ) -> JSONValue {
    .object([
      "zoneID": database.identifier(of: name), "syncToken": .text(head.token.description),
    ])
  }

  private static func zoneError(_ error: WebError, of identifier: JSONValue) -> JSONValue {
    guard case .object(var members) = error.json else { return error.json }
    members["zoneID"] = identifier
    return .object(members)
  }

  // MARK: Modifying

  private func modifyZones(_ call: Call) async throws -> JSONValue {
    try call.checkWriting()
    let operations = try call.body.required("operations", call.body.objects)
    guard operations.count <= WebLimits.records else {
      throw WebError.badRequest("The request has too many operations; 200 are allowed.")
    }
    var answers: [JSONValue] = []
    var passed: Set<String> = []
    for operation in operations {
      let zone = try operation.required("zone", operation.object)
      do {
        let name = try call.database.zone(in: zone)
        guard passed.insert(name).inserted else {
          throw WebError.badRequest("The request has two operations on the zone \(name).")
        }
        answers.append(try await modify(name, by: operation, call))
      } catch let error as WebError {
        answers.append(Self.zoneError(error, of: zone.value("zoneID") ?? .null))
      }
    }
    return .object(["zones": .list(answers)])
  }

  private func modify(
    _ zone: String, by operation: JSONObject, _ call: Call
  ) async throws -> JSONValue {
    let key = call.database.key(of: zone)
    switch try operation.required("operationType", operation.text) {
    case "create":
      if !WebDatabase.isStanding(zone) { try await hub.storage.addZone(key, at: hub.clock()) }
      let head = try await hub.storage.zone(key)
      signal(key, head.token)
      return Self.zone(zone, head, in: call.database)
    case "delete":
      guard !WebDatabase.isStanding(zone) else {
        throw WebError.badRequest("The zone \(zone) always exists. Delete its records.")
      }
      let last = try await hub.storage.zone(key)
      guard try await hub.storage.removeZone(key) else { throw WebError.zoneNotFound(zone) }
      try hub.assets.remove(key)
      signal(key, last.token)
      return .object(["zoneID": call.database.identifier(of: zone), "deleted": .bool(true)])
    case let other:
      throw WebError.badRequest("“\(other)” isn't an operation on zones: create or delete.")
    }
  }

  // MARK: Changes

  /// Returns the zones that have changed since a position, which has the heads of all zones at that time.
  private func databaseChanges(_ call: Call, _ member: String) async throws -> JSONValue {
    var position = try DatabasePosition(try call.body.text(member))
    let limit = try call.body.resultsLimit() ?? WebLimits.records
    let zones = try await zones(of: call.database).filter { $0.name != WebDatabase.defaultZone }
    var answers: [JSONValue] = []
    var isComplete = true
    for (name, head) in zones where position.zones[name] != head.token.description {
      guard answers.count < limit else {
        isComplete = false
        break
      }
      position.zones[name] = head.token.description
      answers.append(.object(["zoneID": call.database.identifier(of: name)]))
    }
    let names = Set(zones.map(\.name))
    for name in position.zones.keys.sorted() where !names.contains(name) {
      guard answers.count < limit else {
        isComplete = false
        break
      }
      position.zones[name] = nil
      answers.append(
        .object(["zoneID": call.database.identifier(of: name), "deleted": .bool(true)]))
    }
    return .object([
      "zones": .list(answers), "syncToken": .text(position.text), "moreComing": .bool(!isComplete),
    ])
  }
}

/// A position in the changes of a database: the heads of the zones that a client knows.
///
/// Zones have no common sequence of changes. So writes to different zones do not wait for each other, and the position
/// grows with their number.
struct DatabasePosition {
  var zones: [String: String] = [:]

  /// Reads a position; nil is the beginning.
  ///
  /// - Throws: `BAD_REQUEST` for a text that isn't a position of a hub.
  init(_ text: String?) throws(WebError) {
    guard let text else { return }
    guard let data = Data(base64Encoded: text),
      let zones = try? JSONDecoder().decode([String: String].self, from: data)
    else { throw .tokenExpired }
    self.zones = zones
  }

  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return ((try? encoder.encode(zones)) ?? Data()).base64EncodedString()
  }
}
