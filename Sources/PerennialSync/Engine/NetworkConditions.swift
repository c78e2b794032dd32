/// The properties of a device's network that an engine considers.
public struct NetworkConditions: Equatable, Sendable {
  /// `true` if there is a network.
  public var isReachable: Bool
  /// `true` if the network is metered, or the user has asked for few transfers.
  public var isMetered: Bool

  /// Creates the properties of a network.
  public init(isReachable: Bool = true, isMetered: Bool = false) {
    self.isReachable = isReachable
    self.isMetered = isMetered
  }
}
