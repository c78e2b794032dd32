import Hummingbird
import PerennialRecords

extension HubRequestContext {
  /// Returns the zone of the request's path.
  ///
  /// - Throws: `HubError/Code/badRequest` for a name that zones do not have.
  func zone(of session: Session) throws -> ZoneKey {
    let name = try parameters.require("zone")
    guard HubName.isZone(name) else {
      throw HubError(
        .badRequest,
        "A zone is the container identifier of an app: 1 to 128 letters, digits, dots, underscores and "
          + "hyphens, without a dot at the beginning.")
    }
    return ZoneKey(account: session.account.id, name: name)
  }
}
