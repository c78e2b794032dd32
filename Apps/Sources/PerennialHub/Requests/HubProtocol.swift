/// The versions of the protocol.
enum HubProtocol {
  /// The versions that the hub serves, the earliest one first.
  static let versions = [1]
}
