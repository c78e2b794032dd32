public import Foundation

/// The token of a device for a hub. Its description does not contain the token.
public struct HubCredentials: Equatable, Sendable, Codable {
  /// The secret that each request has.
  public let token: String
  /// The name that the hub has given to the device.
  public let device: String
  /// The name of the account.
  public let account: String

  /// Creates credentials.
  public init(token: String, device: String, account: String) {
    self.token = token
    self.device = device
    self.account = account
  }
}

extension HubCredentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The names of the device and of its account, for logs. The token isn't part of it.
  public var description: String { "device \(device) of \(account)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror {
    Mirror(self, children: ["device": device, "account": account])
  }
}

/// A place for the tokens of a device. It is never a part of a store, a backup or an export.
///
/// ```swift
/// final class MemoryCredentialStore: CredentialStore {
///   private let tokens = Mutex<[URL: HubCredentials]>([:])
///
///   func credentials(for hub: URL) throws -> HubCredentials? { tokens.withLock { $0[hub] } }
///   func store(_ credentials: HubCredentials, for hub: URL) throws {
///     tokens.withLock { $0[hub] = credentials }
///   }
///   func removeCredentials(for hub: URL) throws { tokens.withLock { $0[hub] = nil } }
/// }
/// ```
public protocol CredentialStore: Sendable {
  /// Returns the credentials for a hub; nil if the device is not signed in.
  func credentials(for hub: URL) throws -> HubCredentials?
  /// Stores the credentials for a hub, in the place of earlier ones.
  func store(_ credentials: HubCredentials, for hub: URL) throws
  /// Removes the credentials for a hub, if there are any.
  func removeCredentials(for hub: URL) throws
  /// Returns another secret of the device for a hub, such as the keys of sealed values; nil if there is none.
  func secret(named name: String, for hub: URL) throws -> Data?
  /// Stores or, with nil, removes another secret of the device for a hub.
  func store(secret: Data?, named name: String, for hub: URL) throws
}

extension CredentialStore {
  /// Throws ``CredentialError/unavailable(_:)``: a store that keeps only tokens has no keys of sealed values.
  public func secret(named name: String, for hub: URL) throws -> Data? {
    throw CredentialError.unavailable("\(Self.self) keeps no secrets beside tokens.")
  }

  /// Throws ``CredentialError/unavailable(_:)``: a store that keeps only tokens has no keys of sealed values.
  public func store(secret: Data?, named name: String, for hub: URL) throws {
    throw CredentialError.unavailable("\(Self.self) keeps no secrets beside tokens.")
  }
}

/// A failure of a ``CredentialStore``.
public enum CredentialError: Error, Equatable, Sendable {
  /// Other users of the machine can read the file with a token.
  case readableByOthers(String)
  /// The file does not contain credentials.
  case invalidFile(String)
  /// A file or a keychain cannot be used. The text describes the failure.
  case unavailable(String)
}

extension CredentialError: LocalizedError, CustomStringConvertible {
  /// The failure, and the way out.
  public var description: String {
    switch self {
    case .readableByOthers(let path):
      "The file “\(path)” contains a token and can be read by others. Revoke the device, and set the "
        + "file's mode to 0600 or remove it."
    case .invalidFile(let path):
      "The file “\(path)” does not contain the credentials of a device. Remove it, and sign in again."
    case .unavailable(let text): "The credentials cannot be read or written: \(text)"
    }
  }

  public var errorDescription: String? { description }
}
