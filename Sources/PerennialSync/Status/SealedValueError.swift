public import Foundation

/// The reason why a sealed value cannot be read or written on this device. The value is kept as it is.
public enum SealedValueError: Error, Equatable, Sendable {
  /// The device has no key of the account. ``UnsyncedReason/sealed(_:)`` has it also for changes that wait for a key.
  case noKey
  /// The value is sealed with a key that the device does not have: the identifier of the key.
  case unknownKey(String)
  /// The value was changed, or belongs to another record, field, zone or account.
  case notAuthentic
  /// The value has a form that this version of the library does not know: the number of the form; nil for a value that is
  /// too short.
  case unknownForm(UInt8?)
}

extension SealedValueError: LocalizedError, CustomStringConvertible {
  /// The failure, and the way out.
  public var description: String {
    switch self {
    case .noKey:
      "The device has no key for the sealed values of the account. Enter the recovery phrase, or request the key from "
        + "another device."
    case .unknownKey(let identifier):
      "The value is sealed with the key \(identifier), which the device does not have. Synchronise, or enter the "
        + "recovery phrase."
    case .notAuthentic:
      "The sealed value was changed on its way, or belongs to another field. Write the property again on a device that "
        + "shows its value."
    case .unknownForm(let form?):
      "The sealed value has the form \(form), which this version of the library does not know. Update the app."
    case .unknownForm(nil):
      "The sealed value is too short. Write the property again on a device that shows its value."
    }
  }

  public var errorDescription: String? { description }
}
