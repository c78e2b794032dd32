import Foundation

/// The failure of a history's check.
struct HistoryViolation: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

extension [UInt64] {
  /// Runs the histories of seeds, on a thread for each processor. Other tests do not wait for them.
  ///
  /// - Parameter violation: Runs the history of a seed. Returns what has gone wrong; nil if nothing has.
  /// - Returns: The violations by their seeds.
  func violations(_ violation: @escaping @Sendable (UInt64) -> String?) async -> [UInt64: String] {
    let count = UInt64(ProcessInfo.processInfo.activeProcessorCount)
    return await withTaskGroup(of: [UInt64: String].self) { group in
      for part in 0..<count {
        group.addTask { await filter { $0 % count == part }.violationsOnThread(violation) }
      }
      return await group.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
    }
  }

  /// Runs the histories of seeds on a thread of their own.
  private func violationsOnThread(
    _ violation: @escaping @Sendable (UInt64) -> String?
  ) async -> [UInt64: String] {
    await withCheckedContinuation { continuation in
      Thread {
        let found = reduce(into: [UInt64: String]()) { $0[$1] = violation($1) }
        continuation.resume(returning: found)
      }.start()
    }
  }
}

extension String {
  /// The kind of a violation: the beginning of its text, without the numbers of devices, objects and values.
  var violationKind: String { String(filter(\.isLetter).prefix(30)) }
}

extension Array {
  /// Returns the smallest part of the elements for which a condition holds, as it does for all of them.
  ///
  /// Halves are left out first, then quarters, and so on.
  func shrunk(while holds: ([Element]) -> Bool) -> [Element] {
    var smallest = self
    var size = count / 2
    while size > 0 {
      var start = 0
      while start < smallest.count {
        var candidate = smallest
        candidate.removeSubrange(start..<Swift.min(start + size, smallest.count))
        if holds(candidate) { smallest = candidate } else { start += size }
      }
      size /= 2
    }
    return smallest
  }
}
