import Logging

/// The loggers of the framework, one for each part.
struct Log: Sendable {
  static let container = Log("perennial.container")
  static let context = Log("perennial.context")
  static let model = Log("perennial.model")
  static let undo = Log("perennial.undo")

  private let logger: Logger

  private init(_ label: String) {
    logger = Logger(label: label)
  }

  /// Logs a failure in code that cannot throw.
  func error(_ message: @autoclosure () -> String) { logger.error("\(message())") }
  /// Logs an action that a program may not expect.
  func warning(_ message: @autoclosure () -> String) { logger.warning("\(message())") }
  func notice(_ message: @autoclosure () -> String) { logger.notice("\(message())") }
}
