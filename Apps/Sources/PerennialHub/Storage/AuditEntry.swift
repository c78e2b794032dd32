/// An event that concerns the security of a hub, as its audit log has it. It has names and identifiers, and neither
/// secrets nor values of records.
public struct AuditEntry: Equatable, Sendable {
  /// The kinds of events.
  public enum Event: String, CaseIterable, Sendable, Codable {
    /// A device has signed in with a pairing code.
    case signedIn
    /// A pairing code was made.
    case codeMade
    /// A pairing code was wrong, used or expired.
    case codeRefused
    /// An address has sent too many wrong tokens or codes, and is refused for a minute.
    case lockedOut
    /// The token of a device was revoked.
    case tokenRevoked
    /// The token of a device has expired, and was removed.
    case tokenExpired
    /// A device has another role.
    case roleChanged
    /// An account was added.
    case accountAdded
    /// An account was removed.
    case accountRemoved
    /// An account has another limit of bytes.
    case accountLimited
    /// An account has moved to another database, or has arrived from one.
    case accountMoved
    /// A key of Web Services was added or revoked.
    case webKeyAdded, webKeyRevoked
    /// The database was replaced by a backup.
    case restored
    /// An operator has signed in on the page of administration, or has failed to.
    case operatorSignedIn, operatorRefused
    /// An event of a later version.
    case other
  }

  /// The cause of an event.
  public enum Actor: Equatable, Sendable {
    /// A command, or a page for the operator.
    case `operator`
    /// The hub itself.
    case hub
    /// A device of the account, by its identifier.
    case device(String)
    /// A client without a valid token.
    case stranger
  }

  /// The time, in milliseconds since 1970.
  public let time: Int64
  /// The kind.
  public let event: Event
  /// The cause.
  public let actor: Actor
  /// The name of the account; nil if the event concerns none.
  public let account: String?
  /// The identifier of the device; nil if the event concerns none.
  public let device: String?
  /// The network address of the request; nil for commands.
  public let address: String?
  /// More facts, such as a role.
  public let detail: String?

  /// Creates an entry. Texts are cut to 200 characters.
  public init(
    _ event: Event, by actor: Actor, at time: Int64, account: String? = nil,
    device: String? = nil, address: String? = nil, detail: String? = nil
  ) {
    self.time = time
    self.event = event
    self.actor = actor
    self.account = account.map { String($0.prefix(200)) }
    self.device = device.map { String($0.prefix(200)) }
    self.address = address.map { String($0.prefix(200)) }
    self.detail = detail.map { String($0.prefix(200)) }
  }
}

/// The bounds of the audit log.
public enum AuditLimits {
  /// The time for which entries are kept, in milliseconds: 400 days.
  public static let age: Int64 = 400 * 24 * 3600 * 1000
  /// The most entries that are kept. Older ones are removed.
  public static let entries = 200_000
}

extension AuditEntry.Actor {
  /// The text in the database.
  package var stored: String {
    switch self {
    case .operator: "operator"
    case .hub: "hub"
    case .stranger: "stranger"
    case .device(let name): "device \(name)"
    }
  }

  package init(stored text: String) {
    self =
      switch text {
      case "operator": .operator
      case "hub": .hub
      case "stranger": .stranger
      default: .device(text.hasPrefix("device ") ? String(text.dropFirst(7)) : text)
      }
  }
}

extension AuditEntry {
  /// Creates an entry of the database.
  package init(
    time: Int64, event: String, actor: String, account: String?, device: String?,
    address: String?, detail: String?
  ) {
    self.init(
      Event(rawValue: event) ?? .other, by: Actor(stored: actor), at: time, account: account,
      device: device, address: address, detail: detail)
  }
}
