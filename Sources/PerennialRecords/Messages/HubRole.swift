/// The rights of a device in its account. A greater role includes the rights of those before it.
///
/// ```swift
/// func check(_ role: HubRole) throws {
///   guard role >= .write else { throw HubError(.forbidden, "The device may only read.") }
/// }
/// ```
public enum HubRole: String, CaseIterable, Comparable, Sendable, Codable {
  /// The device receives changes, and sends none.
  case read
  /// The device also sends changes.
  case write
  /// The device also signs other devices in and out, and can remove the account.
  case admin

  /// Returns `true` if the first role has fewer rights than the second one.
  public static func < (first: HubRole, second: HubRole) -> Bool { first.rank < second.rank }

  private var rank: Int {
    switch self {
    case .read: 0
    case .write: 1
    case .admin: 2
    }
  }
}
