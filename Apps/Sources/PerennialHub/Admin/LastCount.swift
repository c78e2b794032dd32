import Synchronization

/// The count that a stream has told last.
final class LastCount: Sendable {
  private let value: Mutex<Int>

  init(_ value: Int) { self.value = Mutex(value) }

  /// Replaces the count.
  ///
  /// - Returns: `true` if it was another one.
  func replace(by count: Int) -> Bool {
    value.withLock { value in
      defer { value = count }
      return value != count
    }
  }
}
