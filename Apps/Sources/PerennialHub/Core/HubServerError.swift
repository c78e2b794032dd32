public import Foundation

/// An error for which a hub does not start.
public enum HubServerError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Another program listens on the port.
  case portInUse(host: String, port: Int)
  /// The address cannot be listened on.
  case cannotListen(host: String, port: Int, reason: String)
  /// One of the names isn't the name of a host.
  case invalidHostName([String])
  /// The address isn't a loopback address, and connections would have no TLS.
  case needsTLS(host: String)
  /// The certificate or the key cannot be read.
  case invalidCertificate(reason: String)
  /// A page of the program cannot be shown.
  case invalidTemplate(name: String, reason: String)

  /// The cause and the way out.
  public var description: String {
    switch self {
    case .portInUse(let host, let port):
      "Port \(port) on \(host) is in use by another program. Choose another one with --port."
    case .cannotListen(let host, let port, let reason):
      "Cannot listen on \(host), port \(port): \(reason)"
    case .invalidHostName(let names):
      """
      --allowed-host takes the name of a host, such as “hub.example” or “hub.example:8443”, and not \
      \(names.map { "“\($0)”" }.joined(separator: ", ")).
      """
    case .needsTLS(let host):
      """
      \(host) can be reached from other machines, and tokens must not cross a network unencrypted. Give \
      --tls-certificate and --tls-key, or --behind-proxy if a proxy in front of the hub has the \
      certificate, or listen on 127.0.0.1.
      """
    case .invalidTemplate(let name, let reason): "The page \(name) is invalid: \(reason)"
    case .invalidCertificate(let reason): "The certificate or its key cannot be used: \(reason)"
    }
  }
}

extension HubServerError: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}
