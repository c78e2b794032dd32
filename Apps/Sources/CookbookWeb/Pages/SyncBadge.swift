import CookbookModel

/// The state of a book's sync, as every page shows it.
struct SyncBadge: Equatable, Sendable {
  var state: String
  /// A few words.
  var label: String
  /// A sentence.
  var hint: String
  /// The number of conflicts in words; nil if there are none.
  var undecided: String?

  init(_ status: BookSyncStatus) {
    state = status.state.rawValue
    label = Self.label(status)
    hint = Self.hint(status)
    undecided =
      status.conflicts > 0
      ? PageText.count(status.conflicts, one: "conflict", many: "conflicts") : nil
  }

  private static func label(_ status: BookSyncStatus) -> String {
    let waiting = status.pending > 0 ? " · \(status.pending) to send" : ""
    return switch status.state {
    case .signedOut: "Signed out"
    case .offline: "Offline\(waiting)"
    case .paused: "Paused\(waiting)"
    case .unreachable: "Hub unreachable\(waiting)"
    case .importing: status.received > 0 ? "First import: \(status.received)" : "First import"
    case .sending: "Sending \(status.pending)"
    case .receiving: "Receiving"
    case .upToDate: status.refused > 0 ? "\(status.refused) refused" : "Up to date"
    }
  }

  private static func hint(_ status: BookSyncStatus) -> String {
    switch status.state {
    case .signedOut: "This device is signed out. Changes stay on it."
    case .offline: "The offline switch is on. Changes stay on this device until it is off."
    case .paused: pause(status)
    case .unreachable: "Changes stay on this device until the hub answers. \(status.problem ?? "")"
    case .importing: "The recipes of the account are being received."
    case .sending: "Changes of this device are being sent."
    case .receiving: "Changes of other devices are being received."
    case .upToDate:
      status.refused > 0
        ? "The hub has refused changes. They are sent again after the next change."
        : "This device and the hub have the same recipes."
    }
  }

  private static func pause(_ status: BookSyncStatus) -> String {
    switch status.pause {
    case "unauthorized":
      "The hub does not accept this device any more: it was revoked, or its account was deleted. Sign in again."
    case "readOnly":
      """
      This device may only receive: changes of other devices arrive, and its own stay on it. Ask for another \
      role.
      """
    case "forbidden":
      "The hub does not allow this device to read the recipes. Ask for another role."
    case "otherAccount":
      "The recipes of this book belong to another account. Give them to this account, or sign out and delete them."
    case "erased": "This book was erased. The recipes of the account return when you try again."
    case "upgradeRequired": "The hub has another version. Update Cookbook or the hub."
    case "notOwner": "Another program syncs this book."
    case "metered": "The network is metered."
    default: status.problem ?? "The hub refuses requests of this device."
    }
  }
}
