public import Foundation
public import PerennialRecords

/// A device that is signed in.
public struct HubDevice: Equatable, Sendable, Identifiable {
  /// The name that the hub has given to the device.
  public let id: String
  /// The name that the user has given to the device.
  public let name: String
  /// The rights of the device.
  public let role: HubRole
  /// The time of the sign-in.
  public let created: Date
  /// The time of the last request, with a precision of some minutes.
  public let lastSeen: Date
  /// `true` for this device.
  public let isCurrent: Bool
}
