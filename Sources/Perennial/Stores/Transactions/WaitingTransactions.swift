import Foundation

/// The transactions that wait for a store's writing connection.
///
/// A lock is given to any thread that asks for it. A thread that writes one transaction after the other would
/// have it nearly always, and others would wait for many of them. So transactions of sync let those begin that
/// came before them: a save beside an import waits for one page.
// Sendable: the numbers are only accessed under the lock of the condition.
final class WaitingTransactions: @unchecked Sendable {
  private let condition = NSCondition()
  private var arrived = 0
  private var begun = 0

  /// The number of transactions that wait now.
  var count: Int { condition.withLock { arrived - begun } }

  /// Runs a block that waits for the connection.
  func wait(_ lock: () -> Void) {
    condition.withLock { arrived += 1 }
    lock()
    condition.withLock {
      begun += 1
      condition.broadcast()
    }
  }

  /// Waits until the transactions that wait now have begun.
  ///
  /// - Parameter limit: The longest time to wait, in seconds: a long transaction may have the connection.
  func letOthersBegin(within limit: TimeInterval = 0.25) {
    let end = Date.now + limit
    condition.withLock {
      let last = arrived
      while begun < last, condition.wait(until: end) {}
    }
  }
}
