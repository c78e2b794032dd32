public import Foundation

/// A request to which no answer of a hub came.
public enum HTTPTransportError: Error, Equatable, Sendable {
  /// The device has no credentials for the hub.
  case signedOut
  /// The credentials cannot be read.
  case credentials(CredentialError)
  /// The environment names a proxy for a hub on this machine. The token would go to the proxy without TLS. Only on
  /// platforms where requests cannot be told to use no proxy: Android and Windows.
  case proxied(url: String, variable: String)
  /// No answer came. The text describes the failure.
  case network(String)
  /// The answer is not one of a hub: its status, and the address.
  case notAHub(status: Int, url: String)
  /// The hub has sent the request to another address, which is not followed: the token belongs to the first.
  case redirected(to: String)
  /// The answer has more bytes than an answer of a hub.
  case answerTooLarge(limit: Int)
  /// The bytes of an asset do not have its checksum.
  case wrongChecksum(expected: String, found: String)
  /// A file cannot be read or written. The text describes the failure.
  case file(String)
}

extension HTTPTransportError: LocalizedError, CustomStringConvertible {
  /// The failure, and the way out.
  public var description: String {
    switch self {
    case .signedOut: "The device has no credentials for the hub. Sign in."
    case .credentials(let error): error.description
    case .proxied(let url, let variable):
      "The hub at \(url) is on this machine, and the variable \(variable) of the environment names a proxy for it, "
        + "which would get the device's token without TLS. Add the host to no_proxy."
    case .network(let text): text
    case .notAHub(let status, let url):
      "The answer of \(url) with the status \(status) isn't one of a hub. Check the address, and the "
        + "network's sign-in page."
    case .redirected(let url):
      "The hub has redirected a request to \(url). Redirections are not followed. Use that address."
    case .answerTooLarge(let limit): "The hub's answer has more than \(limit) bytes."
    case .wrongChecksum(let expected, let found):
      "An asset has the checksum \(found), and not \(expected). Transfer it again."
    case .file(let text): "A file cannot be read or written: \(text)"
    }
  }

  public var errorDescription: String? { description }
}

extension HTTPTransportError {
  /// The failure of a request that has waited for a byte as long as it may.
  static func idle(for patience: Duration) -> Self {
    let time = patience.formatted(.units(allowed: [.seconds, .milliseconds], width: .wide))
    return .network("The connection has moved no byte for \(time).")
  }
}
