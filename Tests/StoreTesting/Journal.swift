import Foundation

/// A list of events, written from any thread.
// Sendable: the entries are only accessed under the lock, which the thread sanitizer knows, unlike a `Mutex`.
public final class Journal: @unchecked Sendable {
  private let lock = NSLock()
  private var notes: [String] = []

  public init() {}

  public func note(_ text: String = "") { lock.withLock { notes.append(text) } }

  public var entries: [String] { lock.withLock { notes } }
  public var count: Int { entries.count }
}
