#if SealedSync
public import Foundation

/// A failure to seal values or to use the keys for them. The data of the store are unchanged.
public enum SealedDataError: Error, Equatable, Sendable {
  /// The values of an attribute cannot be sealed: the entity, the attribute, and the reason.
  case cannotSeal(entity: String, attribute: String, reason: Reason)
  /// The account has a key already.
  case keyExists
  /// The account has no key.
  case noKey
  /// The device has no key: unlock it first.
  case locked
  /// The phrase is not that of the account's present key.
  case wrongPhrase
  /// No device has requested the key with this code.
  case unknownCode
  /// An encrypted key in the zone, in an export or on the device cannot be used. The text describes it.
  case invalidKeys(String)

  /// A property of an attribute that hinders its sealing.
  public enum Reason: String, Sendable {
    /// A hub adds up what devices have added.
    case counter
    /// A hub and devices compare unique values.
    case unique
    /// Large values are sent apart from their records.
    case externalStorage
  }

  /// The former name of ``Reason``.
  @available(*, deprecated, renamed: "Reason")
  public typealias Obstacle = Reason
}

extension SealedDataError: LocalizedError, CustomStringConvertible {
  /// The failure, and the way out.
  public var description: String {
    switch self {
    case .cannotSeal(let entity, let attribute, let reason):
      "\(entity).\(attribute) cannot be sealed, because it has the option \(reason.rawValue). Leave out one of the "
        + "two, or except the attribute."
    case .keyExists:
      "The account has a key already. Enter its recovery phrase, or request the key from another device."
    case .noKey: "The account has no key. Create one first."
    case .locked:
      "The device has no key. Enter the recovery phrase, or request the key from another device."
    case .wrongPhrase:
      "The phrase is not that of the account's present key. A rotation changes the phrase."
    case .unknownCode:
      "No device has requested the key with this code. Type the code that the new device shows, and synchronise both."
    case .invalidKeys(let text): "The encrypted keys cannot be used: \(text)"
    }
  }

  public var errorDescription: String? { description }
}
#endif
