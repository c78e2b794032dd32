import Foundation
import PerennialRecords

/// The database of a request: the zones of a container that the caller reaches.
///
/// A container is the app's, with the identifier that its devices sync under. The private database is that of the
/// caller's account. The public database is an account of its own, which ``publicAccount(of:)`` names.
struct WebDatabase: Sendable {
  enum Environment: String, Sendable {
    case development, production
  }

  enum Scope: String, Sendable {
    case `public`, `private`
  }

  let container: String
  let environment: Environment
  let scope: Scope
  /// The account that has the zones.
  let account: Account
  let caller: WebCaller

  /// The name of the account with the public database of a container.
  ///
  /// Names of other accounts have no colon.
  static func publicAccount(of container: String) -> String { "\(container):public" }

  /// The name by which subscriptions are stored.
  var name: String { "\(container)/\(environment.rawValue)/\(scope.rawValue)" }

  /// The name of the user record of the account with the zones.
  var owner: String { WebCaller.userRecordName(of: account) }

  // MARK: Zones

  /// The zone that the app's devices sync, in the environment `production`.
  static let deviceZone = "perennial"
  /// The zone of requests that name none.
  static let defaultZone = "_defaultZone"

  /// Returns `true` for a zone that always exists and cannot be removed.
  static func isStanding(_ zone: String) -> Bool { zone == deviceZone || zone == defaultZone }

  /// Returns the hub's zone for a zone of the database.
  ///
  /// The hub's name of a zone that devices cannot reach has a tilde, which their zones do not have.
  func key(of zone: String) -> ZoneKey {
    switch environment {
    case .production where zone == Self.deviceZone:
      ZoneKey(account: account.id, name: container)
    case .production: ZoneKey(account: account.id, name: "\(container)~\(zone)")
    case .development: ZoneKey(account: account.id, name: "\(container)~~\(zone)")
    }
  }

  /// Returns the zone of the database with a name of the hub's; nil for a zone of another database.
  func zone(named name: String) -> String? {
    if name == container { return environment == .production ? Self.deviceZone : nil }
    let prefix = environment == .production ? "\(container)~" : "\(container)~~"
    guard name.hasPrefix(prefix) else { return nil }
    let zone = name.dropFirst(prefix.count)
    return zone.contains("~") ? nil : String(zone)
  }

  /// Returns the zone that an object of a request names.
  ///
  /// - Throws: `BAD_REQUEST` for a name that zones do not have; `ZONE_NOT_FOUND` for another owner.
  func zone(in object: JSONObject, _ member: String = "zoneID") throws(WebError) -> String {
    guard let identifier = try object.object(member) else { return Self.defaultZone }
    return try zone(identifier)
  }

  /// Returns the zone of a `zoneID`.
  func zone(_ identifier: JSONObject) throws(WebError) -> String {
    let name = try identifier.required("zoneName", identifier.text)
    guard HubName.isZone(name), name == Self.defaultZone || !name.hasPrefix("_") else {
      throw .badRequest(
        "“\(name)” isn't a name of a zone: 1 to 128 letters, digits, dots, underscores and hyphens, "
          + "without a dot or an underscore at the beginning.")
    }
    let owner = try identifier.text("ownerRecordName")
    guard owner == nil || owner == self.owner || owner == "_defaultOwner__" else {
      throw WebError(.zoneNotFound, "The zone \(name) of another owner is not in this database.")
    }
    return name
  }

  /// Returns the `zoneID` of a zone.
  func identifier(of zone: String) -> JSONValue {
    .object([
      "zoneName": .text(zone), "ownerRecordName": .text(owner),
      "zoneType": .text(zone == Self.defaultZone ? "DEFAULT_ZONE" : "REGULAR_CUSTOM_ZONE"),
    ])
  }
}

extension WebError {
  static func zoneNotFound(_ zone: String) -> WebError {
    WebError(.zoneNotFound, "The zone \(zone) does not exist. Create it with zones/modify.")
  }
}
