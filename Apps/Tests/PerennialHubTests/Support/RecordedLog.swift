import Logging
import Synchronization

/// A log that keeps what was written to it.
final class RecordedLog: Sendable {
  struct Entry: Sendable {
    let level: Logger.Level
    let message: String
    let metadata: [String: String]
  }

  private let recorded = Mutex<[Entry]>([])

  var logger: Logger {
    var logger = Logger(label: "Hub", factory: { _ in Handler(target: self) })
    logger.logLevel = .debug
    return logger
  }

  var entries: [Entry] { recorded.withLock { $0 } }

  /// All that was logged, as one text.
  var text: String {
    entries.map { "\($0.message) \($0.metadata)" }.joined(separator: "\n")
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
      let facts = metadata.merging(event.metadata ?? [:]) { $1 }.mapValues { "\($0)" }
      let entry = Entry(level: event.level, message: "\(event.message)", metadata: facts)
      target.recorded.withLock { $0.append(entry) }
    }
  }
}
