public import Foundation

/// A reason why the studio could not start.
public enum StudioError: Error, Equatable, CustomStringConvertible, Sendable {
  /// Another program listens on the port.
  case portInUse(Int)
  /// The port cannot be listened on.
  case cannotListen(port: Int, reason: String)
  /// A template of the program is invalid.
  case invalidTemplate(name: String, reason: String)

  public var description: String {
    switch self {
    case .portInUse(let port):
      "Port \(port) is in use by another program. Choose another one with --port."
    case .cannotListen(let port, let reason): "Port \(port) cannot be listened on: \(reason)"
    case .invalidTemplate(let name, let reason): "The template “\(name)” is invalid: \(reason)"
    }
  }
}

extension StudioError: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}
