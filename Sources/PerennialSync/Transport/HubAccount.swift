import Foundation
public import PerennialRecords

/// The sign-in of this device on a hub.
///
/// Each function throws `HubError` if the hub refuses the request, and ``HTTPTransportError`` if it has not
/// answered.
public struct HubAccount: Sendable {
  let hub: SyncHub
  private let connection: HubConnection

  /// Creates the account of a device on a hub.
  ///
  /// ```swift
  /// let account = HubAccount(hub)
  /// print(try account.credentials?.account ?? "signed out")
  /// ```
  public init(_ hub: SyncHub) { self.init(hub, client: .ofPlatform) }

  init(_ hub: SyncHub, client: HTTPClientKind) {
    self.hub = hub
    connection = HubConnection(hub, client: client)
  }

  /// The credentials of this device; nil if it is not signed in.
  public var credentials: HubCredentials? {
    get throws { try hub.credentials.credentials(for: hub.url) }
  }

  /// Signs the device in, and stores its credentials. Call ``SyncEngine/retry()`` afterwards.
  ///
  /// ```swift
  /// let credentials = try await hub.account.signIn(code: code, deviceName: "Ann's phone")
  /// await engine.retry()
  /// ```
  ///
  /// - Parameters:
  ///   - code: A pairing code of another device, or of the hub's operator.
  ///   - name: The name by which the user recognises the device, of 1 to 100 characters.
  @discardableResult
  public func signIn(code: String, deviceName name: String) async throws -> HubCredentials {
    let reply: SignInReply = try await connection.json(
      "POST", "sync/1/devices", body: SignInRequest(code: code, name: name), isOpen: true)
    let credentials = HubCredentials(
      token: reply.token, device: reply.device, account: reply.account)
    try hub.credentials.store(credentials, for: hub.url)
    return credentials
  }

  /// Makes a code with which another device signs in to the same account. This device needs the role ``HubRole/admin``.
  ///
  /// ```swift
  /// let pairing = try await sync.account.makePairingCode(for: .write)
  /// print("Type \(pairing.text) on the other device before \(pairing.expires).")
  /// ```
  ///
  /// - Parameter role: The rights of the other device.
  public func makePairingCode(for role: HubRole = .admin) async throws -> PairingCode {
    let reply: PairingReply = try await connection.json(
      "POST", "sync/1/pairings", body: PairingRequest(role: role))
    return PairingCode(text: reply.code, expires: Date(hubTime: reply.expires))
  }

  /// Returns the devices of the account.
  ///
  /// ```swift
  /// for device in try await sync.account.devices() where !device.isCurrent {
  ///   print(device.name, device.lastSeen)
  /// }
  /// ```
  public func devices() async throws -> [HubDevice] {
    let reply: DevicesReply = try await connection.json("GET", "sync/1/devices")
    return reply.devices.map {
      HubDevice(
        id: $0.device, name: $0.name, role: $0.role ?? .admin,
        created: Date(hubTime: $0.created), lastSeen: Date(hubTime: $0.lastSeen),
        isCurrent: $0.isCurrent)
    }
  }

  /// Signs a device out. Its data stays on it. For another device, this one needs the role ``HubRole/admin``.
  ///
  /// ```swift
  /// for device in try await sync.account.devices() where device.name == "Lost phone" {
  ///   try await sync.account.revoke(device)
  /// }
  /// ```
  public func revoke(_ device: HubDevice) async throws {
    let name = device.isCurrent ? "current" : device.id
    try await connection.send("DELETE", "sync/1/devices/\(name)")
    if device.isCurrent { try hub.credentials.removeCredentials(for: hub.url) }
  }

  /// Signs this device out: the hub revokes its token, and the device forgets it. The data stays on both.
  ///
  /// ```swift
  /// try await hub.account.signOut(evenIfUnreachable: true)
  /// await engine.retry()
  /// print(engine.status.pause == .signedOut)
  /// ```
  ///
  /// - Parameter forgets: `true` to forget the token also if the hub cannot be reached. The hub accepts it
  ///   until another device revokes it.
  public func signOut(evenIfUnreachable forgets: Bool = false) async throws {
    do {
      try await connection.send("DELETE", "sync/1/devices/current")
    } catch HTTPTransportError.signedOut {
      return
    } catch let error as HubError where error.code == .unauthorized {
      // The hub does not know the token any more.
    } catch let error as HTTPTransportError where forgets {
      _ = error
    }
    try hub.credentials.removeCredentials(for: hub.url)
  }

  /// Returns the use of the account's space.
  ///
  /// ```swift
  /// let usage = try await sync.account.usage()
  /// print("\(usage.bytes) of \(usage.limit) bytes")
  /// ```
  public func usage() async throws -> HubUsage {
    let reply: AccountReply = try await connection.json("GET", "sync/1/account")
    return HubUsage(
      account: reply.account, bytes: reply.bytes, limit: reply.limit, records: reply.records,
      zones: reply.zones)
  }

  /// Deletes the account on the hub: all data of all zones, assets, and the tokens of all devices. The data on
  /// the devices stays. This device needs the role ``HubRole/admin``.
  ///
  /// The connection can end before the answer, when the account is deleted already. Then a second call throws
  /// `HubError` with the code `unauthorized`, as for a device that was signed out. The credentials are of no use any
  /// more, and are removed in both cases.
  ///
  /// ```swift
  /// do {
  ///   try await sync.account.deleteAccount()
  /// } catch let error as HubError where error.code == .unauthorized {
  ///   print("The account was deleted already.")
  /// }
  /// ```
  public func deleteAccount() async throws {
    do {
      try await connection.send("DELETE", "sync/1/account")
    } catch let error as HubError where error.code == .unauthorized {
      try hub.credentials.removeCredentials(for: hub.url)
      throw error
    }
    try hub.credentials.removeCredentials(for: hub.url)
  }
}

extension SyncHub {
  /// The device's sign-in and its account.
  public var account: HubAccount { HubAccount(self) }
}

extension Date {
  fileprivate init(hubTime: Int64) { self.init(timeIntervalSince1970: Double(hubTime) / 1000) }
}
