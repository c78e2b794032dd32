import Foundation
import PerennialRecords

/// The client of a request, as its credentials identify it.
enum WebCaller: Sendable {
  /// An app with an API token. It reads the public database.
  case app
  /// A device of an account. It reads and writes the private database, and reads the public one.
  case device(Session)
  /// A server that signs its requests. It reads and writes the public database.
  case server(WebKey)

  /// The name of the caller's user record; nil for a caller that isn't a user.
  var userRecordName: String? {
    switch self {
    case .app: nil
    case .device(let session): Self.userRecordName(of: session.account)
    case .server(let key): "_\(key.id.prefix(32))"
    }
  }

  /// Returns the name of an account's user record.
  static func userRecordName(of account: Account) -> String {
    let digits = String(account.id, radix: 16)
    return "_" + String(repeating: "0", count: max(0, 16 - digits.count)) + digits
  }
}
