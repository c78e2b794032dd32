import Foundation
import Hummingbird
import PerennialRecords

/// The operations that read the changes of zones.
struct WebChangeRoutes: Sendable {
  let storage: any ZoneStorage
  let zones: WebZones
  let addresses: WebAddresses

  func addRoutes(to routes: WebRoutes) {
    routes.add("records/changes") { call in
      let zone = try call.database.zone(in: call.body)
      var page = try await changes(of: zone, as: call.body, call)
      page["zoneID"] = nil
      return .object(page)
    }
    routes.add("changes/zone") { call in
      let wanted = try call.body.required("zones", call.body.objects)
      guard wanted.count <= WebLimits.records else {
        throw WebError.badRequest("The request has too many zones; 200 are allowed.")
      }
      var zones: [JSONValue] = []
      for object in wanted { zones.append(try await zoneChanges(as: object, call)) }
      return .object(["zones": .list(zones)])
    }
  }

  /// Returns the changes of one of the zones of a request, or its error.
  private func zoneChanges(as wanted: JSONObject, _ call: WebCall) async throws -> JSONValue {
    do {
      let zone = try call.database.zone(in: wanted)
      return .object(try await changes(of: zone, as: wanted, call))
    } catch let error as HubError where [.hubRestored, .tokenExpired].contains(error.code) {
      return WebError.tokenExpired.json(ofZone: wanted.value("zoneID"))
    } catch let error as WebError {
      return error.json(ofZone: wanted.value("zoneID"))
    }
  }

  /// Returns a page of the changes of a zone.
  ///
  /// - Parameter wanted: The object with the position, the limit and the fields.
  private func changes(
    of zone: String, as wanted: JSONObject, _ call: WebCall
  ) async throws -> [String: JSONValue] {
    guard zone != WebDatabase.defaultZone else {
      throw WebError.badRequest("cannot get changes in default zone")
    }
    guard try wanted.flag("reverse") != true else {
      throw WebError.badRequest("“reverse” isn't supported: changes are read from the first on.")
    }
    var form = try await RecordForm(of: call, in: zone, addresses: addresses)
      .wanting(try wanted.texts("desiredKeys"))
    form.numbersAsStrings =
      try wanted.flag("numbersAsStrings") ?? wanted.flag("numberAsStrings")
      ?? form.numbersAsStrings
    let types = try wanted.texts("desiredRecordTypes").map(Set.init)
    let limit = try wanted.resultsLimit() ?? call.body.resultsLimit() ?? WebLimits.records
    let position = try wanted.text("syncToken").map { text in
      guard let token = SyncToken(text) else { throw WebError.tokenExpired }
      return token
    }
    _ = try await zones.head(of: zone, in: call.database)
    let key = call.database.key(of: zone)
    let resets = try await zones.resets(of: key)
    let page = try await storage.page(
      of: key, after: position, upTo: PageLimit(records: limit))
    var records: [JSONValue] = []
    for stored in page.records {
      let view = try RecordView(stored, resets: resets)
      if view.name == .manifest { continue }
      if !view.isVisible {
        records.append(form.deletion(of: view.name))
      } else if types?.contains(view.record.type) ?? true {
        records.append(form.json(of: view))
      }
    }
    call.context.notes.note { $0.records = records.count }
    return [
      "zoneID": call.database.identifier(of: zone), "records": .list(records),
      "syncToken": .text(page.token.description), "moreComing": .bool(page.moreComing),
    ]
  }
}
