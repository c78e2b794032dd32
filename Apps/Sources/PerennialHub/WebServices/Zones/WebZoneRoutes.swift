import Hummingbird
import PerennialRecords

/// The operations on the zones of a database.
struct WebZoneRoutes: Sendable {
  let storage: any ZoneStorage
  let assets: AssetFolder
  let zones: WebZones
  let clock: HubClock

  func addRoutes(to routes: WebRoutes) {
    routes.add("zones/list", alsoGet: true) { call in
      let all = try await zones.zones(of: call.database)
      return .object([
        "zones": .list(all.map { Self.zone($0.name, $0.head, in: call.database) })
      ])
    }
    routes.add("zones/lookup") { call in
      let heads = Dictionary(
        try await zones.zones(of: call.database).map { ($0.name, $0.head) },
        uniquingKeysWith: { first, _ in first })
      let wanted = try call.body.required("zones", call.body.objects)
      return .object([
        "zones": .list(
          wanted.map { object in
            // Each is a zoneID, or an object that has one.
            do throws(WebError) {
              let name = try call.database.zone(object.object("zoneID") ?? object)
              guard let head = heads[name] else { throw .zoneNotFound(name) }
              return Self.zone(name, head, in: call.database)
            } catch {
              return error.json(ofZone: object.value("zoneID") ?? .object(object.members))
            }
          })
      ])
    }
    routes.add("zones/modify", for: .write) { try await modifyZones($0) }
    routes.add("changes/database") { try await databaseChanges($0, "syncToken") }
    routes.add("zones/changes") { call in
      let key = call.body.value("metaSyncToken") == nil ? "syncToken" : "metaSyncToken"
      guard case .object(var answer) = try await databaseChanges(call, key) else {
        return .object([:])
      }
      answer["metaSyncToken"] = answer["syncToken"]
      return .object(answer)
    }
  }

  private static func zone(
    _ name: String, _ head: Zone, in database: WebDatabase
  ) -> JSONValue {
    .object([
      "zoneID": database.identifier(of: name), "syncToken": .text(head.token.description),
    ])
  }

  // MARK: Modifying

  private func modifyZones(_ call: WebCall) async throws -> JSONValue {
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
        answers.append(error.json(ofZone: zone.value("zoneID") ?? .null))
      }
    }
    return .object(["zones": .list(answers)])
  }

  private func modify(
    _ zone: String, by operation: JSONObject, _ call: WebCall
  ) async throws -> JSONValue {
    let key = call.database.key(of: zone)
    switch try operation.required("operationType", operation.text) {
    case "create":
      if !WebDatabase.isStanding(zone) { try await storage.addZone(key, at: clock()) }
      let head = try await storage.zone(key)
      zones.signal(key, head: head.token)
      return Self.zone(zone, head, in: call.database)
    case "delete":
      guard !WebDatabase.isStanding(zone) else {
        throw WebError.badRequest("The zone \(zone) always exists. Delete its records.")
      }
      let last = try await storage.zone(key)
      guard try await storage.removeZone(key) else { throw WebError.zoneNotFound(zone) }
      try assets.remove(key)
      zones.signal(key, head: last.token)
      return .object(["zoneID": call.database.identifier(of: zone), "deleted": .bool(true)])
    case let other:
      throw WebError.badRequest("“\(other)” isn't an operation on zones: create or delete.")
    }
  }

  // MARK: Changes

  /// Returns the zones that have changed since a position, which has the heads of all zones at that time.
  private func databaseChanges(_ call: WebCall, _ member: String) async throws -> JSONValue {
    var position = try DatabasePosition(try call.body.text(member))
    let limit = try call.body.resultsLimit() ?? WebLimits.records
    let zones = try await zones.zones(of: call.database).filter {
      $0.name != WebDatabase.defaultZone
    }
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
