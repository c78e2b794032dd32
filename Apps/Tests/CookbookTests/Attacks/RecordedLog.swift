import Logging
import Synchronization

/// A log that a test reads.
final class RecordedLog: Sendable {
  private let recorded = Mutex<[(level: Logger.Level, text: String)]>([])

  /// A logger that writes here, down to debugging.
  var logger: Logger {
    var logger = Logger(label: "Tests", factory: { _ in Handler(target: self) })
    logger.logLevel = .debug
    return logger
  }

  /// The texts of some levels.
  func entries(_ isWanted: (Logger.Level) -> Bool) -> [String] {
    recorded.withLock { $0.filter { isWanted($0.level) }.map(\.text) }
  }

  /// Waits until a text with a certain part was logged.
  func wait(for part: String) async throws {
    for _ in 0..<200 {
      if entries({ _ in true }).contains(where: { $0.contains(part) }) { return }
      try await Task.sleep(for: .milliseconds(25))
    }
    throw Missing(part: part)
  }

  struct Missing: Error {
    let part: String
  }

  private struct Handler: LogHandler {
    let target: RecordedLog
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.debug

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      target.recorded.withLock { $0.append((event.level, "\(event.message)")) }
    }
  }
}
