import Crypto
import Foundation
import Synchronization

/// The permission to use the pages of a program on this machine.
///
/// The address that is printed at the start has a token. Its first use signs a browser in, with a cookie. The
/// token is worthless afterwards, so that an address in a history, a log or a list of processes opens nothing.
package final class OneTimeAccess: Sendable {
  /// The token of the address. It works once.
  package let token = OneTimeAccess.secret()
  private let session = OneTimeAccess.secret()
  private let isTokenUsed = Mutex(false)
  /// The beginning of the cookie's name.
  private let name: String

  /// - Parameter name: The beginning of the cookie's name, which tells programs apart.
  package init(named name: String) { self.name = name }

  /// Uses the token.
  ///
  /// - Returns: The value of the cookie; nil if the token is wrong or was used before.
  func signIn(_ text: String) -> String? {
    guard Self.isEqual(text, token) else { return nil }
    let isFirst = isTokenUsed.withLock { isUsed in
      defer { isUsed = true }
      return !isUsed
    }
    return isFirst ? session : nil
  }

  /// Returns `true` if a text is the value of the cookie.
  func isSession(_ text: String) -> Bool { Self.isEqual(text, session) }

  /// The name of the cookie. Cookies do not distinguish ports, so each port has a name of its own.
  func cookieName(port: Int) -> String { "\(name)-\(port)" }

  /// Returns 256 random bits as text.
  private static func secret() -> String {
    SymmetricKey(size: .bits256).withUnsafeBytes { bytes in
      bytes.map { byte in
        let digits = String(byte, radix: 16)
        return digits.count == 1 ? "0\(digits)" : digits
      }.joined()
    }
  }

  /// Compares texts in a time that does not depend on their contents.
  private static func isEqual(_ left: String, _ right: String) -> Bool {
    SHA256.hash(data: Data(left.utf8)) == SHA256.hash(data: Data(right.utf8))
  }
}
