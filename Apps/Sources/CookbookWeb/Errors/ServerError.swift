public import Foundation

/// Why the server could not start.
public enum ServerError: Error, Equatable, Sendable {
  /// Another program listens on the port.
  case portInUse(host: String, port: Int)
  /// The address cannot be listened on.
  case cannotListen(host: String, port: Int, reason: String)
  /// One of the names is not the name of a host.
  case invalidHostName([String])
  /// The app was installed without one of its files.
  case missingResource(String)
}

extension ServerError: LocalizedError, CustomStringConvertible {
  public var description: String {
    switch self {
    case .portInUse(let host, let port):
      "Port \(port) on \(host) is in use by another program. Choose another one with --port."
    case .cannotListen(let host, let port, let reason):
      "Cannot listen on \(host), port \(port): \(reason)"
    case .invalidHostName(let names):
      """
      --host-name takes the name of a host, such as “kitchen.local” or “kitchen.local:8443”, and not \
      \(names.map { "“\($0)”" }.joined(separator: ", ")).
      """
    case .missingResource(let name):
      "The app's resource “\(name)” is missing. Install the app again."
    }
  }

  public var errorDescription: String? { description }
}
