import Foundation
import HTTPTypes
import Hummingbird
import PerennialRecords

/// The requests by which devices sign in and out.
struct DeviceRoutes: Sendable {
  let storage: any DeviceStorage
  let administration: HubAdministration
  let wrongCredentials: WrongCredentials
  let audit: AuditLog
  let listeners: ZoneListeners
  /// The lifetime of a device's token, in milliseconds; nil for tokens that do not expire.
  let tokenLifetime: Int64?
  let clock: HubClock

  func addRoutes(to routes: HubRoutes) {
    routes.add(.post, "devices", access: .open) { try await signIn($0, $1) }
    routes.add(.get, "devices", for: .read) { try await list($2) }
    routes.add(.delete, "devices/current", for: .read) {
      try await revoke($2.device.id, for: $2, in: $1)
    }
    routes.add(.post, "pairings", for: .admin) { try await addPairing($0, in: $1, for: $2) }
    routes.add(.delete, "devices/:device", for: .admin) { _, context, session in
      try await revoke(context.parameters.require("device"), for: session, in: context)
    }
  }

  private func addPairing(
    _ request: Request, in context: HubRequestContext, for session: Session
  ) async throws -> Response {
    let wanted = try await request.optionalJSON(
      PairingRequest.self, notes: context.notes, upTo: SignInRequest.largest)
    let now = clock()
    let (code, expires) = try await administration.by(session, in: context).pair(
      session.account, as: wanted?.role ?? .admin, at: now)
    return try Answer.json(
      PairingReply(code: code.text, expires: expires, hubTime: now), status: .created)
  }

  private func signIn(_ request: Request, _ context: HubRequestContext) async throws -> Response {
    let now = clock()
    try wrongCredentials.checkCodes(in: context, at: now)
    let wanted = try await request.json(
      SignInRequest.self, notes: context.notes, upTo: SignInRequest.largest)
    let name = try wanted.checkedName()
    let token = DeviceToken.random()
    let device = Device(
      id: Self.identifier(), name: name, created: now, lastSeen: now,
      expires: tokenLifetime.map { now + $0 })
    guard let code = PairingCode(wanted.code),
      let session = try await storage.redeem(
        code.digest, for: device, token: token.digest, at: now)
    else {
      try await wrongCredentials.refuseCode(in: context)
    }
    context.notes.note { notes in
      notes.account = session.account.name
      notes.device = device.id
    }
    await audit.write(
      .signedIn, by: .device(device.id), in: context, account: session.account.name,
      device: device.id, detail: "role \(session.device.role.rawValue)")
    return try Answer.json(
      SignInReply(
        token: token.text, device: device.id, account: session.account.name,
        role: session.device.role, hubTime: now),
      status: .created)
  }

  private static func identifier() -> String {
    let text = String(UInt64.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
  }

  private func list(_ session: Session) async throws -> Response {
    let devices = try await storage.devices(of: session.account.id).map { device in
      DevicesReply.Item(device, isCurrent: device.id == session.device.id)
    }
    return try Answer.json(DevicesReply(devices: devices, hubTime: clock()))
  }

  private func revoke(
    _ device: String, for session: Session, in context: HubRequestContext
  ) async throws -> Response {
    let administration = administration.by(session, in: context)
    guard try await administration.revoke(device, of: session.account, at: clock()) else {
      throw Refusal(
        .badRequest, "The account has no such device. Its token may be revoked already.",
        status: .notFound)
    }
    listeners.end(session.account.id, device: device)
    return Response(status: .noContent)
  }
}

extension SignInRequest {
  /// The most bytes of the request.
  static let largest = 4096
  /// The most characters of a device's name.
  private static let longestName = 100

  /// - Throws: `HubError/Code/badRequest`.
  func checkedName() throws(HubError) -> String {
    let name = name.trimmingCharacters(in: .whitespacesAndNewlines)
    let isPrintable = name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    guard (1...Self.longestName).contains(name.count), name.utf8.count <= 1024, isPrintable
    else {
      throw HubError(
        .badRequest,
        "A device has a name of 1 to \(Self.longestName) characters, without control characters.")
    }
    return name
  }
}

extension DevicesReply.Item {
  fileprivate init(_ device: Device, isCurrent: Bool) {
    self.init(
      device: device.id, name: device.name, role: device.role, created: device.created,
      lastSeen: device.lastSeen, isCurrent: isCurrent)
  }
}
