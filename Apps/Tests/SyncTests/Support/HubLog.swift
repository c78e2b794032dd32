import Foundation
import Logging
import Synchronization

/// All that a hub logs, at the most detailed level.
final class HubLog: Sendable {
  private let lines = Mutex<[String]>([])

  /// The lines as bytes.
  var contents: Data { Data(lines.withLock { $0.joined(separator: "\n") }.utf8) }

  var logger: Logger {
    var logger = Logger(label: "hub") { _ in Handler(log: self) }
    logger.logLevel = .trace
    return logger
  }

  private struct Handler: LogHandler {
    let log: HubLog
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let all = metadata.merging(event.metadata ?? [:]) { $1 }
      log.lines.withLock { $0.append("\(event.level) \(event.message) \(all)") }
    }
  }
}
