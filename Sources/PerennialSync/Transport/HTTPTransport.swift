import Foundation
public import PerennialRecords
import Synchronization

/// Sends requests to a hub over HTTP.
///
/// A request without a TLS connection reaches only a hub on the same machine, and no proxy on the way to it.
/// Redirections are not followed.
public final class HTTPTransport: HubTransport {
  /// The version of the protocol that this library speaks.
  public static let version = 1

  let connection: HubConnection
  let zone: String
  private let isNegotiated = Mutex(false)

  /// The seconds after which an answer to a request for changes is late. A hub answers after 55.
  private static let listeningPatience: Double = 75

  /// Creates a transport to a zone of a hub.
  ///
  /// ```swift
  /// let transport = try HTTPTransport(hub, zone: "iCloud.example")
  /// let page = try await transport.pull(PullRequest(token: nil))
  /// print(page.records.count, page.moreComing)
  /// ```
  ///
  /// - Parameters:
  ///   - hub: The hub.
  ///   - zone: The container identifier of the app.
  /// - Throws: ``SyncHubError/invalidZone(_:)``.
  public convenience init(_ hub: SyncHub, zone: String) throws(SyncHubError) {
    try self.init(hub, zone: zone) { _ in }
  }

  /// Creates a transport whose requests are sent for some accounts only.
  init(
    _ hub: SyncHub, zone: String, client: HTTPClientKind = .ofPlatform,
    admit: @escaping HubConnection.Admission
  ) throws(SyncHubError) {
    try SyncHub.check(zone: zone)
    connection = HubConnection(hub, client: client, admit: admit)
    self.zone = zone
  }

  /// Requests a page of changes. The first request of a transport asks the hub for its versions of the protocol.
  ///
  /// ```swift
  /// let transport = try HTTPTransport(hub, zone: "iCloud.example")
  /// var token: SyncToken?
  /// var isMoreComing = true
  /// while isMoreComing {
  ///   let page = try await transport.pull(PullRequest(token: token))
  ///   for record in page.records { print(record.name, record.type) }
  ///   (token, isMoreComing) = (page.token, page.moreComing)
  /// }
  /// ```
  ///
  /// - Throws: `HubError`, in particular `upgradeRequired` if there is no common version; ``HTTPTransportError``.
  public func pull(_ request: PullRequest) async throws -> PullReply {
    try await negotiate()
    return try await connection.json("POST", path("pull"), body: request)
  }

  /// Sends changes. If the answer is lost, the request can be sent again: the hub then has nothing new to write.
  ///
  /// ```swift
  /// let stamp = StampClock(device: .random()).next()
  /// var record = Record(.object(key: 17), type: "Recipe", created: stamp)
  /// record.state.write(.text("Soup"), to: "title", at: stamp)
  /// let transport = try HTTPTransport(hub, zone: "iCloud.example")
  /// let reply = try await transport.push(PushRequest(token: nil, records: [record]))
  /// for refusal in reply.refused { print(refusal.name, refusal.reason) }
  /// ```
  ///
  /// - Throws: `HubError`; ``HTTPTransportError``.
  public func push(_ request: PushRequest) async throws -> PushReply {
    try await negotiate()
    return try await connection.json("POST", path("push"), body: request)
  }

  /// Waits for later changes, up to the time that the hub allows.
  ///
  /// ```swift
  /// let transport = try HTTPTransport(hub, zone: "iCloud.example")
  /// let token = try await transport.pull(PullRequest(token: nil)).token
  /// if try await transport.waitForChanges(after: token) { print("There are changes.") }
  /// ```
  ///
  /// - Throws: `HubError`; ``HTTPTransportError``, in particular
  ///   ``HTTPTransportError/notAHub(status:url:)`` for the page of a network that asks for a sign-in.
  public func waitForChanges(after token: SyncToken?) async throws -> Bool {
    try await negotiate()
    let query = token.map { [URLQueryItem(name: "after", value: $0.description)] } ?? []
    let answer = try await connection.listen(
      path("changes"), query: query, patience: Self.listeningPatience)
    switch answer.status {
    case 200:
      // A sign-in page of a network has the same status.
      guard (try? JSONDecoder().decode(ChangesReply.self, from: answer.body)) != nil else {
        throw HTTPTransportError.notAHub(status: 200, url: connection.hub.url.absoluteString)
      }
      return true
    case 204: return false
    default:
      throw HTTPTransportError.notAHub(
        status: answer.status, url: connection.hub.url.absoluteString)
    }
  }

  private func path(_ operation: String) -> String { "sync/1/zones/\(zone)/\(operation)" }

  // MARK: Versions

  /// Asks the hub for its versions, once. A device that is signed out asks nothing.
  ///
  /// - Throws: `HubError/Code/upgradeRequired` if there is no common version.
  private func negotiate() async throws {
    if isNegotiated.withLock({ $0 }) { return }
    _ = try await connection.token()
    let reply: VersionsReply = try await connection.json("GET", "sync", isOpen: true)
    guard reply.versions.contains(Self.version) else {
      let isOld = reply.versions.max().map { $0 < Self.version } ?? false
      throw HubError(
        .upgradeRequired,
        "The hub serves the versions \(reply.versions) of the protocol, and the app needs "
          + "\(Self.version). Update the \(isOld ? "hub" : "app").")
    }
    isNegotiated.withLock { $0 = true }
  }
}
