public import Foundation

/// An error of a hub's database.
public struct HubStorageError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kinds of errors.
  public enum Code: Equatable, Sendable {
    /// An account with the name exists already.
    case accountExists
    /// The text cannot be the name of an account.
    case invalidName
    /// There is no account with the name.
    case unknownAccount
    /// There is no device with the identifier.
    case unknownDevice
    /// There is no key with the identifier.
    case unknownKey
    /// The text isn't a public key of a server.
    case invalidKey
    /// The file does not exist.
    case missingFile
    /// The file exists already.
    case existingFile
    /// The file isn't a database of a hub, or is one of a later version.
    case otherFile
    /// Another hub serves the file.
    case fileInUse
    /// The file cannot be read or written.
    case fileFailure
    /// The database server cannot be reached, or refuses.
    case serverFailure
    /// The database cannot be read or written at present: its disk is full, it can only be read, or its file is gone.
    case unavailable
    /// The database does not have the feature.
    case unsupported
    /// The account is in a state that does not allow the work.
    case accountState
    /// The copy of an account differs from it, or its last changes could not be copied in time.
    case moveFailure
  }

  /// The kind.
  public let code: Code
  /// The cause and the way out, for people.
  public let description: String

  /// Creates an error.
  public init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}

extension HubStorageError {
  /// The error for an account in a state that only a later version has.
  package static func laterState(_ name: String) -> HubStorageError {
    HubStorageError(
      .otherFile,
      "The account \(name) is in a state that this version does not have. Update the hub.")
  }
}

extension HubStorageError: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}
