import Synchronization

/// The numbers of entries of an audit log. They order the entries of a process that have the same time, and differ from
/// those of other processes.
package enum AuditNumbers {
  private static let last = Mutex(Int64.random(in: 0..<1 << 31) << 31)

  /// Returns the next number.
  package static func next() -> Int64 {
    last.withLock { number in
      number &+= 1
      return number
    }
  }
}
