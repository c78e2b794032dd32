@testable import Perennial

/// A list of events, written from any thread.
final class Journal: Sendable {
  private let notes = Guarded<[String]>([])

  func note(_ text: String = "") { notes.withLock { $0.append(text) } }

  var entries: [String] { notes.withLock { $0 } }
  var count: Int { notes.withLock { $0.count } }
}
