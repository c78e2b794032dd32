public import Foundation

/// A code with which another device signs in.
public struct PairingCode: Equatable, Sendable {
  /// The code, to be typed. It can be used once.
  public let text: String
  /// The time after which it cannot be used.
  public let expires: Date
}
