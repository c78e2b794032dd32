public import Foundation

/// A hub, and the place of the credentials that this device has for it.
///
/// An app registers a hub before it opens its containers. A container that was opened before is not synced:
///
/// ```swift
/// let hub = try SyncHub(
///   url: URL(string: "https://hub.example.com")!,
///   credentials: FileCredentialStore(in: URL.applicationSupportDirectory))
/// try SyncHub.register(hub, for: "iCloud.example")
/// let container = try ModelContainer(
///   for: Trip.self,
///   configurations: ModelConfiguration(cloudKitDatabase: .private("iCloud.example")))
/// ```
public struct SyncHub: Sendable {
  /// The address of the hub.
  public let url: URL
  /// The place of the device's token.
  public let credentials: any CredentialStore

  /// Creates a hub.
  ///
  /// ```swift
  /// let hub = try SyncHub(
  ///   url: URL(string: "https://hub.example.com")!, credentials: FileCredentialStore(in: directory))
  /// ```
  ///
  /// - Throws: ``SyncHubError``: TLS is required, except for a hub on the same machine.
  public init(url: URL, credentials: any CredentialStore) throws(SyncHubError) {
    let parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
    guard let parts, let scheme = parts.scheme?.lowercased(), let host = parts.host, !host.isEmpty,
      ["http", "https"].contains(scheme), parts.user == nil, parts.password == nil,
      parts.query == nil, parts.fragment == nil
    else { throw .invalidURL(url.absoluteString) }
    #if canImport(FoundationNetworking) && !os(Linux)
    // FoundationNetworking would never find the host (swift-corelibs-foundation, issue 5496).
    guard !host.contains(":") else { throw .numericIPv6Address(url.absoluteString) }
    #endif
    guard scheme == "https" || Self.isLoopback(host) else { throw .needsTLS(url.absoluteString) }
    self.url = url
    self.credentials = credentials
  }

  /// `true` if the hub is on this machine, as its address says.
  var isOnThisMachine: Bool { url.host().map(Self.isLoopback) ?? false }

  private static func isLoopback(_ host: String) -> Bool {
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
    if numbers.count == 4, numbers[0] == "127" { return numbers.allSatisfy { UInt8($0) != nil } }
    return ["localhost", "::1", "[::1]"].contains(host.lowercased())
  }

  /// Throws ``SyncHubError/invalidZone(_:)`` if a text cannot be the name of a zone.
  static func check(zone: String) throws(SyncHubError) {
    let isValid = zone.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "-"):
        true
      default: false
      }
    }
    guard isValid, (1...128).contains(zone.utf8.count), !zone.hasPrefix(".") else {
      throw .invalidZone(zone)
    }
  }
}

/// A hub that cannot be used as it is described.
public enum SyncHubError: Error, Equatable, Sendable {
  /// The text is not the address of a hub.
  case invalidURL(String)
  /// The address has no TLS, and is not on this machine.
  case needsTLS(String)
  /// The address has an address of IPv6 in place of a host, which requests on this platform cannot have.
  case numericIPv6Address(String)
  /// The text is not a container identifier.
  case invalidZone(String)
}

extension SyncHubError: LocalizedError, CustomStringConvertible {
  /// The failure, and the way out.
  public var description: String {
    switch self {
    case .invalidURL(let text):
      "“\(text)” isn't the address of a hub. Use https, a host, and no user, query or fragment."
    case .needsTLS(let text):
      "The hub at “\(text)” cannot be used without TLS, which protects the device's token. Use https."
    case .numericIPv6Address(let text):
      "The hub at “\(text)” cannot be reached: requests on this platform cannot have an address of IPv6. Use the name of "
        + "the host, as in localhost."
    case .invalidZone(let text):
      "“\(text)” isn't a container identifier. Use 1 to 128 letters of ASCII, digits, dots, underscores "
        + "and hyphens, without a dot at the beginning."
    }
  }

  public var errorDescription: String? { description }
}
