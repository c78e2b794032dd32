import HTTPTypes
import Hummingbird
import PerennialRecords

/// The addresses that answers have for clients: those of the hub, and of files.
struct WebAddresses: Sendable {
  /// The key of the addresses that carry permissions.
  let capabilities: CapabilityKey
  /// `true` if clients reach the hub with TLS, also through a proxy.
  let isSecure: Bool
  /// The host and the port of the hub, for requests that name none.
  let authority: String
  let clock: HubClock

  /// The path of the files of all containers. The query has the permission, so that no log has it.
  static let filePath = "/database/1/assets"

  /// Returns the address of the hub, as the client of a request has reached it.
  func address(in request: Request) -> String {
    let forwarded = HTTPField.Name("X-Forwarded-Proto").flatMap { request.headers[$0] }
    let isSecure = isSecure || forwarded == "https"
    return "\(isSecure ? "https" : "http")://\(request.head.authority ?? authority)"
  }

  /// Returns the function that gives the assets of a zone their addresses.
  func addresses(
    of call: WebCall, in zone: String
  ) async throws -> @Sendable (RecordAsset) -> String? {
    let key = try await capabilities.key()
    let (address, now) = (address(in: call.request), clock())
    let (account, name) = (call.database.account.id, call.database.key(of: zone).name)
    return { asset in
      let capability = Capability(
        kind: .download, account: account, zone: name, subject: asset.checksum,
        bytes: Int64(asset.byteCount), expires: now + Capability.downloadTime)
      return "\(address)\(Self.filePath)?token=\(capability.token(key))"
    }
  }
}
